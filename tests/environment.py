"""The environment that processes of the tests get."""

import os


def bare_environment() -> dict[str, str]:
    """Give this environment without what would configure the bot or change how Python runs."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("IONBOT_", "PYTHON", "COV"))}
