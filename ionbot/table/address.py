"""Tells what is meant for the bot."""

BARE = ("join", "quit", "inv", "help")
"""What needs no prefix where the configuration says so, if it is all that is typed."""


def addressed(text: str, prefix: str, me: str) -> str | None:
    """Give the words that a channel's line has for the bot, without prefix or nick; None if it is not addressed.

    `!inv`, `ionbot: inv` and `ionbot, inv` all give `inv`.
    """
    if text.startswith(prefix):
        return text.removeprefix(prefix).strip() or None
    head, _, rest = text.partition(" ")
    if head[-1:] in (":", ",") and head[:-1].lower() == me.lower():
        return rest.strip()
    return None
