"""What Python's operations read, change and leave alone. Standard library only: the child imports it, too."""
