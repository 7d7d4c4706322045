"""Fifty nicks that try to be something else: what every way to show a nick is tried with."""

HTML = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '"><svg onload=alert(1)>', "' onmouseover='alert(1)",
    "</title><script>1</script>", "<!--", "-->", "]]>", "&lt;b&gt;", "&#60;b&#62;", "<b>", "</td></table>",
    "{{7919*7919}}", "{% raw %}", "${7919*7919}", "javascript:alert(1)", "<a href='javascript:x'>",
    "<style>*{}</style>", "<base href=//x>", "a\"b'c", "<plaintext>", "<iframe src=//x>",
    "<meta http-equiv=refresh>",
)  # fmt: skip
SQL = (
    "'; DROP TABLE matches; --", "' OR '1'='1", "\" OR \"\"=\"", "%", "_", "1; SELECT seed FROM match_seeds",
    "\\", "ann' UNION SELECT 1--",
)  # fmt: skip
PROGRAMS = ("%s%n%(nick)s", "{}", "{nick}{0.__class__}", "=cmd|x")
"""What formats and spreadsheets would fill in or run."""
SIGNS = (
    "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x03" + "04,01red", "\x02bold\x0f", "\u202egnp.exe", "\u2066a\u2069",
    "\u200fright", "a\u0000b", "line\nbreak", "tab\there", "\x9b31m", "\ufeffmark", "zero\u200bwidth",
    "\u0301\u0301\u0301", "אבג",
)  # fmt: skip
NICKS = (*HTML, *SQL, *PROGRAMS, *SIGNS)
CHANNEL = '#"><script>\u202e'

_BETWEEN = str.maketrans(dict.fromkeys(" \0\r\n", "_") | {"!": "'", "@": "a"})


def on_irc(nick: str) -> str:
    """Give a nick as a server could let it through: what would end the nick, or the line, is another sign."""
    return nick.translate(_BETWEEN).lstrip(":")
