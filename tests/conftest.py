"""What holds for every test. That none reaches beyond this machine is an option of pytest's, in pyproject.toml."""

import os

from hypothesis import settings

# No deadline: a shared machine is slow at times. The same examples at each run where nobody could look into a new one.
settings.register_profile("default", max_examples=50, deadline=None, derandomize="CI" in os.environ)
settings.register_profile("soak", max_examples=2000, deadline=None)
settings.load_profile("default")
