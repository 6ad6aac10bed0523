"""Kinds of mutation of logs of Atomic Business."""

from atomic_business_board import CARDS, FAMILY
from mutations import change_argument, change_end, drop_event, event_at, move_lines, mutation, places, raise_score

GAME = "atomic-business"
OPTIONS = [{"series": "1"}, {"series": "2"}]


@mutation(GAME, "points left after a step")
def points(lines, chance):
    return change_argument(lines, chance, ["moves", "flies-in"], 2, lambda left: left + 1)


@mutation(GAME, "a step to another space")
def another_space(lines, chance):
    return change_argument(lines, chance, ["moves"], 1, lambda space: "casino" if space != "casino" else "market")


@mutation(GAME, "a surcharge that was not told")
def no_surcharge(lines, chance):
    return drop_event(lines, chance, "surcharge")


@mutation(GAME, "a count of a pressure")
def count(lines, chance):
    return change_argument(lines, chance, ["count"], chance.randrange(6), lambda number: number + 1)


@mutation(GAME, "a pressure that fails instead of opening")
def verdict(lines, chance):
    found = places(lines, "fails")
    if not found:
        return False
    event = event_at(lines, chance.choice(found))
    event["event"] = "opened-tourist"
    event["clause"] = "AB-PR-7"
    return True


@mutation(GAME, "a bar that was not told")
def no_bar(lines, chance):
    return drop_event(lines, chance, "barred")


@mutation(GAME, "another diplomat is lost")
def other_loss(lines, chance):
    return change_argument(lines, chance, ["loses"], 1, lambda pawn: pawn[:-1] + ("1" if pawn[-1] != "1" else "2"))


@mutation(GAME, "a loss that was not told")
def no_loss(lines, chance):
    return drop_event(lines, chance, "loses")


@mutation(GAME, "what is in a briefcase")
def content(lines, chance):
    found = [number for number in move_lines(lines) if lines[number]["action"] in ("open nuclear", "open tourist")]
    if not found:
        return False
    line = lines[chance.choice(found)]
    line["action"] = "open tourist" if line["action"] == "open nuclear" else "open nuclear"
    return True


@mutation(GAME, "somebody else sees a briefcase")
def leak(lines, chance):
    found = places(lines, "sees")
    if not found:
        return False
    line, place = chance.choice(found)
    lines[line]["events"][place]["seen_by"] = ["francie", "cointerre"]
    return True


@mutation(GAME, "somebody else is told to have looked")
def other_looker(lines, chance):
    return change_argument(lines, chance, ["sees"], 2, lambda power: "francie" if power != "francie" else "cointerre")


@mutation(GAME, "a private event is seen by all")
def public(lines, chance):
    found = places(lines, "secret-drawn", "secret-dealt", "sees")
    line, place = chance.choice(found)
    del lines[line]["events"][place]["seen_by"]
    return True


@mutation(GAME, "a card that its player does not hold")
def other_card(lines, chance):
    return change_argument(lines, chance, ["plays"], 1, lambda card: "leak" if card != "leak" else "ballot")


@mutation(GAME, "a card is played twice")
def twice(lines, chance):
    found = [line for line, _ in places(lines, "plays")]
    if not found:
        return False
    line = chance.choice(found)
    lines.insert(line, dict(lines[line]))
    return True


@mutation(GAME, "a ride ends elsewhere")
def ride(lines, chance):
    return change_argument(lines, chance, ["carried-forward", "carried-back"], 1, lambda space: "customs" if space != "customs" else "motorway")


@mutation(GAME, "a bonus of another size")
def bonus(lines, chance):
    return change_argument(lines, chance, ["bonus", "malus"], 1, lambda amount: amount + 1)


@mutation(GAME, "a target that was not named")
def no_target(lines, chance):
    return drop_event(lines, chance, "target-side", "target-ride", "target-case", "target-cases", "target-space", "target-hand")


@mutation(GAME, "a wrong clause")
def clause(lines, chance):
    found = places(lines, "moves", "turn", "keeps", "movement-ends", "presses", "count", "plays")
    event_at(lines, chance.choice(found))["clause"] = "AB-SC-14"
    return True


@mutation(GAME, "a turn of another power")
def turn(lines, chance):
    return change_argument(lines, chance, ["turn"], 0, lambda power: "francie" if power != "francie" else "cointerre")


@mutation(GAME, "two events in another order")
def order(lines, chance):
    found = [line for line in lines if len(line.get("events", ())) > 1 and line["events"][0] != line["events"][1]]
    if not found:
        return False
    events = chance.choice(found)["events"]
    events[0], events[1] = events[1], events[0]
    return True


@mutation(GAME, "nobody was asked where the balance had turned")
def not_asked(lines, chance):
    return drop_event(lines, chance, "outnumbered")


@mutation(GAME, "a movement that ends too early")
def early(lines, chance):
    found = [
        number
        for number in move_lines(lines)
        if lines[number]["action"].startswith("move ") and lines[number]["events"] and lines[number]["events"][-1]["event"]["event"] in ("moves", "flies-in")
    ]
    found = [number for number in found if lines[number]["events"][-1]["event"]["args"][2] >= 3]
    if not found:
        return False
    line = lines[chance.choice(found)]
    line["action"] = "end"
    return True


@mutation(GAME, "points of a game of the series")
def game_points(lines, chance):
    return change_argument(lines, chance, ["game-points"], 1, lambda points: points + 1)


@mutation(GAME, "the winner")
def winner(lines, chance):
    def change(outcome):
        results = [seat["result"] for seat in outcome["seats"]]
        if len(set(results)) == 1:
            return False
        for seat, result in zip(outcome["seats"], results[1:] + results[:1], strict=True):
            seat["result"] = result
        return True

    return change_end(lines, change)


@mutation(GAME, "a score")
def score(lines, chance):
    return raise_score(lines, chance)


@mutation(GAME, "a diplomat in the last state")
def last_state(lines, chance):
    state = lines[-1]["state"]
    pawn = chance.choice([pawn for pawn, place in state["place"].items() if place != "removed"])
    state["place"][pawn] = "market" if state["place"][pawn] != "market" else "casino"
    return True


def passes_after(lines, event):
    """Returns the numbers of the lines with a pass for a card after this event was told as the last, with nothing told since."""
    found, after = [], False
    for number in move_lines(lines):
        line = lines[number]
        told = names_told(line)
        if after and line["action"] == "pass":
            found.append(number)
        after = (after and not told) or told[-1:] == [event]
    return found


def names_told(line):
    return [event["event"]["event"] for event in line["events"]]


def passes_for_movement_cards(lines):
    """Returns the numbers of the lines with a pass by those who wanted to play, after which briefcase cards follow movement cards."""
    found, window = [], []
    for number in passes_after(lines, "wishes"):
        window = window + [number] if window and number == window[-1] + 1 else [number]
        if names_told(lines[number]) == ["movement-cards-over"]:
            found += window
    return found


@mutation(GAME, "somebody was not asked for a card")
def skipped(lines, chance):
    found = [number for number in passes_after(lines, "movement-ends") if not lines[number]["events"]]
    if not found:
        return False
    del lines[chance.choice(found)]
    return True


@mutation(GAME, "somebody was asked again for nothing")
def asked_again(lines, chance):
    found = [number for number in passes_after(lines, "movement-ends") if not lines[number]["events"]]
    if not found:
        return False
    number = chance.choice(found)
    lines.insert(number, dict(lines[number]))
    return True


@mutation(GAME, "it was not told who wants to play a card")
def no_wishes(lines, chance):
    return drop_event(lines, chance, "wishes")


@mutation(GAME, "somebody was said to want to play a card who had not said so")
def never_wished(lines, chance):
    found = [number for number in move_lines(lines) if lines[number]["action"] == "wish"]
    if not found:
        return False
    del lines[chance.choice(found)]
    return True


@mutation(GAME, "somebody said twice that he wants to play a card")
def wished_twice(lines, chance):
    found = [number for number in move_lines(lines) if lines[number]["action"] == "wish"]
    if not found:
        return False
    number = chance.choice(found)
    lines.insert(number, dict(lines[number]))
    return True


@mutation(GAME, "that nobody could join was not told")
def not_alone(lines, chance):
    return drop_event(lines, chance, "alone")


@mutation(GAME, "that the movement cards are over was not told")
def not_over(lines, chance):
    return drop_event(lines, chance, "movement-cards-over")


@mutation(GAME, "the movement cards were over too early")
def over_too_early(lines, chance):
    waiting = passes_for_movement_cards(lines)
    found = [number for number in waiting if names_told(lines[number]) and number - 1 in waiting and not names_told(lines[number - 1])]
    if not found:
        return False
    number = chance.choice(found)
    lines[number - 1]["events"], lines[number]["events"] = lines[number]["events"], lines[number - 1]["events"]
    return True


@mutation(GAME, "the movement cards were over where nobody had been asked for one")
def over_for_nothing(lines, chance):
    over = places(lines, "movement-cards-over")
    found = [number for number in move_lines(lines) if names_told(lines[number])[-1:] == ["movement-ends"]]
    if not over or not found:
        return False
    line, place = over[0]
    lines[chance.choice(found)]["events"].append(lines[line]["events"][place])
    return True


def next_card_of(lines, number):
    """Returns the number of the line in which whoever passes in this line plays the card that he holds, or None."""
    seat = lines[number]["seat"]
    for later in move_lines(lines):
        verb = lines[later]["action"].split()[0]
        if later > number and (verb == "leak" or (lines[later]["seat"] == seat and verb == "discard")):
            return None
        if later > number and lines[later]["seat"] == seat and verb in CARDS:
            return later
    return None


def play_instead_of_passing(lines, chance, passes, family):
    """Changes a pass into the play of a card of this family that the same power holds and plays later on."""
    found = [(number, next_card_of(lines, number)) for number in passes]
    found = [(number, play) for number, play in found if play and FAMILY[lines[play]["action"].split()[0]] == family]
    if not found:
        return False
    number, play = chance.choice(found)
    lines[number] = dict(lines[play], move=lines[number]["move"])
    return True


@mutation(GAME, "a briefcase card among the movement cards")
def briefcase_card_too_early(lines, chance):
    return play_instead_of_passing(lines, chance, passes_for_movement_cards(lines), "briefcase")


@mutation(GAME, "a movement card after the movement cards")
def movement_card_too_late(lines, chance):
    return play_instead_of_passing(lines, chance, passes_after(lines, "movement-cards-over"), "movement")


@mutation(GAME, "briefcase cards before movement cards")
def windows_swapped(lines, chance):
    """The passes of the two windows change places: the first is told to be over before it was."""
    first, second = passes_for_movement_cards(lines), passes_after(lines, "movement-cards-over")
    found = [number for number in first if names_told(lines[number]) and number + 1 in second and lines[number + 1]["seat"] != lines[number]["seat"]]
    if not found:
        return False
    number = chance.choice(found)
    lines[number], lines[number + 1] = lines[number + 1], lines[number]
    return True
