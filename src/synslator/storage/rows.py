"""Rows of tables and the dataclasses that they become: mapped by name, and written many at once."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import Connection, Label, Row, Table, func, select, text

Kind = TypeVar("Kind")


def columns_of(kind: type, table: Table, **named: str) -> tuple[Label[Any], ...]:
    """Return the columns that a dataclass is made of, each under the name of its field.

    A field whose column has another name is given with it: `columns_of(Comment, comments, by="made_by")`.
    """
    return tuple(table.c[named.get(one.name, one.name)].label(one.name) for one in fields(kind))


def made(kind: type[Kind], row: Row[*tuple[Any, ...]]) -> Kind:
    """Build a dataclass from a row whose columns have the names of its fields."""
    return kind(**dict(zip(row._fields, row, strict=True)))


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
    """Insert rows whose values are in the order of the columns.

    This goes past the layer that would check and convert each of millions of values.
    """
    if rows:
        marks = ", ".join(["?" if connection.dialect.paramstyle == "qmark" else "%s"] * len(columns))
        names = ", ".join(columns)
        connection.exec_driver_sql(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", rows)
