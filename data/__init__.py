"""What is kept (tables, stores, migrations) and what is shipped (words, sprites)."""
