"""Open documents: live sessions, completions as one types, presence, events, autosave."""
