"""The rules of the games: values in, values out, with nothing but the standard library."""
