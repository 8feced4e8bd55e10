"""The dependencies of a whole run, found in one pass over its events."""
