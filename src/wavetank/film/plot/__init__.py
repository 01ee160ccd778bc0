"""Frames as figures to read, alone and side by side."""
