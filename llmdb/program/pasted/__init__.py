"""A text that is nearly Python, as people paste it, made Python line for line."""
