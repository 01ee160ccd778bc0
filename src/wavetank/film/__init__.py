"""Films: pictures of frames, and files of pictures."""
