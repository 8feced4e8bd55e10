"""What library calls hide, recovered with a model on the user's word (DebugPilot, section 2.4)."""
