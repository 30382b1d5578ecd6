"""The tables of the database, as the newest migration leaves them."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, Table, Text

HEAD = "0001"
"""The newest migration; a test compares it with the folder of migrations."""

metadata = MetaData()

streams = Table(
    "stream",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("seq", Integer, nullable=False),
    Column("updated_ms", BigInteger, nullable=False),
)

entries = Table(
    "entry",
    metadata,
    Column("stream_id", Integer, ForeignKey("stream.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("written_ms", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    sqlite_with_rowid=False,
)
