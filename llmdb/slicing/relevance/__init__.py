"""Conditions by which a write was left out."""
