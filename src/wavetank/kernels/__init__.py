"""Loops over cells: arrays and numbers in, arrays out."""
