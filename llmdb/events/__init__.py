"""The record of a run, as child and reader share it: its sites, its wire format, its values and how it ended."""
