"""An IRC server full of scripted players, who stay while bots come and go."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from ionbot.demo.server import Server
from tests.bench.players import BOT
from tests.torture.players import Player

HOST = "127.0.0.1"
GAMES = ("ion", "fia", "haven", "menagerie")
SEATS = 2
CONFIG = """
[database]
url = "sqlite:///{folder}/bot.db"
[log]
level = "error"
[networks.net]
host = "127.0.0.1"
port = {port}
tls = false
pace = "none"
channels = [{channels}]
[tables]
countdown = 0
person_burst = 1000
person_rate = 1000
channel_burst = 10000
channel_rate = 10000
[games.ion]
even = false
round_time = 1
extra_minutes = 0
move_time = 3
[games.fia]
lp = 8
turn_time = 3
[games.haven]
composure = 6
max_rounds = 2
action_time = 5
react_time = 2
choice_time = 2
[games.menagerie]
hp = 6
max_rounds = 2
action_time = 5
react_time = 2
choice_time = 2
"""
"""Matches are short, so that many of them begin and end."""
_LOCAL = """
[networks.net.channel."{channel}".tables]
game = "{game}"
"""
_POKE_S = 0.3
"""How often those at a table where nothing has happened for so long try to sit down."""


class Crowd:
    """The players by their channels, which are called by their games and a number."""

    def __init__(self, server: Server, channels: dict[str, list[Player]]) -> None:
        self.channels = channels
        self._server = server
        self._heard = dict.fromkeys(channels, 0)

    @property
    def bot_is_here(self) -> bool:
        """Whether the bot is known to the server."""
        return BOT in self._server.nicks()

    def heard(self, channel: str) -> list[str]:
        """Give all that the bot has said to a channel, as its first player has read it."""
        return self.channels[channel][0].lines

    def configure(self, folder: Path) -> Path:
        """Write the configuration of a bot that is to come, with its database in a folder."""
        names = ", ".join(f'"{channel}"' for channel in self.channels)
        local = "".join(_LOCAL.format(channel=channel, game=game_of(channel)) for channel in self.channels)
        file = folder / "config.toml"
        file.write_text(CONFIG.format(folder=folder, port=self._server.port, channels=names) + local)
        return file

    async def settle(self) -> None:
        """Wait until the server has noticed that the bot is gone, and everybody has read what there was to read."""
        while self.bot_is_here:  # noqa: ASYNC110 - nothing rings when it is gone
            await asyncio.sleep(0.001)
        await asyncio.gather(*(player.sync() for players in self.channels.values() for player in players))

    async def poke(self) -> None:
        """Let people sit down again where nothing happens, for ever."""
        while True:
            await asyncio.sleep(_POKE_S)
            for channel, players in self.channels.items():
                heard = len(self.heard(channel))
                if heard == self._heard[channel] and self.bot_is_here:
                    for player in players:
                        player.sit_down()
                self._heard[channel] = heard


@asynccontextmanager
async def crowd(tables: int, chance: Random) -> AsyncIterator[Crowd]:
    """Let people come to so many tables of each game."""
    async with Server() as server:
        names = [f"#{game}{number}" for number in range(tables) for game in GAMES]
        channels = {name: [await _come(server, name, seat, chance) for seat in range(SEATS)] for name in names}
        there = Crowd(server, channels)
        poking = asyncio.create_task(there.poke())
        try:
            yield there
        finally:
            poking.cancel()
            for player in (player for players in channels.values() for player in players):
                player.leave()


def game_of(channel: str) -> str:
    """Give the game that is played in a channel."""
    return channel.strip("#0123456789")


async def _come(server: Server, channel: str, seat: int, chance: Random) -> Player:
    nick = f"{'ab'[seat]}{channel.removeprefix('#')}"
    player = Player(nick, channel, game_of(channel), Random(chance.random()))
    await asyncio.get_running_loop().create_connection(lambda: player, HOST, server.port)
    await player.here
    return player
