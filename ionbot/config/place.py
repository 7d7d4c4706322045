"""Which databases can be used. Both the configuration and the store ask here."""


def usable(url: str) -> str:
    """Give the URL of a database back. Raises ValueError, which says what is wrong with it, and no password."""
    kind, _, place = url.partition("://")
    if kind.partition("+")[0] in {"postgresql", "postgres"}:
        raise ValueError("PostgreSQL cannot be used yet, only SQLite")
    if kind != "sqlite":
        raise ValueError("it is no URL of a SQLite database")
    path = place.partition("?")[0]
    if path in {"", "/", "/:memory:"}:
        raise ValueError("a database in memory would forget")
    if not path.startswith("/"):
        raise ValueError("it has two slashes; three stand before a relative path, four before an absolute one")
    return url
