"""What a session keeps between its commands, and what several of them make of it."""
