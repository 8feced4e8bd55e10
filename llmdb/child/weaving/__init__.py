"""Puts the probes of the recorder into the bytecode of a snippet."""
