"""A first evening with the bot, at a terminal with irssi: whatever the bot says can be read there, as a whole.

With IONBOT_TOUR=DIRECTORY what stands on the screens in the end is written to player.txt and operator.txt there.
"""

import asyncio
import os
import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from ionbot.network.formatting import clean
from tests.real.client import PATIENCE, until
from tests.real.home import home
from tests.real.players import Player, move
from tests.real.servers import Ngircd
from tests.real.terminal import CHANNEL, QUERY, STATUS, Irssi

pytestmark = [pytest.mark.real, pytest.mark.slow]

SLOW = {"move_time": 300}
"""Options of ION: nobody is too late."""
PATIENT = {"countdown": 300, "computer_pause": (60, 60)}
"""Options of a table that waits until somebody says that it goes on."""
TURNS = 2
"""How often ann moves."""
QUESTIONS = {"!inv": STATUS, "!score": STATUS, "!rules bank": STATUS, "!notice off": QUERY, "!table": QUERY}
"""What is asked, and in which window the answer is: the last ones are messages, and no notices any more."""
MOST_LINES = 3
"""What somebody is told at once."""


def said(messages: list[str]) -> list[str]:
    """What the bot has said to the channel and to ann, as it is to be read."""
    found = (re.fullmatch(r"(?:PRIVMSG #ion|NOTICE \S*\bann\b\S*|PRIVMSG ann) :?(.*)", line) for line in messages)
    return [clean(each[1]).replace("\u200b", "") for each in found if each]


def holdings(lines: list[str]) -> list[str]:
    """Give what ann was told that she holds, each time."""
    return [found[1] for line in lines if (found := re.match(r"You hold (.+?)(?: and \d+ coins?)?[.(]", line))]


def told(lines: list[str]) -> bool:
    """Tell whether a move of ann was told, to all and to her."""
    return bool(holdings(lines)) and any(line.startswith("ann plays ") for line in lines)


def chosen(lines: list[str]) -> str:
    """Give a move of ann, a card if she has one."""
    hand = holdings(lines)[-1].split()
    return next((item for item in hand if set(item) <= set("+-=±")), move(hand, Random(1)))


async def her_turn(messages: list[str], bob: Player) -> None:
    """Let bob move until it is ann's turn: he may begin, and have extra turns."""
    while (called := re.findall(r"(\w+)'s turn", " ".join(said(messages)))[-1:]) != ["ann"]:
        if called and bob.asked and bob.hand:
            bob.asked = False
            bob.say("#ion", move(bob.hand, Random(1)))
        await asyncio.sleep(0.05)


async def keep(person: Irssi, name: str, *windows: int) -> None:
    """Write down what somebody saw, if that is wanted, so that others can read it."""
    if directory := os.environ.get("IONBOT_TOUR"):
        text = await person.transcript(*windows)
        Path(directory).mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240  nothing else runs
        Path(directory, f"{name}.txt").write_text(text, "utf-8")  # noqa: ASYNC240


async def reads_all(person: Irssi, messages: list[str], *windows: int) -> None:
    """See that somebody can read in these windows whatever the bot has said, as soon as the terminal shows it."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while missed := await _missed(person, messages, *windows):
                continue
    assert missed == []


async def _missed(person: Irssi, messages: list[str], *windows: int) -> list[str]:
    await asyncio.sleep(0.1)
    shown = [await person.sees("", window) for window in windows]
    seen = " ".join(" ".join(shown).split())
    return [line for line in said(messages) if " ".join(line.split()) not in seen]


async def test_a_new_player_finds_the_way(ngircd: Ngircd, tmp_path: Path, messages: list[str]) -> None:
    async with home(tmp_path, ngircd.port, PATIENT, SLOW) as bot, Player(ngircd.port, "bob", patient=True) as bob:
        await bot.arrives()
        await bob.join("#ion")
        playing = asyncio.create_task(bob.play())
        with Irssi(tmp_path, ngircd.port, "ann") as ann:
            await ann.sees("End of MOTD", STATUS)
            ann.type("/join #ion")
            await ann.sees("has joined #ion", CHANNEL)
            ann.type("!help")
            await ann.sees("In your turn just type your move.", STATUS)
            await ann.show(CHANNEL)
            ann.type("!join")
            await ann.sees("ann opens ION", CHANNEL)
            bob.say("#ion", "!join")
            await ann.sees("bob sits down", CHANNEL)
            ann.type("!go")
            for _ in range(TURNS):
                await her_turn(messages, bob)
                await ann.sees("You hold", STATUS)
                await ann.show(CHANNEL)
                before = len(said(messages))
                ann.type(chosen(said(messages)))
                await until(lambda before=before: told(said(messages)[before:]))  # type: ignore[misc]
            for question, window in QUESTIONS.items():
                before = len(said(messages))
                ann.type(question)
                await until(lambda before=before: len(said(messages)) > before)  # type: ignore[misc]
                await ann.sees(said(messages)[-1].split()[0], window)
                assert len(said(messages)) - before <= MOST_LINES, question
                await ann.show(CHANNEL)
            ann.type("!quit")
            await ann.sees("Match 1 is over.", CHANNEL)
            await reads_all(ann, messages, STATUS, CHANNEL, QUERY)
            await keep(ann, "player", STATUS, CHANNEL, QUERY)
        playing.cancel()


ORDERS = {
    "!settings": ("Settings: game ion", STATUS),
    "!set game fia": ("ann sets game to fia; it was ion", CHANNEL),
    "!set lp 30": ("ann sets fia.lp to 30 LP; it was", CHANNEL),
    "!set turn_time 90": ("ann sets fia.turn_time to 90 s; it was", CHANNEL),
    "!start": ("ann opens Fia [i]", CHANNEL),
    "!bot add": ("Ada (bot) sits down", CHANNEL),
    "!join": ("Fia [i] starts in", CHANNEL),
    "!go": ("In your turn type a card", CHANNEL),
    "!pause": ("ann pauses the match", CHANNEL),
    "!resume": ("ann ends the pause.", CHANNEL),
    "!swap ann bob": ("ann gives the seat to bob.", CHANNEL),
    "!schedule ion fri 20:00 Europe/Berlin": ("ann plans a match. 1: ion fri 20:00", CHANNEL),
    "!stop": ("ann stops the match.", CHANNEL),
    "!reset yes": ("ann resets to what is configured: ", CHANNEL),
}
"""What an operator types, what is to be read then, and in which window; bob accepts what he is offered."""


async def test_an_operator_runs_the_table(ngircd: Ngircd, tmp_path: Path, messages: list[str]) -> None:
    with Irssi(tmp_path, ngircd.port, "ann") as ann:
        await ann.sees("End of MOTD", STATUS)
        ann.type("/join #ion")
        await ann.sees("has joined #ion", CHANNEL)  # whoever comes first is an operator
        async with home(tmp_path, ngircd.port, PATIENT) as bot, Player(ngircd.port, "bob", patient=True) as bob:
            await bot.arrives()
            await bob.join("#ion")
            await ann.sees("ionbot", CHANNEL)
            for order, (answer, window) in ORDERS.items():
                await ann.show(CHANNEL)
                before = len(said(messages))
                ann.type(order)
                if order.startswith("!swap"):
                    await ann.sees("offers you the seat", CHANNEL)
                    bob.say("#ion", "!accept")
                await ann.sees(answer, window)
                assert len(said(messages)) - before <= MOST_LINES + 1, order  # a match may begin, with its cards
            await reads_all(ann, messages, STATUS, CHANNEL)
            await keep(ann, "operator", STATUS, CHANNEL)
