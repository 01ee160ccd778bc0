"""How things are looked at: what the film and the viewer share."""
