"""Mutations of Kremlin's logs."""

from mutations import change_argument, change_end, drop_event, event_at, mutation, places

OPTIONS = [{"rules": "basic", "intrigue": "rules"}, {"rules": "advanced", "intrigue": "rules"}, {"rules": "swiss", "intrigue": "rules"}, {"rules": "swiss", "intrigue": "yes"}]
GAME = "kremlin"


def seats(lines):
    return list(lines[0]["state"]["written"])


def other_seat(lines, seat):
    return seats(lines)[(seats(lines).index(seat) + 1) % len(seats(lines))]


def other_man(lines, name):
    names = list(lines[0]["state"]["place"])
    return names[(names.index(name) + 1) % len(names)]


def renamed(lines, chance, old, new, clause=None):
    found = places(lines, old)
    if not found:
        return False
    event = event_at(lines, chance.choice(found))
    event["event"] = new
    if clause:
        event["clause"] = clause
    return True


@mutation(GAME, "the die of a purge")
def purge_die(lines, chance):
    return change_argument(lines, chance, ["purge-roll"], 2, lambda die: 21 - die)


@mutation(GAME, "what a purge needs")
def purge_needs(lines, chance):
    return change_argument(lines, chance, ["purge-roll"], 4, lambda needs: needs + 1)


@mutation(GAME, "a modifier of a purge")
def modifier(lines, chance):
    return change_argument(lines, chance, ["modifier"], 0, lambda value: -value)


@mutation(GAME, "a modifier that is not told")
def no_modifier(lines, chance):
    return drop_event(lines, chance, "modifier", "card-modifier")


@mutation(GAME, "a purge that fails sends to Siberia")
def purge_result(lines, chance):
    found = places(lines, "purge-fails")
    if not found:
        return False
    event = event_at(lines, chance.choice(found))
    event["event"], event["args"] = "to-siberia", [event["args"][1]]
    return True


@mutation(GAME, "the years of an ageing")
def years(lines, chance):
    return change_argument(lines, chance, ["ages"], 1, lambda years: years + 1)


@mutation(GAME, "an age")
def age(lines, chance):
    return change_argument(lines, chance, ["ages"], 2, lambda age: age + 1)


@mutation(GAME, "an ageing that is not told")
def no_ageing(lines, chance):
    return drop_event(lines, chance, "ages")


@mutation(GAME, "the die of a Health roll")
def health_die(lines, chance):
    return change_argument(lines, chance, ["health-roll"], 1, lambda die: die % 20 + 1)


@mutation(GAME, "both dice of a Health roll")
def health_both(lines, chance):
    """The action and the event agree on a 20, and yet he dies."""
    found = [place for place in places(lines, "dies") if lines[place[0]].get("action", "").startswith("die ")]
    for line in (lines[place[0]] for place in found):
        told = line["events"][0]["event"]
        if told["event"] == "health-roll" and line["events"][1]["event"]["event"] == "dies":
            line["action"] = "die 20"
            told["args"][1] = 20
            return True
    return False


@mutation(GAME, "crosses after a Health roll")
def crosses(lines, chance):
    return change_argument(lines, chance, ["health-change"], 1, lambda crosses: 2 - crosses if crosses != 1 else 0)


@mutation(GAME, "a death that is not told")
def no_death(lines, chance):
    return drop_event(lines, chance, "dies")


@mutation(GAME, "an acquittal turned into guilt")
def verdict(lines, chance):
    return renamed(lines, chance, "acquitted", "guilty")


@mutation(GAME, "a guilty man is acquitted")
def verdict_other(lines, chance):
    return renamed(lines, chance, "guilty", "acquitted")


@mutation(GAME, "a vote in the action and its event")
def vote(lines, chance):
    """Only where it turns the verdict: two innocent against one."""
    turned = {"innocent": "guilty", "guilty": "innocent"}
    found = [place for place in places(lines, "votes") if event_at(lines, place)["args"][1] in turned]
    if not found:
        return False
    trials = places(lines, "acquitted")
    for line, _ in trials:
        votes = []
        for number in range(line, 0, -1):
            told = [item["event"] for item in lines[number]["events"]]
            votes += [(number, event) for event in told if event["event"] in ("votes", "bound") and event["args"][1] in turned]
            if any(event["event"] in ("trial-called", "charged") for event in told):
                break
        innocent = [(number, event) for number, event in votes if event["args"][1] == "innocent"]
        if len(innocent) == 2 and all(event["event"] == "votes" for _, event in innocent):
            number, event = innocent[0]
            if lines[number]["action"] == "vote innocent":
                event["args"][1] = "guilty"
                lines[number]["action"] = "vote guilty"
                return True
    return False


@mutation(GAME, "who has voted")
def voter(lines, chance):
    return change_argument(lines, chance, ["votes"], 0, lambda name: other_man(lines, name))


@mutation(GAME, "how many have voted no")
def nays(lines, chance):
    return change_argument(lines, chance, ["nominee-fails"], 1, lambda count: count - 1)


@mutation(GAME, "who becomes chief")
def chief(lines, chance):
    return change_argument(lines, chance, ["becomes-chief", "accedes"], 0, lambda name: other_man(lines, name))


@mutation(GAME, "who progresses by age")
def progress(lines, chance):
    return change_argument(lines, chance, ["progresses"], 0, lambda name: other_man(lines, name))


@mutation(GAME, "points that are declared")
def declared(lines, chance):
    return change_argument(lines, chance, ["declares"], 2, lambda points: points + 1)


@mutation(GAME, "a total of declared points")
def declared_total(lines, chance):
    return change_argument(lines, chance, ["declares"], 3, lambda total: total + 1)


@mutation(GAME, "who controls a politician")
def controls(lines, chance):
    return change_argument(lines, chance, ["controls"], 0, lambda seat: other_seat(lines, seat))


@mutation(GAME, "more is declared than was written")
def too_much(lines, chance):
    found = [line for line in lines if line.get("action", "").startswith("declare ")]
    if not found:
        return False
    line = chance.choice(found)
    words = line["action"].split()
    line["action"] = f"declare {words[1]} 11"
    return True


@mutation(GAME, "influence lost in Siberia")
def lost(lines, chance):
    return change_argument(lines, chance, ["influence-lost"], 2, lambda points: points - 1)


@mutation(GAME, "what the parade needs")
def parade(lines, chance):
    return change_argument(lines, chance, ["parade-roll"], 2, lambda needs: 21 - needs)


@mutation(GAME, "a chief who does not wave waves")
def wave(lines, chance):
    return renamed(lines, chance, "does-not-wave", "waves-for-nobody")


@mutation(GAME, "the count of waves")
def waves(lines, chance):
    return change_argument(lines, chance, ["waves"], 2, lambda count: count + 1)


@mutation(GAME, "for whom the chief waves")
def waves_for(lines, chance):
    return change_argument(lines, chance, ["waves"], 1, lambda seat: other_seat(lines, seat))


@mutation(GAME, "who has won")
def winner(lines, chance):
    return change_argument(lines, chance, ["wins"], 0, lambda seat: other_seat(lines, seat))


@mutation(GAME, "the winner in the outcome")
def outcome_winner(lines, chance):
    def change(outcome):
        rows = outcome["seats"]
        lost = [row for row in rows if row["result"] == "lost"]
        won = [row for row in rows if row["result"] != "lost"]
        if not lost or not won:
            return False
        lost[0]["result"], won[0]["result"] = won[0]["result"], lost[0]["result"]
        return True

    return change_end(lines, change)


@mutation(GAME, "what was recorded at the end")
def recorded(lines, chance):
    return change_argument(lines, chance, ["recorded"], 2, lambda points: points + 1)


@mutation(GAME, "a card that is not in the hand")
def not_in_hand(lines, chance):
    found = [line for line in lines if line.get("action", "").startswith("play ")]
    if not found:
        return False
    line = chance.choice(found)
    held = {item["event"]["args"][1] for each in lines for item in each.get("events", [])
            if item["event"]["event"] in ("card-dealt", "draws") and item["event"]["args"][0] == line["seat"]}
    given = {item["event"]["args"][2] for each in lines for item in each.get("events", []) if item["event"]["event"] == "gives-card"}
    others = [card for card in lines[0]["state"]["card"] if card not in held and card not in given]
    line["action"] = "play " + chance.choice(others)
    return True


@mutation(GAME, "a card is played twice")
def played_twice(lines, chance):
    """A seat that has played a card plays it again, though it lies with the discards."""
    found = [(number, line) for number, line in enumerate(lines) if line.get("action", "").startswith("play ")]
    for number, line in found:
        for later in lines[number + 1:]:
            if later.get("action", "").startswith("play ") and later["seat"] == line["seat"] and later["action"] != line["action"]:
                if any(item["event"]["event"] == "card-returns" for each in lines for item in each.get("events", [])):
                    return False
                later["action"] = line["action"]
                return True
    return False


@mutation(GAME, "what a card needs")
def card_needs(lines, chance):
    return change_argument(lines, chance, ["card-roll"], 2, lambda needs: needs + 1)


@mutation(GAME, "years that hormones take off")
def hormones(lines, chance):
    return change_argument(lines, chance, ["younger"], 1, lambda years: years + 1)


@mutation(GAME, "whom a card protects")
def protected(lines, chance):
    return change_argument(lines, chance, ["protected"], 0, lambda name: other_man(lines, name))


@mutation(GAME, "a silent round that is not told")
def not_silent(lines, chance):
    return drop_event(lines, chance, "all-silent")


@mutation(GAME, "a phase that is not told")
def no_phase(lines, chance):
    return drop_event(lines, chance, "phase")


@mutation(GAME, "two events are swapped")
def swapped(lines, chance):
    strict = ("ages", "to-siberia", "purge-fails", "phase", "controls", "declares", "shifted", "all-silent")
    several = []
    for line in lines:
        told = [item["event"]["event"] for item in line.get("events", [])]
        several += [(line, place) for place in range(len(told) - 1) if told[place] in strict and told[place + 1] in strict and told[place] != told[place + 1]]
    if not several:
        return False
    line, place = chance.choice(several)
    events = line["events"]
    events[place], events[place + 1] = events[place + 1], events[place]
    return True


@mutation(GAME, "a wrong clause")
def clause(lines, chance):
    found = places(lines, "purge-announced", "ages", "votes", "nominates", "condemned", "waves")
    event = event_at(lines, chance.choice(found))
    event["clause"] = "KR-TU-1"
    return True


@mutation(GAME, "a move is missing")
def missing(lines, chance):
    moves = [number for number, line in enumerate(lines) if "move" in line and line["events"]]
    del lines[chance.choice(moves)]
    return True


@mutation(GAME, "a politician is dealt twice")
def dealt_twice(lines, chance):
    dealt = [line for line in lines if line.get("action", "").startswith("deal ")]
    dealt[5]["action"] = dealt[0]["action"]
    dealt[5]["events"][0]["event"]["args"][0] = dealt[0]["action"].split()[1]
    return True


@mutation(GAME, "a number is written twice")
def written_twice(lines, chance):
    written = [line for line in lines if line.get("action", "").startswith("write ")]
    words = written[1]["action"].split()
    written[1]["action"] = f"write {words[1]} {written[0]['action'].split()[2]}"
    return True


@mutation(GAME, "a seat acts that is not asked")
def wrong_seat(lines, chance):
    found = [line for line in lines if line.get("action", "").split()[0:1] in (["purge"], ["nominate"], ["trial"], ["condemn"], ["promote"])]
    if not found:
        return False
    line = chance.choice(found)
    line["seat"] = other_seat(lines, line["seat"])
    return True


@mutation(GAME, "an age in the last state")
def last_age(lines, chance):
    stress = lines[-1]["state"]["stress"]
    name = chance.choice(list(stress))
    stress[name] += 1
    return True


@mutation(GAME, "the reason of the end")
def reason(lines, chance):
    def change(outcome):
        outcome["reason"] = "too-few" if outcome["reason"] != "too-few" else "year-eleven"

    return change_end(lines, change)
