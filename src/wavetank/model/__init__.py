"""What stays while the water moves: one concept a file, each also a table of the scene file."""
