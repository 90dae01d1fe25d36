"""Simulated translators, and what their work costs."""
