"""Documents and their segments: upload, change, search, export."""
