"""Whom the configuration trusts: accounts and masks, and whether somebody is meant by one."""

import re
from collections.abc import Callable

_ACCOUNT = "account:"


def fits(name: str, account: str | None, address: str, fold: Callable[[str], str]) -> bool:
    """Tell whether `name` means somebody by their services account, if any, or their address (nick!user@host).

    `name` is `account:NAME` or a mask, in which `*` stands for any characters and `?` for one. `fold` folds as the
    network's CASEMAPPING does.
    """
    if name.startswith(_ACCOUNT):
        return account is not None and fold(account) == fold(name.removeprefix(_ACCOUNT))
    pattern = re.escape(fold(name)).replace(r"\*", ".*").replace(r"\?", ".")
    return re.fullmatch(pattern, fold(address)) is not None
