"""What the tables of the configuration have in common: strictness, and how a field explains itself.

Where bounds do not say it, `right` in a field's schema says in words what the key may be; `unit` names its unit.
"""

import re
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, SecretStr, ValidationInfo, field_validator

from games.kit.text import phrase
from ionbot.config.mistakes import Unfit

_ACCOUNT = re.compile(r"account:[^\s!*?\x00-\x1f]+")
_WHOLE_MASK = re.compile(r"[^\s!@\x00-\x1f]+![^\s!@*?\x00-\x1f]+@[^\s!@*?\x00-\x1f]+")
"""A mask with user and host in full; the nick may have stars."""
_MASK = re.compile(r"[^\s!@\x00-\x1f]+![^\s!@\x00-\x1f]+@(?P<host>[^\s!@\x00-\x1f]+)")


def unit(name: str) -> dict[str, Any]:
    """Name a field's unit."""
    return {"unit": name}


def right(text: str) -> dict[str, Any]:
    """Say what a field may be."""
    return {"right": text}


class Strict(BaseModel):
    """A table that has no other keys than its own. What is wrong in it is told without the values."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class Plain(Strict):
    """A table of plain values."""

    @field_validator("*", mode="before")
    @classmethod
    def _no_truth_value(cls, value: object, info: ValidationInfo) -> object:
        """Refuse true where a number is expected; pydantic would read it as 1."""
        if isinstance(value, bool) and cls.model_fields[str(info.field_name)].annotation is not bool:
            raise ValueError(f"{str(value).lower()} is a truth value")
        return value


def _somebody(name: str) -> str:
    account, mask = _ACCOUNT.fullmatch(name), _MASK.fullmatch(name)
    if not account and not mask:
        raise Unfit(phrase("{name} is neither an account nor a mask; a nick alone proves nothing", name=repr(name)))
    if mask and not set(mask["host"]) - set("*?.:"):
        raise Unfit(phrase("{name} fits every host, and all else in a mask is anybody's to choose", name=repr(name)))
    return name


def _admin(name: str) -> str:
    if not _ACCOUNT.fullmatch(name) and not _WHOLE_MASK.fullmatch(name):
        raise ValueError(f"{name!r} is neither an account nor a mask with user and host in full")
    return name


def _one_line(secret: SecretStr) -> SecretStr:
    if not secret.get_secret_value() or set("\r\n\0") & set(secret.get_secret_value()):
        raise ValueError("it is empty or has a line break in it")
    return secret


Somebody = Annotated[str, AfterValidator(_somebody)]
"""A person whom the configuration trusts: `account:NAME`, or a mask."""
Admin = Annotated[str, AfterValidator(_admin)]
"""A person who may do all that the bot can: `account:NAME`, or where there are no accounts a mask without stars in user
and host."""
Secret = Annotated[SecretStr, AfterValidator(_one_line)]
