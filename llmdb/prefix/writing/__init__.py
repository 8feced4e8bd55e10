"""From chosen candidates to the text of a prefix."""
