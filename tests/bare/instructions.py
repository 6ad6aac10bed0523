"""The commands that documents tell people to type, read out of them, so that the document and its test cannot part."""

import re

from root import SOURCES, Failed

HOSTING = "docs/hosting.md"


def commands(heading, document=HOSTING):
    """Returns the indented lines that follow the paragraph with this bold heading."""
    text = (SOURCES / document).read_text()
    start = text.find(f"**{heading}**")
    block = re.search(r"\n\n((?: {4}\S.*\n)+)", text[start:]) if start >= 0 else None
    if not block:
        raise Failed(f"{document} has no commands below '{heading}'")
    return [line.strip() for line in block[1].splitlines()]
