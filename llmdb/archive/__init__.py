"""Sessions as files: records on disk, and values as plain data. What a file says is never trusted."""
