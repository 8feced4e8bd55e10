"""What shells know of llmdb: completion of its options, and its manual page."""
