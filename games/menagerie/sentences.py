"""What Menagerie says in its own way: the beginning, whose turn it is, and what happens in combat."""

from games.cardbattle import events as e
from games.cardbattle.sentences import Scene, Sentences, announced, names
from games.kit.text import Phrase, Player, phrase
from games.menagerie.events import Begun


def _begun(scene: Scene, event: Begun) -> Phrase:
    return phrase(
        "{players}, {hp} {noun} each.",
        players=names(range(len(event.kinds))), hp=event.options.hp, noun=scene.nouns.life,
    )  # fmt: skip


def _turn_began(scene: Scene, event: e.TurnBegan) -> Phrase:
    return phrase(
        "{player}'s turn ({round}/{rounds}).",
        player=Player(event.seat), round=event.round, rounds=scene.state.rounds,
    )  # fmt: skip


def _announced(scene: Scene, event: e.Announced) -> Phrase | None:
    """Say who is attacked and with what, and that nobody defends, where nobody does."""
    item = event.item
    if item.kind == "attack":
        *creatures, against = item.targets
        return phrase(
            "{player} attacks {other} with {creatures}.",
            player=Player(item.seat), other=Player(~against), creatures=scene.refs(creatures),
        )  # fmt: skip
    if item.kind == "defend":
        return None if scene.defended else phrase("Nobody defends.")
    return announced(scene, event)


def _struggle_began(scene: Scene, event: e.StruggleBegan) -> Phrase:
    return phrase("{creatures} {tapped}.", creatures=scene.refs(event.attacking), tapped=scene.nouns.exhausted)


OWN: Sentences = {
    Begun: _begun,
    e.TurnBegan: _turn_began,
    e.Announced: _announced,
    e.StruggleBegan: _struggle_began,
    e.Defended: lambda scene, event: phrase(
        "{player} defends with {creatures}.", player=Player(event.seat), creatures=scene.refs(event.things)
    ),
}
