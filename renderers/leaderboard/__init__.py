"""Who leads: a page of a leaderboard, and the card of one player."""
