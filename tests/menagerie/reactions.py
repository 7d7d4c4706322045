"""A table with cards to react with: `hush` counters, `zap` takes 1 HP of somebody, `read` draws; `ox` fights."""

from games.kit.scenario import Scenario
from tests.menagerie.scenes import card, creature, scene

HUSH = card("hush", "surprise", 'when = "once"\ntargets = { what = "top" }\neffects = [{ do = "counter" }]', ap=4)
READ = card("read", "action", 'when = "once"\neffects = [{ do = "draw" }]', ap=1)
ZAP = card(
    "zap", "surprise", 'when = "once"\ntargets = { what = "player", where = { side = "theirs" } }\n'
    'effects = [{ do = "hit", to = "target", amount = 1 }]', ap=1,
)  # fmt: skip
CARDS = HUSH + READ + ZAP + creature("ox", "clay", "1A 1B 2C 1D")


def table(*hands: str, **options: object) -> Scenario:
    return scene(*hands, cards=CARDS, **options)
