"""A Discord that costs little: for what simcord is too heavy for, many matches at once and whole months.

A real client of discord.py runs on it. What the bot sends is answered at the one place where discord.py would speak
to the network (`wire`), from the little that is kept of servers, rooms and messages (`world`); what people do is fed
to the parsers of discord.py's gateway (`town`). It keeps no transcript and no pictures, checks nothing that simcord's
tests check already, and counts the processor time that it takes itself.
"""
