"""What the outside sees: the shapes of what is asked and answered, by REST and in live sessions."""
