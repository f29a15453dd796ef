"""Known-answer tests that an installed package carries."""
