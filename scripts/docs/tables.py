"""Pictures of the database, from the tables that the program declares."""

from sqlalchemy import Column, Table

from synslator.storage import tables
from synslator.storage.tables import metadata

PARTS = {
    "people": ("people", "audit"),
    "memories": ("memories", "terms"),
    "documents": ("projects", "documents", "jobs"),
}
"""A picture -> the modules of `storage/tables` whose tables it shows."""


def diagram(part: str) -> str:
    """Return a Mermaid diagram of one part of the database."""
    shown = [table for table in metadata.sorted_tables if _home(table) in PARTS[part]]
    lines = [line for table in shown for line in (*_relations(table), *_entity(table))]
    return "\n".join(["```mermaid", "erDiagram", *(f"    {line}" for line in lines), "```"])


def _home(table: Table) -> str:
    """Return the name of the module that declares the table."""
    for name in (name for modules in PARTS.values() for name in modules):
        if any(value is table for value in vars(getattr(tables, name)).values()):
            return name
    raise AssertionError(f"No picture shows the table {table.name}. Add its module to PARTS.")


def _relations(table: Table) -> list[str]:
    found = []
    for column in table.columns:
        for key in column.foreign_keys:
            many = "o|" if column.primary_key and len(table.primary_key) == 1 else "o{"
            one = "|o" if column.nullable else "||"
            found.append(f"{key.column.table.name} {one}--{many} {table.name} : {column.name}")
    return found


def _entity(table: Table) -> list[str]:
    return [f"{table.name} {{", *(f"    {_field(column)}" for column in table.columns), "}"]


def _field(column: Column) -> str:
    kind = type(column.type).__name__.lower()
    keys = [*["PK"] * column.primary_key, *["FK"] * bool(column.foreign_keys), *["UK"] * bool(column.unique)]
    return " ".join([kind, column.name, ", ".join(keys)]).strip()
