"""From a wish to a table and back to it: new tables, those of a person, and all in memory."""
