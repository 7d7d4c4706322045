"""The configuration that counts now: another one may come while the bot runs."""

from ionbot.channel import Channel
from ionbot.config import Config, Local


class Current:
    """Holds the configuration."""

    def __init__(self, config: Config) -> None:
        self.config = config

    def local(self, channel: Channel) -> Local:
        """Give what is configured for a channel."""
        return self.config.at(channel.network, channel.folded, channel.fold)

    def names(self, channel: Channel) -> bool:
        """Tell whether a channel is one of those that are configured."""
        keys = self.config.networks[channel.network].keys
        return any(channel.fold(name) == channel.folded for name in keys)

    def without(self, network: str) -> None:
        """Let a network be configured no more."""
        left = {name: each for name, each in self.config.networks.items() if name != network}
        self.config = self.config.model_copy(update={"networks": left})
