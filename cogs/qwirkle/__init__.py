"""Qwirkle on Discord: `words` what is said, `pictures` what is drawn, `controls` what is pressed, `panels` the private
pages, `commands` what is typed, with what `offers` offers meanwhile; `draft` is a play that is being put together.
Below them: `telling`, plays in words; `listing`, boards in the words of an alt text."""
