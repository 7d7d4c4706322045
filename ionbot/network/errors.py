"""What can go wrong for good."""


class NetworkError(Exception):
    """It makes no sense to connect again as things are: banned, password refused, unreadable certificates."""


class Unreachable(NetworkError):
    """No server lets us in at first, for reasons that may pass."""
