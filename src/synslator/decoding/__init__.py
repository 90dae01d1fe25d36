"""Decoding: from a model's next-piece probabilities to completions of what a translator typed. numpy only."""
