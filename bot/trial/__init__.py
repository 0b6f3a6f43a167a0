"""The bot on an embedded Discord, in a browser, without a token: `run_trial` starts it.

`embedded` makes simcord a Discord that goes on by itself and `window` its page one that stays live; `world` puts people
and a channel in it, `kept` keeps it over a restart, `live` keeps it in motion, `pages` serves it, `run` starts and
stops it all.
"""

import logging

# While it is imported, simcord makes a client without any intents, and is warned of it: nothing that a newcomer needs
# to read.
_warned = logging.getLogger("discord.state")
_warned.setLevel(logging.ERROR)

from bot.trial.errors import TrialError  # noqa: E402 (see above)
from bot.trial.run import run_trial  # noqa: E402

_warned.setLevel(logging.NOTSET)

__all__ = ["TrialError", "run_trial"]
