"""The database: the truth behind memories, termbases and projects."""
