"""The server: a table in the browser. `app` wires it, one folder a concern."""
