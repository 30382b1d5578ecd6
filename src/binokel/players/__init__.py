"""Players: everything that can sit down and decide."""
