"""Qwixx on Discord: `words` what is said, `pictures` what is drawn, `controls` what is pressed, `panels` the private
pages, `commands` what is typed."""
