"""What people type by chance: commands, whole, short, misspelt or with strange words behind; moves; chat; noise."""

from collections.abc import Sequence
from random import Random

from ionbot.table.administering import ORDERS
from ionbot.table.vocabulary import COMMANDS

GAMES = ("ion", "fia", "haven", "menagerie")
_MOVES = {
    "ion": ("+", "--", "+++", "=", "±", "b", "x2 +", "x3 ---", "& +", "S", "R", "T x2", ":", "+--", "*", "x2 x3", "tt"),
    "fia": ("ra7", "gx2 ra7", "bd3", "w", "w4", "pass", "draw", "top", "rh5 gd2", "x2 ra7", "lay ra7", "ra7 > gd2"),
    "haven": ("keep", "mulligan", "play 1", "play 3 on 12", "use 7", "den 4 5 vs bob", "draw", "end", "pass", "meet 3"),
    "menagerie": ("keep", "play 2", "play 1 on ann", "attack 3 vs bob", "refresh", "end", "pass turn", "hold on"),
}
_BEHIND = (
    "ion", "fia", "haven", "chess", "ann", "bob", "oona", "nobody", "#cards", "me", "on", "off", "yes", "stop", "add",
    "remove", "normal", "genius", "list", "show", "new", "copy", "set", "delete", "use", "check", "mine", "guarded",
    "free", "palette", "ra7", "ra7*99", "gx2", "log", "fill", "prefix", "ion.limit", "fia.spread", "haven.words.fight",
    "limit=3", "move_time=0", "spread=free", "=", "x=1", "fri", "daily", "20:00", "2026-12-24", "Europe/Berlin", "1",
    "0", "-1", "3", "99999999999999999999", "none", "all", "account:ann", "*!*@bob.example", "23:00-07:00", "2,5", "@1",
    "bank", "cards", "time", "limit", "NICK", "en", "de", "xx", "both", "x" * 90,
)  # fmt: skip
_SENSIBLE = (
    "join", "join fia", "join ion sesame", "again", "go", "vote stop", "away", "back", "quit", "more", "mo",
    "help deck", "help ions", "rules haven cards", "rules ion objects", "rules fia 6", "rules menagerie time",
    "settings haven", "settings ion", "settings log", "settings fill", "deck fia", "deck haven list",
    "deck fia show guarded", "deck fia copy guarded mine", "deck fia remove mine ra7", "deck fia check mine",
    "deck fia use mine", "deck menagerie new mine", "deck menagerie check mine", "deck haven show mine",
    "subscribe ion", "subscribe fia off", "notice off", "ping me off", "colour off", "set fill 2",
    "set ion.move_time 20", "set quiet 23:00-07:00", "set excluded account:zoe, *!*@pest.example", "set game haven",
    "reset", "reset yes", "reset fill yes", "exclude bob", "exclude eve", "include bob", "include *!*@eve.example",
    "start", "start fia spread=free", "start ion limit=8", "stop", "pause", "resume", "bot add", "bot add normal",
    "bot remove", "drop ann", "drop bob", "swap bob", "swap ann bob", "accept", "schedule ion fri 20:00",
    "schedule haven daily 9:30 Europe/Berlin", "schedule remove 1", "upcoming", "card ra7", "networks", "channels",
    "channel join #cards key", "channel join #new", "channel part #cards", "channel part #CARDS yes",
    "say #cards hello", "status", "reload", "shutdown", "shutdown 2m", "shutdown 24h", "shutdown cancel",
)  # fmt: skip
_CHAT = ("hello all", "play nice, you two", "who is next?", "pass me the salt", "draw a card, bob", "ok", "lol", "brb")
_NOISE = (
    "abcxyz 0123456789 \t\u00a0\u200b\u3000\x01\x02\x03\x0f\x16\x1d!:,*@{}%\\|[]()+-=±&äßçé日本語🂡\u0301\u202e\ud7ff"
)
_PREFIXES = ("!", "!", "!", "!", "", "", "!!", "! ", "ionbot: ", "ionbot, ", "IONBOT:", "?")
_LONGEST = 400
"""Characters of a line as long as IRC lets it be."""


class Talker:
    """Somebody who types by chance what is possible where a game is played."""

    def __init__(self, chance: Random, game: str) -> None:
        self._chance = chance
        self._moves = _MOVES[game]
        self._words = [*COMMANDS, *ORDERS]

    def line(self) -> str:
        """Give the next line."""
        draw = self._chance.random()
        if draw < 0.3:
            text = self._prefixed(self._chance.choice(_SENSIBLE))
        elif draw < 0.6:
            text = self._prefixed(" ".join([self._command(), *self._some(_BEHIND, 4)]))
        elif draw < 0.8:
            text = self._prefixed(" ".join(self._some(self._moves, 2)))
        elif draw < 0.85:
            text = self._prefixed(f"{self._chance.choice(('play', 'pl', 'PLAY'))} {self._chance.choice(self._moves)}")
        elif draw < 0.9:
            text = self._chance.choice(_CHAT)
        else:
            text = self._prefixed("".join(self._chance.choices(_NOISE, k=self._chance.choice((1, 5, 30, _LONGEST)))))
        return self._spoilt(text)[:_LONGEST]

    def _command(self) -> str:
        """Give a command's word, or its beginning, or one like it."""
        word = self._chance.choice(self._words)
        match self._chance.randrange(6):
            case 0:
                return word[: self._chance.randint(1, len(word))]
            case 1:
                at = self._chance.randrange(len(word))
                return word[:at] + self._chance.choice("aeiotz") + word[at + 1 :]
            case 2:
                return word.upper()
            case _:
                return word

    def _some(self, words: Sequence[str], most: int) -> list[str]:
        return self._chance.choices(words, k=self._chance.randint(0, most))

    def _prefixed(self, text: str) -> str:
        return self._chance.choice(_PREFIXES) + text

    def _spoilt(self, text: str) -> str:
        """Put a strange character into one line of ten, and make one of fifty long."""
        if self._chance.random() < 0.1:
            at = self._chance.randint(0, len(text))
            text = text[:at] + self._chance.choice(_NOISE) + text[at:]
        return text + " " + self._chance.choice(_BEHIND) * 99 if self._chance.random() < 0.02 else text
