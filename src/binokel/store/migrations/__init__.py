"""The shape of the database, change by change (Alembic)."""
