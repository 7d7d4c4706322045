"""The embedded server, seen from a socket."""

import asyncio
import re

import pytest

from ionbot.demo.server import Server
from tests.demo.conftest import Connect
from tests.demo.raw import numerics


async def test_registration_welcomes_and_tells_what_is_supported(connect: Connect) -> None:
    ann = await connect()
    lines = await ann.sync("NICK ann", "USER ann 0 * :Ann")
    assert numerics(lines) == ["001", "002", "003", "004", "005", "005", "422"]
    assert lines[0] == ":irc.example 001 ann :Welcome to the Demo network, ann!~ann@127.0.0.1"
    assert {"CASEMAPPING=rfc1459", "PREFIX=(ov)@+", "CHANTYPES=#", "NICKLEN=30", "NETWORK=Demo"} <= set(
        lines[4].split()
    )


async def test_registration_waits_for_the_end_of_negotiation(connect: Connect) -> None:
    ann = await connect()
    lines = await ann.sync("CAP LS 302", "NICK ann", "USER ann 0 * :Ann")
    assert len(lines) == 1
    assert lines[0].startswith(":irc.example CAP * LS :echo-message extended-join")
    assert numerics(await ann.sync("CAP END"))[0] == "001"


async def test_capabilities_are_granted_all_or_none(connect: Connect) -> None:
    ann = await connect()
    assert await ann.sync(
        "CAP REQ :multi-prefix sasl", "CAP REQ multi-prefix", "CAP LIST", "CAP REQ -multi-prefix", "CAP LIST", "CAP X"
    ) == [
        ":irc.example CAP * NAK :multi-prefix sasl",
        ":irc.example CAP * ACK multi-prefix",
        ":irc.example CAP * LIST multi-prefix",
        ":irc.example CAP * ACK -multi-prefix",
        ":irc.example CAP * LIST :",
        ":irc.example 410 * X :Invalid CAP command",
    ]


@pytest.mark.parametrize(
    ("line", "numeric"),
    [
        ("NICK", "431"),
        ("NICK 1ann", "432"),
        ("NICK " + "a" * 31, "432"),
        ("NICK :two words", "432"),
        ("NICK BOB{", "433"),
        ("USER again 0 * :x", "462"),
        ("PASS late", "462"),
        ("NOSUCH", "421"),
        ("JOIN", "461"),
        ("JOIN bad", "403"),
        ("JOIN :#two words", "403"),
        ("JOIN #" + "x" * 50, "403"),
        ("PART #none", "403"),
        ("PART #bobs", "442"),
        ("KICK #bobs bob[", "442"),
        ("KICK #ann nobody", "401"),
        ("KICK #ann bob[", "441"),
        ("KICK #ann", "461"),
        ("INVITE nobody #ann", "401"),
        ("INVITE ann #ann", "443"),
        ("MODE #none", "403"),
        ("MODE #bobs +m", "482"),
        ("MODE #ann +o bob[", "441"),
        ("MODE #ann +z", "472"),
        ("MODE bob[ +i", "502"),
        ("MODE ann +z", "501"),
        ("TOPIC #ann", "331"),
        ("PRIVMSG", "411"),
        ("PRIVMSG #ann", "412"),
        ("PRIVMSG #ann :", "412"),
        ("PRIVMSG #none :x", "403"),
        ("PRIVMSG #bobs :x", "404"),
        ("NOTICE nobody :x", "401"),
        ("PRIVMSG a,a,a,a,ann :x", "407"),
        ("WHOIS", "431"),
        ("WHOIS nobody", "401"),
        ("PING", "409"),
        ("MOTD", "422"),
    ],
)
async def test_errors(connect: Connect, line: str, numeric: str) -> None:
    await connect("bob[", "#bobs")
    ann = await connect("ann", "#ann")
    assert numeric in numerics(await ann.sync(line))


async def test_nothing_but_registration_before_registration(connect: Connect) -> None:
    ann = await connect()
    assert numerics(await ann.sync("JOIN #ion", "NOSUCH")) == ["451", "451"]


async def test_a_password_must_be_right() -> None:
    async with Server(password="right") as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"PASS wrong\r\nNICK ann\r\nUSER ann 0 * :Ann\r\n")
        assert (await reader.read()).split(b"\r\n")[:2] == [
            b":irc.example 464 ann :Password incorrect",
            b"ERROR :Closing Link: 127.0.0.1 (Bad password)",
        ]
        writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"PASS right\r\nNICK ann\r\nUSER ann 0 * :Ann\r\nQUIT\r\n")
        assert (await reader.read()).startswith(b":irc.example 001 ann ")
        writer.close()


@pytest.mark.parametrize(("mapping", "taken"), [("rfc1459", True), ("ascii", False)])
async def test_casemapping(connect: Connect, mapping: str, taken: bool) -> None:
    async with Server(casemapping=mapping) as server:
        await connect("a[]\\^", to=server)
        bob = await connect("bob", to=server)
        lines = await bob.sync("VERSION", "NICK A[]\\^", "NICK A{}|^")
        assert numerics(lines) == ["421", "433", "433"][: 2 + taken]


async def test_a_wrong_casemapping_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'latin'; known are ascii, rfc1459"):
        Server(casemapping="latin")


async def test_the_first_in_a_channel_runs_it_and_all_see_who_comes(connect: Connect) -> None:
    ann = await connect("ann", caps="extended-join")
    assert await ann.sync("JOIN #Ion,#b") == [
        ":ann!~ann@127.0.0.1 JOIN #Ion * :Ann Real",
        ":irc.example 353 ann = #Ion @ann",
        ":irc.example 366 ann #Ion :End of /NAMES list",
        ":ann!~ann@127.0.0.1 JOIN #b * :Ann Real",
        ":irc.example 353 ann = #b @ann",
        ":irc.example 366 ann #b :End of /NAMES list",
    ]
    bob = await connect("bob")
    lines = await bob.sync("JOIN #iON", "JOIN #ion")
    assert lines[:2] == [":bob!~bob@127.0.0.1 JOIN #Ion", ":irc.example 353 bob = #Ion :@ann bob"]
    assert len(lines) == 3
    assert await ann.sync() == [":bob!~bob@127.0.0.1 JOIN #Ion * :Bob Real"]


async def test_names_take_the_form_that_was_asked_for(connect: Connect) -> None:
    ann = await connect("ann", "#ion", caps="multi-prefix userhost-in-names")
    ann.send("MODE #ion +v ann")
    assert ":irc.example 353 ann = #ion @+ann!~ann@127.0.0.1" in await ann.sync("NAMES #ion")
    bob = await connect("bob")
    assert ":irc.example 353 bob = #ion @ann" in await bob.sync("NAMES #ion")
    assert numerics(await bob.sync("NAMES #none", "NAMES")) == ["366", "366"]


async def test_long_lists_of_names_are_split_in_whole_names(connect: Connect) -> None:
    nicks = [f"player{number:02}{'x' * 22}" for number in range(20)]
    clients = [await connect(nick, "#ion", caps="userhost-in-names") for nick in nicks]
    lines = [line for line in await clients[-1].sync("NAMES #ion") if " 353 " in line]
    assert len(lines) > 1
    assert all(len(line) <= 510 for line in lines)
    listed = [name.lstrip("@").split("!")[0] for line in lines for name in line.split(" :")[1].split()]
    assert listed == nicks


async def test_leaving_in_every_way_is_seen(connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob, cat, dan = [await connect(nick, "#ion") for nick in ("bob", "cat", "dan")]
    await ann.sync()
    await bob.sync("PART #ion :so long")
    cat.send("QUIT :home")
    await cat.rest()
    dan.send("QUIT")
    await dan.rest()
    assert await ann.sync() == [
        ":bob!~bob@127.0.0.1 PART #ion :so long",
        ":cat!~cat@127.0.0.1 QUIT :Quit: home",
        ":dan!~dan@127.0.0.1 QUIT :Client quit",
    ]


async def test_a_lost_connection_is_a_quit(connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob = await connect("bob", "#ion")
    await bob.close()
    assert (await ann.until(" QUIT "))[-1].startswith(":bob!~bob@127.0.0.1 QUIT :")


async def test_quit_is_answered_by_error_and_the_end(connect: Connect) -> None:
    ann = await connect("ann")
    ann.send("QUIT :bye", "PING ignored")
    assert await ann.rest() == ["ERROR :Closing Link: 127.0.0.1 (Quit: bye)"]


async def test_kick(connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob = await connect("bob", "#ion")
    assert numerics(await bob.sync("KICK #ion ann")) == ["482"]
    await ann.sync("KICK #ion BOB :out with you")
    assert await bob.sync() == [":ann!~ann@127.0.0.1 KICK #ion bob :out with you"]
    assert numerics(await bob.sync("PRIVMSG #ion :still here?")) == ["404"]


async def test_nick_changes_are_told_and_followed(connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob = await connect("bob", "#ion")
    assert await bob.sync("NICK rob", "NICK rob", "NICK ROB") == [
        ":bob!~bob@127.0.0.1 NICK rob",
        ":rob!~bob@127.0.0.1 NICK ROB",
    ]
    assert (await ann.sync("PRIVMSG rob :hi"))[1:] == [":bob!~bob@127.0.0.1 NICK rob", ":rob!~bob@127.0.0.1 NICK ROB"]
    assert await bob.sync() == [":ann!~ann@127.0.0.1 PRIVMSG ROB hi"]
    assert numerics(await ann.sync("PRIVMSG bob :hi")) == ["401"]


async def test_modes_of_a_channel(connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob = await connect("bob", "#ion")
    change = ":ann!~ann@127.0.0.1 MODE #ion +vm-t+b bob *!*@evil.example"
    lines = await ann.sync("MODE #ion +vm-t+b BOB *@evil.example", "MODE #ion +m", "MODE #ion", "MODE #ion b")
    assert lines[1:3] == [change, ":irc.example 324 ann #ion +mn"]
    assert [line.rpartition(" ")[0] for line in lines[3:5]] == [
        ":irc.example 329 ann #ion",
        ":irc.example 367 ann #ion *!*@evil.example ann!~ann@127.0.0.1",
    ]
    assert numerics(lines[5:]) == ["368"]
    assert await bob.sync() == [change]


@pytest.mark.parametrize(("given", "full"), [("eve", "eve!*@*"), ("eve!x", "eve!x@*"), (":a b", "a!*@*")])
async def test_bans_are_completed_and_taken_back(connect: Connect, given: str, full: str) -> None:
    ann = await connect("ann", "#ion")
    assert await ann.sync(f"MODE #ion +b {given}", f"MODE #ion +b {given}", f"MODE #ion -b {full.upper()}") == [
        f":ann!~ann@127.0.0.1 MODE #ion +b {full}",
        f":ann!~ann@127.0.0.1 MODE #ion -b {full}",
    ]


async def test_own_modes(connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    assert await ann.sync("MODE ann +iB", "MODE ann +i", "MODE ann -i", "MODE ann") == [
        ":ann!~ann@127.0.0.1 MODE ann +iB",
        ":ann!~ann@127.0.0.1 MODE ann -i",
        ":irc.example 221 ann +B",
    ]
    bob = await connect("bob")
    assert ":irc.example 335 bob ann :is a bot" in await bob.sync("WHOIS ann")
    assert ":irc.example 352 bob #ion ~ann 127.0.0.1 irc.example ann H@B :0 Ann Real" in await bob.sync("WHO #ion")


async def test_who_may_speak(connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob = await connect("bob", "#ion")
    cat = await connect("cat")
    assert numerics(await cat.sync("NOTICE #ion :from outside")) == ["404"]
    await ann.sync("MODE #ion -n+m")
    assert numerics(await bob.sync("PRIVMSG #ion :muted")) == ["404"]
    await ann.sync("MODE #ion -m+b bob")
    assert numerics(await bob.sync("PRIVMSG #ion :banned")) == ["404"]
    await ann.sync("MODE #ion +vc bob")
    assert numerics(await bob.sync("PRIVMSG #ion :\x034coloured", "PRIVMSG #ion :plain")) == ["404"]
    await cat.sync("PRIVMSG #ion :let in")
    assert (await ann.sync())[-2:] == [
        ":bob!~bob@127.0.0.1 PRIVMSG #ion plain",
        ":cat!~cat@127.0.0.1 PRIVMSG #ion :let in",
    ]


async def test_invited_and_banned(connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob = await connect("bob")
    await ann.sync("MODE #ion +i")
    assert numerics(await bob.sync("JOIN #ion")) == ["473"]
    assert ":irc.example 341 ann bob #ion" in await ann.sync("INVITE bob #ion")
    assert await bob.sync() == [":ann!~ann@127.0.0.1 INVITE bob #ion"]
    assert numerics(await bob.sync("JOIN #ion", "INVITE cat #ion")) == ["353", "366", "401"]
    await ann.sync("MODE #ion -i+b b?b!*@*", "KICK #ion bob")
    assert numerics((await bob.sync("JOIN #ion"))[-1:]) == ["474"]


async def test_only_operators_invite_where_an_invitation_is_needed(connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob = await connect("bob", "#ion")
    await connect("cat")
    await ann.sync("MODE #ion +i")
    assert numerics((await bob.sync("INVITE cat #ion"))[-1:]) == ["482"]


async def test_nobody_is_in_too_many_channels(connect: Connect) -> None:
    ann = await connect("ann", ",".join(f"#{number}" for number in range(100)))
    assert numerics(await ann.sync("JOIN #one-more")) == ["405"]


async def test_topic(connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob = await connect("bob", "#ion")
    assert numerics(await bob.sync("TOPIC #ion :mine")) == ["482"]
    await ann.sync("TOPIC #ion :play ION")
    cat = await connect("cat")
    lines = await bob.sync("TOPIC #ion")
    assert lines[:2] == [":ann!~ann@127.0.0.1 TOPIC #ion :play ION", ":irc.example 332 bob #ion :play ION"]
    assert lines[2].startswith(":irc.example 333 bob #ion ann!~ann@127.0.0.1 ")
    assert numerics(await cat.sync("JOIN #ion")) == ["332", "333", "353", "366"]


async def test_messages_reach_others_and_echo_where_wanted(connect: Connect) -> None:
    ann = await connect("ann", "#ion", caps="echo-message")
    bob = await connect("bob", "#ion")
    await ann.sync()
    lines = ["PRIVMSG #ion :to all", "PRIVMSG bob hi", "NOTICE #ion,bob :both ways"]
    echoes = await ann.sync(*lines)
    assert echoes == [
        ":ann!~ann@127.0.0.1 PRIVMSG #ion :to all",
        ":ann!~ann@127.0.0.1 PRIVMSG bob hi",
        ":ann!~ann@127.0.0.1 NOTICE #ion :both ways",
        ":ann!~ann@127.0.0.1 NOTICE bob :both ways",
    ]
    assert await bob.sync() == echoes
    await bob.sync("PRIVMSG ann,#ion :back")
    assert len(await ann.sync()) == 2
    assert await bob.sync() == []


async def test_tags_go_only_to_those_who_know_them(connect: Connect) -> None:
    ann = await connect("ann", "#ion", caps="message-tags")
    bob = await connect("bob", "#ion", caps="message-tags")
    cat = await connect("cat", "#ion", caps="server-time")
    await bob.sync()
    await ann.sync("@+draft/react=x\\sy;secret=1 PRIVMSG #ion hi", "@+typing=active TAGMSG #ion")
    assert (await bob.sync())[-2:] == [
        "@+draft/react=x\\sy :ann!~ann@127.0.0.1 PRIVMSG #ion hi",
        "@+typing=active :ann!~ann@127.0.0.1 TAGMSG #ion",
    ]
    (line,) = await cat.sync()
    assert re.fullmatch(r"@time=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z :ann!~ann@127.0.0.1 PRIVMSG #ion hi", line)


async def test_queries(connect: Connect) -> None:
    await connect("ann", "#ion,#b")
    bob = await connect("bob", "#b")
    assert await bob.sync("WHOIS irc.example ANN") == [
        ":irc.example 311 bob ann ~ann 127.0.0.1 * :Ann Real",
        ":irc.example 319 bob ann :@#ion @#b",
        ":irc.example 312 bob ann irc.example :ionbot's embedded server",
        ":irc.example 318 bob ANN :End of /WHOIS list",
    ]
    assert await bob.sync("LIST #B", "ISON ann :eve bob", "USERHOST ann eve", "WHO b*", "WHO #none") == [
        ":irc.example 322 bob #b 2 :",
        ":irc.example 323 bob :End of /LIST",
        ":irc.example 303 bob :ann bob",
        ":irc.example 302 bob ann=+~ann@127.0.0.1",
        ":irc.example 352 bob * ~bob 127.0.0.1 irc.example bob H :0 Bob Real",
        ":irc.example 315 bob b* :End of /WHO list",
        ":irc.example 315 bob #none :End of /WHO list",
    ]
    assert numerics(await bob.sync("LIST")) == ["322", "322", "323"]
