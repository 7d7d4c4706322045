"""What the connections of one network have in common, and outlives each of them."""

from dataclasses import dataclass

from ionbot.channel import Listener
from ionbot.config import NetworkConfig
from ionbot.network.channels import Channels
from ionbot.network.clock import Clock, Timing
from ionbot.network.outbox import Outbox
from ionbot.network.signs import Signs


@dataclass(frozen=True)
class Shared:
    """A network's lasting parts. Calls of the listener may not raise."""

    name: str
    config: NetworkConfig
    channels: Channels
    listener: Listener
    outbox: Outbox
    signs: Signs
    clock: Clock
    timing: Timing
