"""Mutations: a log is changed in one place, and the referee must notice.

A game's module GAME_mutations.py has functions marked with @mutation("what is changed"). Each gets the parsed lines of a game (a copy, which it may change)
and a random.Random; it changes one thing, and returns True, or returns False if this game has no place for it. KINDS is filled by the decorator.
`OPTIONS` (optional, a list of dicts) says with which options the games of the test are played;
`seed` among them chooses the games, where something rare has to happen in one.
"""

KINDS = {}


def mutation(game, name):
    """Register a kind of mutation of a game's logs."""

    def keep(function):
        KINDS.setdefault(game, {})[name] = function
        return function

    return keep


def places(lines, *names):
    """Where events with these names are told: a list of (line, place in its events)."""
    found = []
    for number, line in enumerate(lines):
        for place, item in enumerate(line.get("events", [])):
            if item["event"]["event"] in names:
                found.append((number, place))
    return found


def event_at(lines, place):
    return lines[place[0]]["events"][place[1]]["event"]


def change_argument(lines, chance, names, argument, change):
    """Change an argument of one event with such a name. `change(old)` gives the new value, or None if this one does not do."""
    found = places(lines, *names)
    chance.shuffle(found)
    for place in found:
        event = event_at(lines, place)
        new = change(event["args"][argument])
        if new is not None and new != event["args"][argument]:
            event["args"][argument] = new
            return True
    return False


def drop_event(lines, chance, *names):
    """Remove one event with such a name."""
    found = places(lines, *names)
    if not found:
        return False
    line, place = chance.choice(found)
    del lines[line]["events"][place]
    return True


def move_lines(lines):
    """The numbers of the lines that are moves."""
    return [number for number, line in enumerate(lines) if "move" in line]


def change_end(lines, change):
    """Change the outcome of the last line with `change(outcome)`, which returns False if it cannot."""
    outcome = lines[-1]["end"]
    return outcome is not None and change(outcome) is not False


def raise_score(lines, chance):
    """Give a seat one point more in the outcome."""

    def change(outcome):
        chance.choice(outcome["seats"])["score"] += 1

    return change_end(lines, change)
