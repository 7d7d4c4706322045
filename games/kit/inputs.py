"""The system's inputs: what happens to a match besides the players' moves. They are journaled like moves."""

from enum import StrEnum

from msgspec import Struct


class Kind(StrEnum):
    """Who sits on a seat."""

    HUMAN = "human"
    COMPUTER = "computer"
    FILLER = "filler"
    """A computer player that evens out the teams and cannot win."""


class Reason(StrEnum):
    """Why a player left a match for good."""

    QUIT = "quit"
    PART = "part"
    KICK = "kick"
    DISCONNECT = "disconnect"
    DROP = "drop"
    SURPLUS = "surplus"
    """A filler that is not wanted any more."""


class Cause(StrEnum):
    """Why a player is away and may come back; each has its own grace."""

    SPLIT = "split"
    PING_TIMEOUT = "ping_timeout"
    QUIT = "quit"
    """The player has quit IRC. For a game that gives no grace for that they have left for good, as by `Left`."""
    UNSEEN = "unseen"
    """The bot was away itself and has not seen the player since."""
    ASKED = "asked"
    """The player has said so, and is still connected."""


class SystemInput(Struct, frozen=True, tag=True, gc=False):
    """Base of the system's inputs."""


class Begin(SystemInput, frozen=True):
    """The first input of every match; the game sets itself up."""


class Joined(SystemInput, frozen=True):
    """Somebody takes the seat given with the input: a new one, or one they left before."""

    kind: Kind = Kind.HUMAN


class Left(SystemInput, frozen=True):
    """The player of the seat has left for good."""

    reason: Reason


class Away(SystemInput, frozen=True):
    """The player of the seat is gone for a while; the seat is held."""

    cause: Cause


class Back(SystemInput, frozen=True):
    """The player of a held seat is back."""


class Prompted(SystemInput, frozen=True):
    """The prompt has left for the network: the time of whom it asks starts now."""


class Expired(SystemInput, frozen=True):
    """The timer of that name was due at this input's time."""

    timer: str


class Paused(SystemInput, frozen=True, omit_defaults=True):
    """Match time stands still from here: an operator has `asked` for it, or the network is lost."""

    asked: bool = False


class Resumed(SystemInput, frozen=True, omit_defaults=True):
    """Match time goes on; whoever is to act is asked again and gets their full time.

    `asked`: an operator ends the pause that one has asked for.
    """

    asked: bool = False


def is_asked_pause(command: object) -> bool | None:
    """Tell whether an input begins (True) or ends (False) a pause that was asked for, or neither (None)."""
    return isinstance(command, Paused) if isinstance(command, Paused | Resumed) and command.asked else None


class Stopped(SystemInput, frozen=True):
    """The match ends here. `scored`: with places as it stands; else without a result."""

    scored: bool


SYSTEM: tuple[type[SystemInput], ...] = (
    Begin, Joined, Left, Away, Back, Prompted, Expired, Paused, Resumed, Stopped,
)  # fmt: skip
