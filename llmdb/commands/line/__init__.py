"""From what was typed to a result: lines, arguments, the table of commands."""
