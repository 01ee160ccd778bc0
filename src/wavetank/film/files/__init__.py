"""Pictures to files of every kind."""
