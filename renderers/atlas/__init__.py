"""The program that draws what `data/assets` holds; nothing of it is needed where pictures are made."""
