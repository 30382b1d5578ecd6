"""The card pictures: drawn by hand and by code, written to `web/public/faces`."""
