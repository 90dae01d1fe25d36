"""Projects, documents and their segments in the database."""
