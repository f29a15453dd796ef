"""`akela explore`: which optimisation level, table sizes, unrolling and forms of an algorithm suit a board, by trying them."""
