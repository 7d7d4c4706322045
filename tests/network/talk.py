"""The bot says something on a stage, and the server gives it back."""

from ionbot.channel import Delivery, Lane
from tests.network.fakes import DATE, Fates, Stage, playing

ECHO = "echo-message server-time message-tags batch"
LABELS = f"{ECHO} labeled-response"
STAMPED = (Delivery.SENT, DATE + 1500)
"""The fate of a line that was echoed by `echo`."""


def echo(text: str, target: str = "#ion", command: str = "PRIVMSG", tags: str = "") -> str:
    return f"@time=2026-01-01T00:00:01.500Z{tags} :ionbot!bot@bot.host {command} {target} :{text}"


def echoing(isupport: str = "", **changes: object) -> Stage:
    return playing(isupport, ECHO, **changes)


def labeling(isupport: str = "", **changes: object) -> Stage:
    return playing(isupport, LABELS, **changes)


def said(stage: Stage, text: str, lane: Lane = Lane.RESULT) -> Fates:
    """Say something to the channel, let it be written, and give its fates."""
    fates = Fates()
    stage.shared.channels["#ion"].say((text,), lane, fates.note)
    stage.clock.advance()
    return fates


def whispered(stage: Stage, nick: str, text: str, key: str = "") -> Fates:
    """Tell somebody something, let it be written, and give its fates."""
    fates = Fates()
    stage.shared.channels["#ion"].tell(stage.person(nick), (text,), Lane.HAND, key, fates.note)
    stage.clock.advance()
    return fates


def answered(stage: Stage, text: str, *nicks: str) -> list[Fates]:
    """Answer people with the same, let it be written, and give the fates."""
    fates = [Fates() for _ in nicks]
    for nick, fate in zip(nicks, fates, strict=True):
        stage.shared.channels["#ion"].tell(stage.person(nick), (text,), left=fate.note)
    stage.clock.advance()
    return fates
