"""The termbase: which terms stand in a segment, and what they are called in the other language."""
