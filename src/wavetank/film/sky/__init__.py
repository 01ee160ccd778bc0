"""The light that comes from beyond the scene."""
