"""How the tables came to be: a file for each step in ``versions``, numbered, applied in order, forward only.

A step is applied on SQLite and PostgreSQL, whole or not at all, when the program starts. It says what it makes itself
instead of asking :mod:`data.tables`, which goes on changing; a test holds that all steps together give those tables.
SQLite can alter little: there a table is made anew by ``op.batch_alter_table``.
"""
