"""What is kept of others."""
