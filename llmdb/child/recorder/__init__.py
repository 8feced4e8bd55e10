"""What the probes call: events, the objects they are about, and the log that both are sent in."""
