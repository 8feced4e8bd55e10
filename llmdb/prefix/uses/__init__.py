"""What a snippet does with each name that it does not define."""
