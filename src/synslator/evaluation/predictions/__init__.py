"""What the machine predicts at every word of a reference, and how sure it is."""
