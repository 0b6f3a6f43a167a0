"""A month of many matches in minutes: people who come and go, and all that can fail, from one seed.

`timing` makes time pass as fast as the bot has done its work, `month` is what happens, `watch` looks at all that
becomes public while it does, and `verdict` judges the logs afterwards, from what was done and not from what the bot
says of it. Everything is chosen by the seed; how the bot's threads interleave is not.
"""
