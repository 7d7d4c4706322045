"""Serving the pages, in a process of their own: uvicorn takes SIGTERM for itself."""

import gc
import socket
from contextlib import closing

import uvicorn

from ionbot.store.database import Database
from ionbot.web.app import application

PATIENCE_S = 5
"""So long requests are waited for at the end."""


def serve(url: str, listening: socket.socket, prefix: str) -> None:
    """Show what is in a database, until Ctrl-C or SIGTERM. Raises DatabaseError if its schema is out of date."""
    with closing(Database(url, read_only=True)) as database:
        database.require_current()
        config = uvicorn.Config(
            application(database, prefix), log_config=None, access_log=False, server_header=False, lifespan="off",
            timeout_graceful_shutdown=PATIENCE_S,
        )  # fmt: skip
        gc.freeze()  # what is there now stays to the end, and to look through it takes as long as some answers
        uvicorn.Server(config).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """Open the socket for a name or address. Raises OSError."""
    (family, _, _, _, address), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return socket.create_server(address[:2], family=family)


def address_of(listening: socket.socket) -> str:
    """Give the address at which a socket is reached, as a browser takes it."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
