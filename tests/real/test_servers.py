"""What happens where a server is not installed."""

import pytest

from tests.real.servers import program

MISSING = "no-such-server is missing: apt-get install no-such-package"


def test_a_missing_server_skips_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("IONBOT_REAL", raising=False)
    with pytest.raises(pytest.skip.Exception, match=MISSING):
        program("no-such-server", "no-such-package")


def test_a_missing_server_fails_the_test_where_all_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IONBOT_REAL", "1")
    with pytest.raises(pytest.fail.Exception, match=MISSING):
        program("no-such-server", "no-such-package")
