"""Every kind of picture, from matches that are the same each time: `make gallery` draws them into docs/gallery.

A module of this folder is a kind, or some that belong together, and lists them by the names of their files:

    PICTURES = {"qwirkle-board": lambda: board(view, labels)}
"""
