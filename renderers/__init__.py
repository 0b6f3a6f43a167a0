"""Pictures of the games: a view and its labels in, the bytes of an image out."""
