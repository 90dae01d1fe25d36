"""HTML, Markdown, plain text and subtitles."""
