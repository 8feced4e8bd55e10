"""What the statements of a block read and call, from the syntax tree."""
