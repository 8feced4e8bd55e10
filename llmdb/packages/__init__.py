"""Packages that a snippet imports and that are not here: what they are called, and a folder to install them into."""
