"""The bot on an embedded Discord: the kit that such tests are written with, and the tests of the trial."""
