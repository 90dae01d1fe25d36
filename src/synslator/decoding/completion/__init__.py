"""Completing a segment while somebody types: greedy search that repeats no work, and the suggestion box."""
