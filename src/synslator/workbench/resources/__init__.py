"""Memories and termbases: search, import, export and training data."""
