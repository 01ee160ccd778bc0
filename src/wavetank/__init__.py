"""Height-field water for computer graphics."""
