"""What Haven says in its own way: the beginning, and what happens in the den."""

from games.cardbattle import events as e
from games.cardbattle.sentences import Scene, Sentences, announced, names
from games.haven.events import Begun
from games.kit.text import Phrase, Player, phrase


def _begun(scene: Scene, event: Begun) -> Phrase:
    return phrase(
        "{players}, {life} {noun} each.",
        players=names(range(len(event.kinds))), life=event.options.composure, noun=scene.nouns.life,
    )  # fmt: skip


def _charged(scene: Scene, event: e.StruggleBegan) -> Phrase:
    return phrase(
        "{player} enters the {den} against {other} with {sprites}.",
        player=Player(event.attacker), other=Player(event.defender), den=scene.nouns.fight,
        sprites=scene.refs(event.attacking),
    )  # fmt: skip


def _announced(scene: Scene, event: e.Announced) -> Phrase | None:
    """Say that nobody meets the charge, where nobody does."""
    if event.item.kind == "meet":
        return None if scene.defended else phrase("Nobody meets them.")
    return announced(scene, event)


OWN: Sentences = {
    Begun: _begun,
    e.StruggleBegan: _charged,
    e.Announced: _announced,
    e.Defended: lambda scene, event: phrase(
        "{player} meets them with {sprites}.", player=Player(event.seat), sprites=scene.refs(event.things)
    ),
}
