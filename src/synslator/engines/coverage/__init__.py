"""What part of a source a text covers."""
