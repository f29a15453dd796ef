"""Mutation testing of kernels: finding mutants, trying them, and the list of those that no test can tell from the original."""
