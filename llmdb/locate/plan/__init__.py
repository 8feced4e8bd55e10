"""`plan`: from where a fault shows back to its likely cause."""
