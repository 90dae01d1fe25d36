"""The tables of the database, one module for each part of it.

`metadata` knows a table once its module is imported, so all of them are imported here.
"""

from synslator.storage.tables import audit, documents, jobs, memories, people, projects, terms
from synslator.storage.tables.base import metadata

__all__ = ["audit", "documents", "jobs", "memories", "metadata", "people", "projects", "terms"]
