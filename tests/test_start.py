"""A start loads what it needs, and nothing else: that is most of the time it takes, and of the memory."""

import subprocess
import sys

from alembic.script import ScriptDirectory

import migrations
from ionbot.store.database import newest
from tests.environment import bare_environment

LATER = (
    "alembic", "babel", "fastapi", "jinja2", "prometheus_client", "prompt_toolkit", "psycopg", "pygal", "scramp",
    "uvicorn",
)  # fmt: skip


def test_a_start_loads_nothing_that_it_does_not_need():
    told = f"import sys, ionbot.cli.bot, ionbot.server; print(*sorted(sys.modules.keys() & {set(LATER)}))"
    run = subprocess.run(
        [sys.executable, "-c", told], env=bare_environment(), capture_output=True, check=True, text=True
    )
    assert run.stdout.split() == []


def test_the_newest_schema_is_the_last_of_all_migrations():
    scripts = ScriptDirectory(migrations.__path__[0])
    numbers = [script.revision for script in scripts.walk_revisions()]
    assert numbers == sorted(numbers, reverse=True)
    assert newest() == scripts.get_current_head()
