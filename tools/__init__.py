"""Programs for those who work on Akela."""
