"""A model's walk over the control-flow graph, and how it compares with the recorded one."""
