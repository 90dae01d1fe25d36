"""Memories, their entries and termbases in the database."""
