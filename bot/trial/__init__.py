"""The bot on an embedded Discord, in a browser, without a token: `run_trial` starts it.

`embedded` makes simcord a Discord that goes on by itself, `world` puts people and a channel in it, `kept` keeps it
over a restart, `live` shows it in any number of tabs, `pages` serves those, `run` starts and stops it all.
"""

from bot.trial.embedded import SimcordChangedError
from bot.trial.run import TrialError, run_trial

__all__ = ["SimcordChangedError", "TrialError", "run_trial"]
