"""Light, ray by ray: what rays meet, and what they bring back."""
