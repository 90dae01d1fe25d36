"""The web server: REST, the built page, and later the live session, over the parts below it."""
