"""What rays meet, made from a frame."""
