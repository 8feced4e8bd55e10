"""What models are asked, and how what they write back is read."""
