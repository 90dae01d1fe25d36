"""The clocks that rows are dated by: this machine's, and where several servers must agree the database's."""

import time
from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


def now() -> int:
    """Return the present moment as the database keeps it."""
    return int(time.time())


class shared_now(FunctionElement[int]):  # noqa: N801
    """The same by the clock of the database: servers whose clocks differ take nobody else for silent."""

    type = BigInteger()
    inherit_cache = True


@compiles(shared_now, "postgresql")
def _in_postgresql(element: shared_now, compiler: Any, **options: Any) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) AS BIGINT)"


@compiles(shared_now, "sqlite")
def _in_sqlite(element: shared_now, compiler: Any, **options: Any) -> str:
    return "CAST(strftime('%s', 'now') AS INTEGER)"
