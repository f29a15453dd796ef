"""What algorithms cost in flash, stack and memory of their caller: on a board as it is built (`boards`), and by objects for any target."""
