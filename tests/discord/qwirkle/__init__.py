"""Qwirkle as people play it on Discord."""
