"""What all tables share: one metadata object with names for every constraint, and the column types."""

from sqlalchemy import BigInteger, Integer, MetaData

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Key = BigInteger().with_variant(Integer, "sqlite")
"""A primary key that counts by itself; SQLite does that for its plain integers only."""

Moment = BigInteger
"""Seconds since 1970, UTC: whole numbers sort, compare and load alike in every database."""
