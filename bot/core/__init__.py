"""The heart: matches, time, chance and ratings, without Discord, SQL or pixels."""
