"""A small game in a folder of its own, and what the tools make of it."""

from tool_case import TOOLS, ToolTest

HOUSE = TOOLS.parent

GAME = """\
name = "mini"
prefix = "mi"
rules = 1
players = [2, 3]
seats = "side"
turn-clause = "MI-2"

[reasons]
victory = "MI-2"
"""

RULES = "### MI-1 A card is drawn\nBy chance.\n### MI-2 It wins\nIf it is an ace.\n"

NAMES = """\
[lists.side]
about = "The players."
words = ["north", "east", "south"]

[lists.card]
about = "The cards."
words = { ace = "The highest.", ten = "", two = "" }
"""

VERBS = """\
draw = { of = ["card"], about = "Chance draws a card." }
pass = { nothing = true, about = "Nothing is done." }
"""

STEPS = """\
[frames.turn]
about = "A turn."

[frames.turn.locals]
turn = { is = "side", about = "whose turn it is" }

[steps]
draw = { frame = "turn", clause = "MI-1", kind = "asks", about = "Chance draws a card." }
"""

EVENTS = 'drawn = { with = ["side who", "card card"], about = "A card is drawn." }\n'

FACTS = 'turn = { with = ["side who", "card? last"], about = "Whose turn it is." }\n'

FIGURES = 'value = { each = "card", clause = "MI-1", about = "What a card is worth." }\n'

FILES = {
    "game.toml": GAME,
    "rules/en.md": RULES,
    "rules/fr.md": RULES,
    "engine/names.toml": NAMES,
    "engine/verbs.toml": VERBS,
    "engine/steps.toml": STEPS,
    "engine/events.toml": EVENTS,
    "engine/facts.toml": FACTS,
    "engine/figures.toml": FIGURES,
}


class GameCase(ToolTest):
    def write_game(self, folder="mini", **changed):
        """The game's files; `changed` has others by the names of theirs, such as verbs=..."""
        for name, content in FILES.items():
            stem = name.rsplit("/", 1)[-1].split(".")[0]
            content = changed.get(stem, content)
            if content is not None:
                self.write(f"{folder}/{name}", content)

    def declare(self, manifest="mini/game.toml"):
        return self.tool("declarations.py", "--header", "mini_declared.h", "--source", "mini_declared.c", manifest)

    def refuse(self, file, content, fault):
        """With this content of a file the game is refused; the message names the file and the fault."""
        stem = file.rsplit("/", 1)[-1].split(".")[0]
        self.write_game(**{stem: content})
        message = f"{(self.folder / 'mini' / file).resolve()}:1: {fault}"
        self.assert_refused(self.declare(), message, "mini_declared.h", "mini_declared.c")
