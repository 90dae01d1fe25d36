"""Commands that translate text: whole lines, or what is typed in a terminal."""
