"""A live table: its wire format, what a seat is shown, and the queue that serves it."""
