"""Bringing a database to the shape that this version of the program needs."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from binokel.errors import StoreFailed
from binokel.store.tables import HEAD

if TYPE_CHECKING:
    from alembic.config import Config


def bring_to_head(engine: Engine) -> None:
    """Run the migrations that are missing.

    Where none is, Alembic is not even imported.

    Raises:
        StoreFailed: a newer version of the program has made the database.
    """
    with engine.connect() as connection:
        if version(connection) == HEAD:
            return
    writing = engine.connect().execution_options(writes=True)
    with writing as connection, connection.begin():
        _migrate(connection)


def version(connection: Connection) -> str | None:
    """Return the migration that the database is at, None for a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("select version_num from alembic_version"))
    return found


def _migrate(connection: Connection) -> None:
    """Migrate. Alembic is imported late: it takes longer than all else at the start."""
    from alembic import command  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = alembic_config()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    found = version(connection)
    if found is not None and found not in known:
        raise StoreFailed(
            f"the database has the form {found}, which this version of the program does not know: "
            "a newer version has made it; start that one",
            version=found,
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def alembic_config() -> "Config":
    """Return the configuration that Alembic needs; there is no file of it."""
    from alembic.config import Config as AlembicConfig  # noqa: PLC0415

    config = AlembicConfig()
    config.set_main_option("script_location", "binokel.store:migrations")
    return config
