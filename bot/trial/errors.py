"""The one error of the trial."""


class TrialError(Exception):
    """Why the trial cannot start, in a sentence for whoever started it."""
