"""The command by which operators plan matches, and everybody asks for them."""

from typing import TYPE_CHECKING

from games.kit.options import OptionsError
from games.kit.registry import UnknownGame, find_game
from games.kit.text import Named, Text, joined, phrase
from ionbot.channel import Person
from ionbot.store.plans import Plan
from ionbot.table.calendar import PlanError, read
from ionbot.table.settings import allows, first_of
from ionbot.table.vocabulary import Group, command

if TYPE_CHECKING:
    from ionbot.table.table import Table

MOST = 5
"""How many plans a channel can have, so that they are told in one line or two."""


@command(
    "upcoming", "which matches are planned here", group=Group.LOOK,
    more=(
        phrase(
            "Times are of the zone that is told, and of UTC. A table opens by itself when the time has come; "
            "{prefix}join sits down. Operators plan matches by {prefix}schedule."
        ),
    ),
)  # fmt: skip
async def upcoming(table: "Table", person: Person, _rest: str) -> None:
    """Tell the plans of the channel, and when each comes next."""
    plans = table.planner.plans
    if not plans:
        table.tell(person, phrase("Nothing is planned here."))
        return
    table.tell(person, joined(*(_shown(table, number, plan) for number, plan in plans.items())))


@command(
    "schedule GAME DAY TIME [ZONE] [OPTION=VALUE ...] | schedule remove NUMBER",
    "plan a match: each fri, daily, or on 2026-12-24, at 20:00",
    whole=True, group=Group.OPERATE, instead="upcoming",
    more=(
        phrase(
            "{prefix}schedule ion fri 20:00, {prefix}schedule fia daily 21:30 Europe/Berlin, {prefix}schedule ion "
            "2026-12-24 18:00 rounds=2. It is told 10 minutes and 1 minute before, then a table opens."
        ),
        phrase("{prefix}upcoming lists the plans with their numbers, {prefix}schedule remove 1 takes one back."),
    ),
)  # fmt: skip
async def schedule(table: "Table", person: Person, rest: str) -> None:
    """Plan a match, or undo that."""
    first, *words = rest.split() or [""]
    if not first:
        await upcoming(table, person, "")
    elif first.lower() == "remove":
        await _remove(table, person, words)
    else:
        try:
            plan = _plan(table, first, words)
        except OptionsError as error:
            table.tell(person, first_of(error))
            return
        except (UnknownGame, PlanError) as error:
            table.tell(person, error.text)
            return
        await _add(table, person, plan)


async def _add(table: "Table", person: Person, plan: Plan) -> None:
    if not table.planner.next(plan):
        table.tell(person, phrase("{day} {time} is over.", day=plan.day, time=plan.time))
    elif len(table.planner.plans) >= MOST and plan not in table.planner.plans.values():
        table.tell(
            person,
            phrase(
                "There are {most} plans; {remove} makes room.", most=MOST, remove=table.typed("schedule remove NUMBER")
            ),
        )
    else:
        await table.planner.add(plan, person)
        number = next(number for number, known in table.planner.plans.items() if known == plan)
        table.say(joined(phrase("{nick} plans a match.", nick=Named(person.nick)), _shown(table, number, plan)))


async def _remove(table: "Table", person: Person, words: list[str]) -> None:
    plans = table.planner.plans
    number = next((number for number in plans if words == [str(number)]), None)
    if number is None:
        numbers = ", ".join(map(str, plans)) or phrase("none")
        table.tell(person, phrase("There is no such plan; there are: {numbers}.", numbers=numbers))
        return
    shown = _shown(table, number, plans[number])
    await table.planner.remove(number)
    table.say(joined(phrase("{nick} takes a plan back.", nick=Named(person.nick)), shown))


def _plan(table: "Table", name: str, words: list[str]) -> Plan:
    """Read a plan. Raises UnknownGame, PlanError or OptionsError."""
    game = find_game(name)
    if not allows(table.config, game):
        lists = table.typed("games")
        raise PlanError(phrase("{game} is not played here; {lists} lists what is", game=game.title, lists=lists))
    given = dict(word.split("=", 1) for word in words if "=" in word)
    table.reception.options_typed(game, given)
    day, time, zone = read([word for word in words if "=" not in word], table.config.zone)
    return Plan(game.name, day, time, zone, given)


def _shown(table: "Table", number: int, plan: Plan) -> Text:
    options = "".join(f" {name}={value}" for name, value in plan.options.items())
    coming = table.planner.next(plan)
    return phrase(
        "{number}: {game}{options} {day} {time} {zone}, next {coming}.",
        number=str(number), game=plan.game, options=options, day=plan.day, time=plan.time, zone=plan.zone,
        coming=coming.strftime("%Y-%m-%d %H:%M UTC") if coming else phrase("never"),
    )  # fmt: skip
