"""Compiled arithmetic for what takes the most time, where this machine has it."""
