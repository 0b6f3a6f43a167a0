"""Tests of the Discord part that need no Discord: pages, names, times, pictures, texts."""
