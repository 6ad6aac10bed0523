"""Records that have what every viewer saw, and records of other rules."""

from fair_case import FairCase, closed

OTHER_RULES = "rules 9 0123456789abcdef"


def is_moment(line):
    return line.startswith("{")


def without_moments(lines):
    return [line for line in lines if not is_moment(line)]


def moves_of(lines):
    """The moves of a record that are in force at its end."""
    moves = []
    for line in without_moments(lines)[lines.index("\n") + 1 :]:
        word, _, rest = line.strip().partition(" ")
        if word == "undo":
            del moves[int(rest) :]
        elif word not in ("end", "rules", "state"):
            moves.append(line.strip())
    return moves


def by_other_rules(lines):
    """The record as it would be if its game had been played by other rules."""
    lines = [*lines[:2], OTHER_RULES + "\n", *lines[3:]]
    return closed(lines) if "dice fair 2\n" in lines else lines


def same_view(view):
    """A view in which tables of numbers are written in one way. Such a table is an object of rows,
    each an object of numbers; where it is written whole zeros are left out, and a row of which
    nothing is known is null."""

    def row(value):
        if not isinstance(value, dict):
            return value
        if value and all(number is None for number in value.values()):
            return None
        return {key: number for key, number in value.items() if number != 0}

    def part(value):
        return {key: row(one) for key, one in value.items()} if isinstance(value, dict) else value

    return {key: part(value) for key, value in view.items()}


class WholeCase(FairCase):
    found = {}  # the records that were made already

    def whole(self, name):
        """The lines of a record with what every viewer saw."""
        return self.says("replay", name, "--whole").splitlines(keepends=True)

    def made(self, make, *words):
        """The lines of a record, and the same record with what was seen."""
        if words not in self.found:
            text = make(*words)
            whole = self.whole(self.write("plain.apr", text))
            self.found[words] = (text.splitlines(keepends=True), whole)
        return self.found[words]

    def simulated(self, game, players, *_):
        return (self.folder / self.record(players, game=game)).read_text()

    def plain_game(self, game):
        """The record of a game without fair dice."""
        return self.made(self.simulated, game["game"], game["min_players"], "plain")

    def fair_game(self, game, *length):
        """The record of a game with fair dice, in which moves were taken back."""
        return self.made(self.with_undo, game["game"], game["min_players"], *length)

    def write_lines(self, name, lines):
        return self.write(name, "".join(lines))

    def assert_refused(self, expected):
        """Each of these records is refused in this line with this message."""
        texts = ["".join(lines) for lines, _, _ in expected]
        self.assertEqual(self.verify(texts), [(line, said) for _, line, said in expected])


def changed(lines):
    """What is said of lines whose digest is another than their last line has."""
    digest = closed(lines)[-1].split()[-1]
    return f"a line before this one was changed: the digest of all lines is {digest}"


def with_flipped_digit(lines, at):
    """The lines with another digit at the end of one of them."""
    line = lines[at]
    digit = "0" if line[-2] != "0" else "1"
    return [*lines[:at], line[:-2] + digit + "\n", *lines[at + 1 :]]
