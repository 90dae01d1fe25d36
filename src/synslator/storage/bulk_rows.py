"""Writing many rows at once, past the layer that would check and convert each of millions of values."""

from collections.abc import Sequence

from sqlalchemy import Connection, Table, func, select, text


def new_ids(connection: Connection, table: Table, count: int) -> Sequence[int]:
    """Reserve ids for new rows, so that what is written in bulk is known by its id at once."""
    if connection.dialect.name == "sqlite":
        # Whoever writes holds the only write lock, so that nobody else takes these.
        last = connection.execute(select(func.max(table.c.id))).scalar_one() or 0
        return range(last + 1, last + 1 + count)
    drawn = text("SELECT nextval(pg_get_serial_sequence(:name, 'id')) FROM generate_series(1, :count)")
    return connection.execute(drawn, {"name": table.name, "count": count}).scalars().all()


def insert_rows(
    connection: Connection, table: Table, columns: Sequence[str], rows: list[tuple[object, ...]]
) -> None:
    """Insert rows whose values are in the order of the columns."""
    if rows:
        marks = ", ".join(["?" if connection.dialect.paramstyle == "qmark" else "%s"] * len(columns))
        names = ", ".join(columns)
        connection.exec_driver_sql(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", rows)
