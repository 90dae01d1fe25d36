"""The translation memory: what was translated before, found again by likeness."""
