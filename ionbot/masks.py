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
    return re.fullmatch(_pattern(fold(name)), fold(address)) is not None


def _pattern(mask: str) -> str:
    """Give a mask as a regular expression.

    What stands between two stars is taken where it comes first. No later place could help, so none is tried (an atomic
    group): else each star would multiply the time.
    """
    first, *rest = (re.escape(part).replace(r"\?", ".") for part in mask.split("*"))
    if not rest:
        return first
    *between, last = rest
    return first + "".join(f"(?>.*?{part})" for part in between) + ".*" + last
