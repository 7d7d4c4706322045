"""What the connections of one network have in common, and outlives each of them."""

from dataclasses import dataclass, field

from ionbot.channel import Listener
from ionbot.config import NetworkConfig
from ionbot.network.channels import Channels
from ionbot.network.clock import Clock, Timing
from ionbot.network.gate import Gate
from ionbot.network.link.sts import Policies
from ionbot.network.sending.outbox import Outbox
from ionbot.network.sending.signs import Signs


@dataclass
class Shared:
    """A network's lasting parts. Calls of the listener may not raise. `policies` are those of all networks.

    `config` may be replaced by one in which the connection is the same.
    """

    name: str
    config: NetworkConfig
    channels: Channels
    listener: Listener
    outbox: Outbox
    signs: Signs
    clock: Clock
    timing: Timing
    policies: Policies = field(default_factory=dict)
    gate: Gate = field(default_factory=Gate)
