"""Run by Alembic for each migration; the connection comes from `synslator.storage.migrating`."""

from alembic import context

from synslator.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
