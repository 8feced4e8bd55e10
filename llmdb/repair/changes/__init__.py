"""Small changes of a program that are tried for repair and for localisation."""
