"""The database behind memories, termbases and projects."""
