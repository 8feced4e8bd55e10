"""Who wrote what one step read, looked up in the events when it is asked."""
