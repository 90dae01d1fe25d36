"""What is known about text itself: tags, sentences, words and their counts."""
