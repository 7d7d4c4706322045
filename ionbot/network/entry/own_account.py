"""The bot's own account with a network's services: whether it is logged in, however it came to be."""

from collections.abc import Callable

import structlog
from irctokens.line import Line

from ionbot.network.lines import Handlers, param, sender
from ionbot.network.whereabouts.people import People

_log = structlog.get_logger()


class OwnAccount:
    """What one connection was told of the bot's account; its name stands in `people.me`, None where there is none."""

    def __init__(self, people: People, configured: str | None, changed: Callable[[], None]) -> None:
        """`configured` is the account that the bot logs in to; `changed` is called when there is news of it."""
        self.handlers: Handlers = {
            "900": self._on_logged_in,
            "901": self._on_logged_out,
            "330": self._on_whois,
            "ACCOUNT": self._on_account,
            "MODE": self._on_mode,
        }
        self._people = people
        self._configured = configured
        self._changed = changed

    @property
    def known(self) -> bool:
        """Whether the bot is logged in."""
        return self._people.me.account is not None

    def granted(self) -> None:
        """Note that the bot is logged in, where the account's name may not have been told."""
        me = self._people.me
        self._note(me.account or self._configured or me.nick)

    def _on_logged_in(self, line: Line) -> None:
        self._note(param(line, 2))

    def _on_logged_out(self, _line: Line) -> None:
        self._note(None)

    def _on_whois(self, line: Line) -> None:
        """Take the answer to our WHOIS: to whom the bot is logged in (numeric 330)."""
        if self._is_me(param(line, 1)):
            self._note(param(line, 2))

    def _on_account(self, line: Line) -> None:
        if self._is_me(sender(line).nickname):
            name = param(line, 0)
            self._note(None if name == "*" else name)

    def _on_mode(self, line: Line) -> None:
        """Take the user mode r for a login where there is one to expect; on IRCnet it is a restriction."""
        raised = "".join(part.partition("-")[0] for part in param(line, 1).split("+")[1:])
        if self._configured and "r" in raised and self._is_me(param(line, 0)):
            self.granted()

    def _is_me(self, nick: str) -> bool:
        return self._people.find(nick) is self._people.me

    def _note(self, name: str | None) -> None:
        before, self._people.me.account = self._people.me.account, name or None
        if name and name != before:
            _log.info("logged in", account=name)
        elif before and not name:
            _log.warning("logged out")
        self._changed()
