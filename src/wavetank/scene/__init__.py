"""Scenes: what a user asks for, and how it is read from a file."""
