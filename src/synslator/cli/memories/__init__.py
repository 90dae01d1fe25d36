"""Commands for translation memories and termbases."""
