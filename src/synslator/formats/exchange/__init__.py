"""Memories and termbases in the formats that other tools read and write."""
