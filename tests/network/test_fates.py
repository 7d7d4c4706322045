"""Whatever becomes of lines on a server that tells the truth, each hears it once, and it is so."""

from collections import Counter, deque
from collections.abc import Iterator

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ionbot.channel import Delivery, Lane
from ionbot.network.lines import read
from tests.network.fakes import Fates, Stage, playing
from tests.network.talk import ECHO, LABELS

NICKS = ("ann", "bob", "cat", "dan")
FATES = [*["pass"] * 5, "refuse", "delay", "swallow"]


class Server:
    """Passes on, refuses, delays, or with labels also swallows lines, and says so in their order, if not at once.

    `passed` counts what reached whom, `refused` has what never will.
    """

    def __init__(self, stage: Stage, data: st.DataObject) -> None:
        self.passed: Counter[tuple[str, str]] = Counter()
        self.refused: set[tuple[str, str]] = set()
        self._stage = stage
        self._data = data
        self._answers: deque[list[str]] = deque()

    def read(self) -> None:
        """Read what was written."""
        self._stage.clock.advance()
        for text in self._stage.link.take():
            line = read(text)
            assert line
            if line.command in {"PRIVMSG", "NOTICE"}:
                said = list(self._answer(line.command, line.params[0].split(","), line.params[1]))
                label = (line.tags or {}).get("label")
                self._answers.append(labelled(label, said) if label else said)

    def say(self) -> bool:
        """Give the next answer; tell whether there was one."""
        if self._answers:
            self._stage.feed(*self._answers.popleft())
            self.read()
            return True
        return False

    def _answer(self, command: str, targets: list[str], text: str) -> Iterator[str]:
        most = self._data.draw(st.integers(1, len(targets)), label="how many at once")
        for target in targets[:most]:
            fate = self._data.draw(st.sampled_from(FATES), label=f"{target}: {text}")
            if fate == "refuse":
                yield f":i 716 ionbot {target} :no"
            elif fate == "delay":
                yield f":i 439 ionbot {target} :wait 1 second"
            elif fate == "pass" or not self._stage.session._receipts.labels.known or command == "PRIVMSG":
                self.passed[target, text] += 1
                yield f":ionbot!bot@bot.host {command} {target} :{text}"
            if fate == "refuse" or (fate == "swallow" and not self.passed[target, text]):
                self.refused.add((target, text))
        if most < len(targets):
            yield f":i 407 ionbot {targets[most]} :Too many targets"


def labelled(label: str, lines: list[str]) -> list[str]:
    """Give the lines of an answer with the label of what they answer."""
    if not lines:
        return [f"@label={label} :i ACK"]
    batched = [f"@batch=b{label} {line}" for line in lines]
    return [f"@label={label} :i BATCH +b{label} labeled-response", *batched, f":i BATCH -b{label}"]


def speak(stage: Stage, number: int, to: list[str]) -> dict[tuple[str, str], Fates]:
    """Say something to the channel, to somebody, or the same to several; give the fates by whom and what."""
    channel, text = stage.shared.channels["#ion"], f"line {number}"
    fates = {(name, text): Fates() for name in to}
    for (name, _), fate in fates.items():
        if name == "#ion":
            channel.say((text,), left=fate.note)
        else:
            channel.tell(stage.person(name), (text,), Lane.ANSWER, left=fate.note)
    return fates


SPEECH = st.one_of(st.just(["#ion"]), st.lists(st.sampled_from(NICKS), min_size=1, unique=True))
DOINGS = st.lists(st.one_of(SPEECH, st.sampled_from([0.0, 0.5])), max_size=12)
"""To whom something is said, or how long nothing is, in s."""


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from([ECHO, LABELS]), DOINGS, st.data())
def test_a_line_hears_once_what_became_of_it(caps: str, doings: list[list[str] | float], data: st.DataObject) -> None:
    stage = playing("TARGMAX=NOTICE:4", caps, names=" ".join(NICKS), ping_after=3600)
    server, fates = Server(stage, data), dict[tuple[str, str], Fates]()
    for number, doing in enumerate(doings):
        if isinstance(doing, float):
            stage.clock.advance(doing)
            server.say()
        else:
            fates |= speak(stage, number, doing)
        server.read()
    for _ in range(300):
        while server.say():
            stage.clock.advance(0.1)
        stage.clock.advance(1)
        server.read()
    for line, heard in fates.items():
        expected = (Delivery.REFUSED, 0) if line in server.refused else (Delivery.SENT, 1)
        assert [(fate, server.passed[line]) for fate, _ in heard] == [expected], line
