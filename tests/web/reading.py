"""Reading pages: what stands in them, and where they lead."""

from html.parser import HTMLParser


class Page(HTMLParser):
    """A page: its tags with their attributes, its text, and the addresses that it names."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attributes}))
        if tag in {"td", "th", "dt", "dd", "div"}:
            self.text += " "

    def handle_data(self, data: str) -> None:
        self.text += data

    def named(self, attribute: str) -> list[str]:
        """Give the values of an attribute, in order."""
        return [attributes[attribute] for _, attributes in self.tags if attribute in attributes]

    @property
    def addresses(self) -> list[str]:
        """Give all addresses that the page names, without what stands behind #."""
        names = ("href", "src", "srcset", "action")
        return [address.partition("#")[0] for name in names for address in self.named(name)]

    @property
    def words(self) -> str:
        """Give the text on one line."""
        return " ".join(self.text.split())
