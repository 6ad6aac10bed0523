"""The commands that docs/hosting.md tells people to type, read out of it, so that the document and its test cannot part."""

import re

from root import SOURCES, Failed

DOCUMENT = "docs/hosting.md"


def commands(heading):
    """Returns the indented lines that follow the paragraph with this bold heading."""
    text = (SOURCES / DOCUMENT).read_text()
    start = text.find(f"**{heading}**")
    block = re.search(r"\n\n((?: {4}\S.*\n)+)", text[start:]) if start >= 0 else None
    if not block:
        raise Failed(f"{DOCUMENT} has no commands below '{heading}'")
    return [line.strip() for line in block[1].splitlines()]
