"""A worker of a cluster: it is in the channels whose leases it holds, and in no others."""

from asyncio import Event, TimerHandle, create_task, gather, get_running_loop, wait_for
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

import structlog

from ionbot.administration.networks import Networks
from ionbot.administration.shares import Shares
from ionbot.channel import Channel
from ionbot.network.channels import IrcChannel
from ionbot.network.gate import Gate, Uptime, uptime
from ionbot.store.database import DatabaseError
from ionbot.store.fence import FENCE, Fence, Fenced
from ionbot.store.leases import VALID_MS, Leases, Replaced, Survey
from ionbot.store.places import Where
from ionbot.store.stays import Stay
from ionbot.store.stores import Stores
from ionbot.table.background import Background
from ionbot.table.hall import Hall

RENEW_S = 2.0
"""How often a worker is heard of, and looks for free channels."""
AGAIN_S = 0.5
"""After how long that is tried again where the database has failed."""
VALID_S = VALID_MS / 1000
AT_ONCE = 200
"""How many channels are taken in one transaction; those are entered before the next are taken."""
SET_UP_S = 4.0
"""How long it may take to set taken channels up before the worker is heard of again; then that is begun anew."""
MARGIN_S = 1.0
"""So long before its leases may be over a worker is silent."""

ELSEWHERE = "no admin wants the bot there any more"

_log = structlog.get_logger()


class _Holding(NamedTuple):
    """A channel that is this worker's, and the fence around what is written for it."""

    channel: IrcChannel
    fence: Fence


class Cluster:
    """A worker among others."""

    def __init__(
        self, *, leases: Leases, gate: Gate, networks: Networks, hall: Hall, stores: Stores, now: Uptime = uptime
    ) -> None:
        self._leases = leases
        self._gate = gate
        self._networks = networks
        self._hall = hall
        self._stores = stores
        self._now = now
        self._shares = Shares(leases.worker.name, networks, now)
        self._held: dict[Where, _Holding] = {}
        self._stays: frozenset[Stay] = frozenset()
        self._failing = False
        self._patient_until = float("-inf")
        self._wake = Event()
        self._silence: TimerHandle | None = None
        self._asked = Background()
        self._stopped = False
        hall.fence = self.fence
        gate.ask = self._ask
        gate.arrived = self._wake.set

    def fence(self, channel: Channel) -> Fence | None:
        """Give the fence around what is written for a channel; None for one that is not this worker's."""
        holding = self._held.get(Where(channel.network, channel.folded))
        return holding.fence if holding else None

    async def elsewhere(self, channel: Channel) -> str | None:
        """Give the other worker that holds a channel, if one does. Raises DatabaseError."""
        holder = await self._leases.holder(Where(channel.network, channel.folded))
        return None if holder == self._leases.worker.name else holder

    @asynccontextmanager
    async def working(self, replaced: Callable[[], None]) -> AsyncIterator[None]:
        """Be heard of, and have a fair share of the channels, meanwhile.

        `replaced` is called when another process works by this worker's name; then this one does nothing any more.
        """
        work = create_task(self._work(replaced))
        try:
            yield
        finally:
            work.cancel()
            if self._silence:
                self._silence.cancel()
            await gather(work, self._asked.close(), return_exceptions=True)

    def stop(self) -> None:
        """Take no channel any more; what is held stays held for some seconds."""
        self._stopped = True
        self._wake.set()

    async def bring(self, channel: Channel) -> str | None:
        """Take a channel at once if it is free, also one that the bot was sent away from; give who has it otherwise.

        Raises DatabaseError.
        """
        where = Where(channel.network, channel.folded)
        await self._leases.send_away(where, away=False)
        others = await self._leases.take([where])
        self._wake.set()
        return others.get(where)

    async def send_away(self, channel: Channel) -> None:
        """Give up a channel that was left; no worker takes it until an admin wants that, or one is started.

        Raises DatabaseError.
        """
        where = Where(channel.network, channel.folded)
        await self._leases.send_away(where, away=True)
        await self._give_up([where])

    def _ask(self, network: str, folded: str) -> None:
        self._asked.start("invitation", self.bring(self._networks[network].channels[folded]))

    async def _work(self, replaced: Callable[[], None]) -> None:
        while not self._stopped:
            self._wake.clear()
            try:
                pause = await self._beat()
            except DatabaseError as error:
                if not self._failing:
                    _log.warning("leases not renewed; tried again", why=str(error))
                self._failing, pause = True, AGAIN_S
            except Replaced as error:
                _log.error("stopped: another process took this worker's place", why=str(error))
                replaced()
                return
            except Exception:  # noqa: BLE001 - whatever it is, the worker must be heard of
                _log.exception("cluster fault")
                pause = AGAIN_S
            with suppress(TimeoutError):
                await wait_for(self._wake.wait(), pause)

    async def _beat(self) -> float:
        """Renew the leases, and do what follows from how all stands. Gives the seconds until the next time."""
        sent = self._now()
        if not self._gate.open:
            # The others may have been as late, be it for the same reason, which a new worker cannot know either: they
            # have as long as if all began now.
            self._patient_until = sent + VALID_S
        survey = await self._leases.beat(self._shares.posts(), strike=sent >= self._patient_until)
        if self._failing:
            _log.info("leases renewed again")
            self._failing = False
        mine = {where: fence for where, lease in survey.leases.items() if (fence := lease.fence(self._leases.worker))}
        if not self._gate.open:
            self._hush()
        for where in [where for where, held in self._held.items() if mine.get(where) != held.fence]:
            self._let_go(where)
        self._extend(sent)
        self._follow_admins(survey)
        with suppress(TimeoutError):
            await wait_for(
                self._set_up({each: fence for each, fence in mine.items() if each not in self._held}), SET_UP_S
            )
        if await self._share(survey):
            return 0
        return RENEW_S if survey.next_end is None else min(RENEW_S, survey.next_end / 1000)

    def _extend(self, sent: float) -> None:
        """Speak until the leases that were renewed at this time may be over; go on where it was silent."""
        was_open = self._gate.open
        self._gate.until = sent + VALID_S - MARGIN_S
        self._watch()
        if not was_open and self._gate.open:
            for network in self._networks:
                network.come_back()

    def _watch(self) -> None:
        """Be silent as soon as the leases may be over, be it that nothing comes back from the database."""
        if self._silence:
            self._silence.cancel()
        left = self._gate.until - self._now()
        if left > 0:
            self._silence = get_running_loop().call_later(left, self._watch)
        else:
            self._hush()

    def _hush(self) -> None:
        """Be silent everywhere: what is held may be another worker's by now."""
        if self._held:
            _log.warning("leases may be over; silent until the database answers", channels=len(self._held))
        for network in self._networks:
            network.hush()

    async def _set_up(self, taken: Mapping[Where, Fence]) -> None:
        """Go to channels that were just taken: what others have kept in memory is read, their lobbies are closed."""
        known = {where: channel for where in taken if (channel := self._find(where))}
        if not known:
            return
        await self._stores.reload()
        still = await gather(*(self._close_lobby(where, taken[where]) for where in known))
        known = {where: channel for (where, channel), is_mine in zip(known.items(), still, strict=True) if is_mine}
        for where, channel in known.items():
            self._held[where] = _Holding(channel, taken[where])
            _log.info("channel taken", network=where.network, channel=channel.name, epoch=taken[where].epoch)
        for network in self._networks:
            network.hold([channel for where, channel in known.items() if where.network == network.name])

    async def _close_lobby(self, where: Where, fence: Fence) -> bool:
        """Close the lobby that was left in a channel, if there is one. Tells whether the channel still is ours."""
        FENCE.set(fence)
        try:
            closed = await self._stores.journal.cancel_lobbies(where.network, where.channel)
        except Fenced:
            return False
        if closed:
            self._hall.lobby_lost(where.network, where.channel)
        return True

    async def _share(self, survey: Survey) -> bool:
        """Take what this worker is due to, and give up what others are. Tells whether something was taken."""
        self._shares.look(survey)
        await self._give_up(self._shares.superfluous({where: held.channel for where, held in self._held.items()}))
        if due := self._shares.due():
            await self._leases.take(sorted(due)[:AT_ONCE])
            return True
        await self._give_up(self._shares.surplus([where for where in self._held if not self._is_busy(where)]))
        return False

    async def _give_up(self, places: Collection[Where]) -> None:
        for where in [where for where in places if where in self._held]:
            self._let_go(where)
        if places:
            await self._leases.free(places)

    def _let_go(self, where: Where) -> None:
        """Be no more in a channel, and have no table there."""
        held = self._held.pop(where)
        self._hall.drop(where.network, where.channel)
        if where.network in self._networks:
            self._networks[where.network].release(held.channel)
        _log.info("channel left to others", network=where.network, channel=held.channel.name)

    def _follow_admins(self, survey: Survey) -> None:
        """Want to be where admins have sent any of the workers, and no more where they have not any more."""
        stays = frozenset(stay for stay in survey.stays if stay.network in self._networks)
        for stay in stays - self._stays:
            self._networks[stay.network].join(stay.channel, stay.key)
        wanted = {(stay.network, stay.channel) for stay in stays}  # maybe with another key than before
        for stay in self._stays:
            gone = (stay.network, stay.channel) not in wanted
            if gone and stay.network in self._networks and not self._is_held(stay):
                self._networks[stay.network].part(stay.channel, ELSEWHERE)
        self._stays = stays

    def _is_held(self, stay: Stay) -> bool:
        return (there := self._find(Where(stay.network, stay.channel))) is not None and there.held

    def _is_busy(self, where: Where) -> bool:
        table = self._hall.tables.get((where.network, where.channel))
        return table is not None and (table.play is not None or table.lobby is not None)

    def _find(self, where: Where) -> IrcChannel | None:
        return self._networks[where.network].find(where.channel) if where.network in self._networks else None


async def given_back(leases: Leases) -> None:
    """Give all leases back, once nothing is written any more; if the database is away they end by themselves."""
    try:
        await leases.leave()
    except (DatabaseError, Replaced) as error:
        _log.warning("leases not given back", why=str(error))
