"""What the record tells: the state at any event, the steps of a run, and what became of a name."""
