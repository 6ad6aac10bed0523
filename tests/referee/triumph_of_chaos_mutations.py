"""Kinds of mutation of logs of Triumph of Chaos."""

from mutations import change_argument, change_end, drop_event, event_at, move_lines, mutation, places, raise_score

GAME = "triumph-of-chaos"
OPTIONS = [
    {"scenario": "1918"},
    {"scenario": "campaign"},
    {"scenario": "1919", "objectives": "secret"},
    {"scenario": "1919", "objectives": "open"},
    {"scenario": "campaign"},
]


def other_side(side):
    return {"red": "white", "white": "red"}.get(side)


@mutation(GAME, "a die of combat")
def die(lines, chance):
    return change_argument(lines, chance, ["fires"], 1, lambda number: number % 6 + 1)


@mutation(GAME, "a loss number")
def loss(lines, chance):
    return change_argument(lines, chance, ["fires"], 2, lambda number: number + 1)


@mutation(GAME, "the strength of a side")
def strength(lines, chance):
    return change_argument(lines, chance, ["column"], 1, lambda number: number + 1)


@mutation(GAME, "a shift of columns")
def shift(lines, chance):
    return change_argument(lines, chance, ["column"], 2, lambda number: number - 1)


@mutation(GAME, "a modifier that was not told")
def modifier(lines, chance):
    return drop_event(lines, chance, "modifier", "combat-bonus", "shifted")


@mutation(GAME, "a step that was not lost")
def step(lines, chance):
    return drop_event(lines, chance, "step-lost")


@mutation(GAME, "what is left of a loss number")
def losses_over(lines, chance):
    return change_argument(lines, chance, ["losses-over"], 1, lambda number: number + 1)


@mutation(GAME, "a step lost to hunger that was not told, or an interruption")
def starves(lines, chance):
    return drop_event(lines, chance, "starves", "interrupts")


@mutation(GAME, "what the cards of a Political Box are worth")
def compared(lines, chance):
    return change_argument(lines, chance, ["compared"], 2, lambda number: number + 1)


@mutation(GAME, "a unit that was not destroyed")
def destroyed(lines, chance):
    return drop_event(lines, chance, "destroyed")


@mutation(GAME, "a retreat of another length")
def retreat(lines, chance):
    return change_argument(lines, chance, ["retreats"], 1, lambda spaces: 3 - spaces)


@mutation(GAME, "a retreat to another space")
def back(lines, chance):
    return change_argument(lines, chance, ["goes-back"], 1, lambda space: "moskva" if space != "moskva" else "omsk")


@mutation(GAME, "a space that nobody took")
def owner(lines, chance):
    return drop_event(lines, chance, "owner")


@mutation(GAME, "a move to a space that is not next to it")
def far(lines, chance):
    found = [number for number in move_lines(lines) if lines[number]["action"].startswith("go ") and lines[number]["events"]]
    if not found:
        return False
    lines[chance.choice(found)]["action"] = "go east-rumania"
    return True


@mutation(GAME, "Victory Cities")
def cities(lines, chance):
    return change_argument(lines, chance, ["cities"], 1, lambda number: number + 1)


@mutation(GAME, "Victory Points")
def points(lines, chance):
    return change_argument(lines, chance, ["vp"], chance.choice([1, 2]), lambda number: number + 1)


@mutation(GAME, "who gains Victory Points")
def who_gains(lines, chance):
    return change_argument(lines, chance, ["vp"], 0, other_side)


@mutation(GAME, "influence on a faction")
def influence(lines, chance):
    return change_argument(lines, chance, ["influence"], chance.choice([1, 2]), lambda number: number + 1)


@mutation(GAME, "a marker that did not move")
def marker(lines, chance):
    return drop_event(lines, chance, "marker")


@mutation(GAME, "who gains control of a faction")
def control(lines, chance):
    return change_argument(lines, chance, ["gains"], 0, other_side)


@mutation(GAME, "the worth of an Influence card")
def worth(lines, chance):
    return change_argument(lines, chance, ["influence-die"], 3, lambda number: number % 5 + 1)


@mutation(GAME, "how many Political Cards are due")
def due(lines, chance):
    return change_argument(lines, chance, ["cards-due"], 1, lambda number: number + 1)


@mutation(GAME, "a card that is not in the hand")
def card(lines, chance):
    found = [number for number in move_lines(lines) if lines[number]["action"].startswith("play ")]
    if not found:
        return False
    line = lines[chance.choice(found)]
    words = line["action"].split()
    words[1] = "w52" if words[1].startswith("w") else "r52"
    line["action"] = " ".join(words)
    line["events"][0]["event"]["args"][1] = words[1]
    return True


@mutation(GAME, "a card is played twice")
def twice(lines, chance):
    found = [number for number in move_lines(lines) if lines[number]["action"].endswith(" replacements")]
    if not found:
        return False
    line = chance.choice(found)
    lines.insert(line, dict(lines[line]))
    return True


@mutation(GAME, "a starred card is discarded")
def starred(lines, chance):
    found = places(lines, "card-out")
    if not found:
        return False
    event_at(lines, chance.choice(found))["event"] = "card-discarded"
    return True


@mutation(GAME, "a unit placed elsewhere")
def placed(lines, chance):
    return change_argument(lines, chance, ["unit-placed"], 1, lambda space: "warszawa")


@mutation(GAME, "how many steps are left when a unit is rebuilt")
def rebuilt(lines, chance):
    return change_argument(lines, chance, ["rebuilt"], 1, lambda number: number + 1)


@mutation(GAME, "attrition that was not told")
def attrition(lines, chance):
    return drop_event(lines, chance, "attrition")


@mutation(GAME, "how many units are out of supply")
def unfed(lines, chance):
    return change_argument(lines, chance, ["unfed"], 1, lambda number: number + 1)


@mutation(GAME, "the clause by which Victory Cities count")
def count_clause(lines, chance):
    found = places(lines, "cities")
    if not found:
        return False
    event = event_at(lines, chance.choice(found))
    event["clause"] = "TC-VP-1" if event["clause"] != "TC-VP-1" else "TC-8.315.6"
    return True


@mutation(GAME, "the clause of a corps that is lost to attrition or in a retreat")
def dead_clause(lines, chance):
    found = [place for place in places(lines, "unit-dead") if event_at(lines, place)["clause"] in ("TC-AT-1", "TC-RT-4")]
    if not found:
        return False
    event_at(lines, chance.choice(found))["clause"] = "TC-RP-2"
    return True


@mutation(GAME, "replacement steps")
def steps(lines, chance):
    return change_argument(lines, chance, ["steps-booked", "faction-steps", "steps-lost"], 1, lambda number: number + 1)


@mutation(GAME, "a card drawn that others see")
def leak(lines, chance):
    line, place = chance.choice(places(lines, "draws"))
    del lines[line]["events"][place]["seen_by"]
    return True


@mutation(GAME, "a wrong clause")
def clause(lines, chance):
    found = places(lines, "attack", "column", "fires", "step-lost", "owner", "round", "advances", "influence", "plays")
    event_at(lines, chance.choice(found))["clause"] = "TC-8.111"
    return True


@mutation(GAME, "a round of the other side")
def rounds(lines, chance):
    return change_argument(lines, chance, ["round"], 1, other_side)


@mutation(GAME, "neighbours who were not frightened")
def neighbours(lines, chance):
    return change_argument(lines, chance, ["neighbours"], 2, lambda number: number - 1)


@mutation(GAME, "a penalty that was not told")
def penalty(lines, chance):
    return drop_event(lines, chance, "penalty")


@mutation(GAME, "the winner")
def winner(lines, chance):
    def change(outcome):
        for seat in outcome["seats"]:
            seat["result"] = {"won": "lost", "lost": "won"}.get(seat["result"], "won")
        return True

    return change_end(lines, change)


@mutation(GAME, "a score")
def score(lines, chance):
    return raise_score(lines, chance)


@mutation(GAME, "a unit in the last state")
def last_state(lines, chance):
    state = lines[-1]["state"]
    unit = chance.choice([unit for unit, where in state["unit_where"].items() if where == "map"])
    state["unit_at"][unit] = "omsk" if state["unit_at"][unit] != "omsk" else "moskva"
    return True


@mutation(GAME, "a march that ends elsewhere")
def march(lines, chance):
    found = [number for number in move_lines(lines) if lines[number]["action"].startswith("march ") and lines[number]["events"]]
    if not found:
        return False
    line = lines[chance.choice(found)]
    words = line["action"].split()
    words[2] = "omsk" if words[2] != "omsk" else "moskva"
    line["action"] = " ".join(words)
    return True


@mutation(GAME, "in how many combats a card helps")
def helps(lines, chance):
    return change_argument(lines, chance, ["helps"], 3, lambda number: number + 1)


@mutation(GAME, "a side that lets the rounds pass, untold")
def lets_pass(lines, chance):
    return drop_event(lines, chance, "lets-pass")


@mutation(GAME, "a side that keeps peace, untold")
def keeps_peace(lines, chance):
    return drop_event(lines, chance, "keeps-peace")


@mutation(GAME, "why a side fires further right")
def shifted_right(lines, chance):
    return change_argument(lines, chance, ["shifted-right"], 2, lambda number: number + 1)


@mutation(GAME, "partisans who leave untold")
def partisans(lines, chance):
    return drop_event(lines, chance, "partisans-off")


@mutation(GAME, "the gold train on another way")
def gold(lines, chance):
    return change_argument(lines, chance, ["gold-moves"], 1, lambda space: "omsk" if space != "omsk" else "moskva")


@mutation(GAME, "a hand that others see, too")
def seen(lines, chance):
    found = places(lines, "sees")
    if not found:
        return False
    line, place = chance.choice(found)
    del lines[line]["events"][place]["seen_by"]
    return True


# ---- Chapters of the campaign and of 1919 --------------------------------------------------------


@mutation(GAME, "the die of Poland's answer")
def response_die(lines, chance):
    return change_argument(lines, chance, ["response-die", "intervention-die"], chance.choice([-1, -2]), lambda number: number + 1)


@mutation(GAME, "an answer of Poland that was not told")
def response(lines, chance):
    return drop_event(lines, chance, "response", "response-lifted")


@mutation(GAME, "another result of Poland's die")
def response_result(lines, chance):
    found = places(lines, "response-war", "response-intervention", "response-apart", "response-nothing")
    if not found:
        return False
    event = event_at(lines, chance.choice(found))
    event["event"] = "response-nothing" if event["event"] != "response-nothing" else "response-apart"
    return True


@mutation(GAME, "the steps of the levy")
def levy(lines, chance):
    found = [place for place in places(lines, "steps-booked") if event_at(lines, place)["clause"] == "TC-8.321.3"]
    if not found:
        return False
    event_at(lines, chance.choice(found))["args"][1] += 1
    return True


@mutation(GAME, "Victory Points of a subjugation")
def subjugation_points(lines, chance):
    found = [place for place in places(lines, "vp") if event_at(lines, place)["clause"] == "TC-8.62.4"]
    if not found:
        return False
    line, place = chance.choice(found)
    del lines[line]["events"][place]
    return True


@mutation(GAME, "a republic subjugated that cannot be")
def subjugated(lines, chance):
    found = [number for number in move_lines(lines) if lines[number]["action"].startswith("subjugate ")]
    if not found:
        return False
    line = lines[chance.choice(found)]
    line["action"] = "subjugate poland"
    line["events"][0]["event"]["args"][0] = "poland"
    return True


@mutation(GAME, "a garrison that is not placed")
def garrison(lines, chance):
    found = [place for place in places(lines, "unit-placed") if event_at(lines, place)["clause"] == "TC-8.62.1"]
    if not found:
        return False
    line, place = chance.choice(found)
    del lines[line]["events"][place]
    return True


@mutation(GAME, "the step that gold buys")
def gold_step(lines, chance):
    found = [place for place in places(lines, "steps-booked", "ip-put") if event_at(lines, place)["clause"] == "TC-16.31.3"]
    if not found:
        return False
    event_at(lines, chance.choice(found))["args"][-1] += 1
    return True


@mutation(GAME, "the weather of May")
def weather(lines, chance):
    found = places(lines, "weather-mud", "weather-fair")
    if not found:
        return False
    event = event_at(lines, chance.choice(found))
    event["event"] = {"weather-mud": "weather-fair", "weather-fair": "weather-mud"}[event["event"]]
    return True


@mutation(GAME, "an objective met that is missed, or the other way round")
def objective(lines, chance):
    found = places(lines, "objective-met", "objective-missed")
    if not found:
        return False
    event = event_at(lines, chance.choice(found))
    event["event"] = {"objective-met": "objective-missed", "objective-missed": "objective-met"}[event["event"]]
    return True


@mutation(GAME, "an objective that others see")
def written(lines, chance):
    found = places(lines, "writes")
    if not found:
        return False
    line, place = chance.choice(found)
    del lines[line]["events"][place]["seen_by"]
    return True


@mutation(GAME, "the die for the end of 1919")
def end_die(lines, chance):
    return change_argument(lines, chance, ["end-die"], chance.choice([0, 1, 2]), lambda number: number + 1)


@mutation(GAME, "the worth of a card laid for the end of 1919")
def end_card(lines, chance):
    return change_argument(lines, chance, ["end-card"], 2, lambda number: number + 1)


@mutation(GAME, "whether 1919 goes on")
def goes_on(lines, chance):
    found = places(lines, "goes-on", "ends-now")
    if not found:
        return False
    event = event_at(lines, chance.choice(found))
    event["event"] = {"goes-on": "ends-now", "ends-now": "goes-on"}[event["event"]]
    return True


@mutation(GAME, "an army at the optional set-up")
def muster(lines, chance):
    found = places(lines, "starts-reduced", "starts-full")
    if not found:
        return False
    event = event_at(lines, chance.choice(found))
    event["event"] = {"starts-reduced": "starts-full", "starts-full": "starts-reduced"}[event["event"]]
    return True


@mutation(GAME, "what is left of the card laid at the optional set-up")
def mustered(lines, chance):
    return change_argument(lines, chance, ["mustered", "allotted"], -1, lambda number: number + 1)


@mutation(GAME, "the dice for Ukraine's forces")
def forces_die(lines, chance):
    return change_argument(lines, chance, ["forces-die"], 1, lambda number: number + 1)


@mutation(GAME, "the fate of Ukraine's forces")
def forces_fate(lines, chance):
    return change_argument(lines, chance, ["forces-die"], 2, lambda fate: "dead" if fate != "dead" else "place")


@mutation(GAME, "the way of a march")
def march_way(lines, chance):
    def marched(number):
        return lines[number]["action"].startswith("march ") and any(item["event"]["event"] == "moves" for item in lines[number]["events"])

    found = [number for number in move_lines(lines) if marched(number)]
    if not found:
        return False
    events = lines[chance.choice(found)]["events"]
    moves = next(item["event"] for item in events if item["event"]["event"] == "moves")
    moves["args"][2] = "omsk" if moves["args"][2] != "omsk" else "moskva"
    return True


@mutation(GAME, "an aid of a card that was not told")
def aid(lines, chance):
    return drop_event(lines, chance, "helps", "operates", "again", "withdraws-unled")


@mutation(GAME, "whether a withdrawing power stays")
def power(lines, chance):
    return change_argument(lines, chance, ["withdrawal-die"], chance.choice([1, 2, 3]), lambda number: number + 1)


@mutation(GAME, "a republic conquered that was not told")
def conquered(lines, chance):
    return drop_event(lines, chance, "conquered")
