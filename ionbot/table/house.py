"""What admins ask of the whole bot, and order. Tables do not know what else there is: they know this."""

from collections.abc import Sequence
from typing import Protocol

from games.kit.text import Text
from ionbot.channel import Person


class House(Protocol):
    """The bot as its admins see it. Names of channels are as they were typed, on the network of who asks.

    What is answered is told to that person alone. Each raises no more than DatabaseError.
    """

    def networks(self) -> Sequence[Text]:
        """Tell how each network is, in a line each."""
        ...

    def channels(self) -> Sequence[Text]:
        """Tell where the bot is, and what is played there."""
        ...

    def status(self) -> Sequence[Text]:
        """Tell how the whole is, in three lines at most."""
        ...

    def say(self, person: Person, channel: str, text: str) -> Text:
        """Say something in a channel for somebody."""
        ...

    async def join(self, person: Person, channel: str, key: str) -> Text:
        """Go to a channel, and there again after a restart; `key` lets in, "" where there is none."""
        ...

    async def part(self, person: Person, channel: str, *, sure: bool) -> Text:
        """Leave a channel. A match that runs there is ended if they are `sure`, else nothing happens."""
        ...

    async def reload(self, by: str) -> Sequence[Text]:
        """Read the configuration again for somebody. If it cannot be used, nothing changes."""
        ...

    def shut_down(self, person: Person, delay: int) -> Text:
        """Stop the bot in so many ms."""
        ...

    def stay(self, person: Person) -> Text:
        """Do not stop the bot after all."""
        ...
