"""What calls of library functions and standard methods read and write."""
