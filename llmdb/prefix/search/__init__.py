"""The search for prefixes that make a snippet run, and the model that is asked for them."""
