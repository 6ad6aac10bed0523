"""Mutations of Red Empire's logs."""

from mutations import change_argument, change_end, drop_event, event_at, mutation, places, raise_score

OPTIONS = [{"fall": "president"}, {"fall": "faction"}]
GAME = "red-empire"


def other_seat(lines, seat):
    seats = list(lines[0]["state"]["hands"])
    return seats[(seats.index(seat) + 1) % len(seats)]


@mutation(GAME, "the die of an illness")
def illness(lines, chance):
    return change_argument(lines, chance, ["ailing-roll"], 2, lambda die: 1 if die != 1 else 6)


@mutation(GAME, "a sick leader lingers who dies")
def lingers(lines, chance):
    found = places(lines, "dies")
    if not found:
        return False
    event = event_at(lines, chance.choice(found))
    event["event"], event["clause"] = "lingers", "RE-MA-11"
    return True


@mutation(GAME, "a die of the action of chance")
def action_die(lines, chance):
    rolls = [number for number, line in enumerate(lines) if line.get("action", "").startswith("die ")]
    if not rolls:
        return False
    line = lines[chance.choice(rolls)]
    die = int(line["action"].split()[1])
    line["action"] = f"die {die % 6 + 1}"
    return True


@mutation(GAME, "the die of an exposure")
def exposure(lines, chance):
    return change_argument(lines, chance, ["expose-roll"], 2, lambda die: die % 6 + 1)


@mutation(GAME, "what was given to a crisis")
def given(lines, chance):
    return change_argument(lines, chance, ["contribution"], 2, lambda total: total + 1)


@mutation(GAME, "what a crisis needs")
def needed(lines, chance):
    return change_argument(lines, chance, ["crisis"], 2, lambda value: value - 1)


@mutation(GAME, "a solved crisis is called failed")
def solved(lines, chance):
    found = places(lines, "crisis-solved")
    if not found:
        return False
    event = event_at(lines, chance.choice(found))
    event["event"], event["clause"] = "crisis-failed", "RE-CR-7"
    return True


@mutation(GAME, "who has the credit for a crisis")
def credit(lines, chance):
    return change_argument(lines, chance, ["crisis-credited"], 0, lambda seat: other_seat(lines, seat))


@mutation(GAME, "the sum of the pile")
def pile(lines, chance):
    return change_argument(lines, chance, ["crisis-failed"], 1, lambda total: total + 1)


@mutation(GAME, "the total of a purge")
def purge_total(lines, chance):
    return change_argument(lines, chance, ["purge-card"], 3, lambda total: total + 1)


@mutation(GAME, "the stature in a purge")
def purge_stature(lines, chance):
    return change_argument(lines, chance, ["purge-card"], 4, lambda stature: stature - 2)


@mutation(GAME, "who has purged a leader")
def purger(lines, chance):
    return change_argument(lines, chance, ["purged"], 0, lambda seat: other_seat(lines, seat))


@mutation(GAME, "a total for the presidency")
def total(lines, chance):
    return change_argument(lines, chance, ["total"], 1, lambda stature: stature + 1)


@mutation(GAME, "who gets the presidency")
def office(lines, chance):
    return change_argument(lines, chance, ["office-won"], 0, lambda seat: other_seat(lines, seat))


@mutation(GAME, "whose turn it is")
def turn(lines, chance):
    return change_argument(lines, chance, ["turn"], 0, lambda seat: other_seat(lines, seat))


@mutation(GAME, "points for leaders")
def score_leaders(lines, chance):
    return change_argument(lines, chance, ["score-leaders"], 1, lambda points: points + 1)


@mutation(GAME, "points for cards")
def score_cards(lines, chance):
    return change_argument(lines, chance, ["score-cards"], 1, lambda points: points - 1)


@mutation(GAME, "how many crises or mandates were played before")
def played_before(lines, chance):
    return change_argument(lines, chance, ["no-crisis", "no-mandate"], 1, lambda played: played + 1)


@mutation(GAME, "all points of a faction")
def score_total(lines, chance):
    return change_argument(lines, chance, ["score-total"], 1, lambda points: points + 1)


@mutation(GAME, "what of the winning total is in the Party")
def office_in_party(lines, chance):
    return change_argument(lines, chance, ["office-won"], 2, lambda stature: stature + 1)


@mutation(GAME, "the purge that a Hero or a Treaty lifts")
def lifted(lines, chance):
    kind = chance.choice([("hero", 4), ("treaty-clears", 1)])
    return change_argument(lines, chance, [kind[0]], kind[1], lambda total: total + 1)


@mutation(GAME, "the winner in the outcome")
def winner(lines, chance):
    def change(outcome):
        rows = outcome["seats"]
        lost = [row for row in rows if row["result"] == "lost"]
        won = [row for row in rows if row["result"] != "lost"]
        if not lost or not won:
            return False
        lost[0]["result"], won[0]["result"] = won[0]["result"], lost[0]["result"]
        return True

    return change_end(lines, change)


@mutation(GAME, "a score in the outcome")
def score(lines, chance):
    return raise_score(lines, chance)


@mutation(GAME, "a purge is not told")
def no_purge(lines, chance):
    return drop_event(lines, chance, "purged")


@mutation(GAME, "a card that lapses is not told")
def no_lapse(lines, chance):
    return drop_event(lines, chance, "lapses")


@mutation(GAME, "two events are swapped")
def swapped(lines, chance):
    several = [line for line in lines if len(line.get("events", [])) > 1 and line["events"][0]["event"]["event"] != line["events"][1]["event"]["event"]]
    if not several:
        return False
    events = chance.choice(several)["events"]
    events[0], events[1] = events[1], events[0]
    return True


@mutation(GAME, "a wrong clause")
def clause(lines, chance):
    found = places(lines, "purge-card", "discarded", "contribution", "hero", "scandal")
    if not found:
        return False
    event_at(lines, chance.choice(found))["clause"] = "RE-TU-1"
    return True


@mutation(GAME, "a card is played twice")
def twice(lines, chance):
    played = [line for line in lines if line.get("action", "").startswith("discard ")]
    by_seat = {}
    for line in played:
        by_seat.setdefault(line["seat"], []).append(line)
    for several in by_seat.values():
        if len(several) > 1:
            old = several[0]["action"].split()[1]
            several[1]["action"] = "discard " + old
            for item in several[1]["events"]:
                if item["event"]["event"] == "discarded":
                    item["event"]["args"][1] = old
            return True
    return False


@mutation(GAME, "a card is drawn twice")
def drawn_twice(lines, chance):
    drawn = [line for line in lines if line.get("action", "").startswith("draw ")]
    first, second = drawn[0], drawn[chance.randrange(1, len(drawn))]
    second["action"] = first["action"]
    second["events"][0]["event"]["args"][1] = first["action"].split()[1]
    return True


@mutation(GAME, "a move is missing")
def missing(lines, chance):
    moves = [number for number, line in enumerate(lines) if "move" in line and line["events"]]
    del lines[chance.choice(moves)]
    return True


@mutation(GAME, "a leader in the last state")
def last_state(lines, chance):
    state = lines[-1]["state"]
    for leaders in state["leaders"].values():
        if leaders:
            leaders.pop()
            return True
    return False


@mutation(GAME, "the reason of the end")
def reason(lines, chance):
    def change(outcome):
        outcome["reason"] = "victory" if outcome["reason"] == "collapse" else "collapse"

    return change_end(lines, change)
