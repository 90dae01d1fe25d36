"""What may stand in a gap between two texts: a word of which letters are typed, or a span of any length."""
