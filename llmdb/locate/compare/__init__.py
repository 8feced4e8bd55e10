"""`compare`: a run beside that of a correct program."""
