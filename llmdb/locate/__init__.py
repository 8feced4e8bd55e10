"""From a wrong value back to the step that made it so."""
