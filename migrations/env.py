"""Runs the migrations on the connection that `ionbot.store.database` gives, in its transaction."""

from alembic import context

from ionbot.store.models import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
