"""Word, Excel, PowerPoint and OpenDocument."""
