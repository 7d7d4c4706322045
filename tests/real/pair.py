"""Two linked servers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from tests.real.client import Client
from tests.real.conftest import Make
from tests.real.servers import InspIRCd, Ngircd


class Pair(NamedTuple):
    """Two servers that can be linked, and an operator of the first."""

    here: Ngircd | InspIRCd
    there: Ngircd | InspIRCd
    op: Client

    def link(self) -> None:
        self.op.send("CONNECT", self.there.name)

    def split(self) -> None:
        self.op.send("SQUIT", self.there.name, "a test")

    async def relink(self, witness: Client) -> None:
        """Link them again, once somebody in #ion on the other side has seen that they are not."""
        witness.say("#ion", "anybody here?")  # InspIRCd may notice only when it has something to send
        await witness.expect("QUIT")
        self.link()


@asynccontextmanager
async def linked(make: Make, kind: type[Ngircd | InspIRCd]) -> AsyncIterator[Pair]:
    """Make two servers of a kind, and link them."""
    here, there = make(kind, name="irc.test"), make(kind, name="there.test")
    here.know(there)
    there.know(here)
    here.start()
    there.start()
    async with Client(here.port, "op") as op:
        op.send("OPER", "oper", "operpass")
        await op.expect("381")
        pair = Pair(here, there, op)
        pair.link()
        await op.finds(there.name, "LINKS", answer="364", end="365")
        yield pair
