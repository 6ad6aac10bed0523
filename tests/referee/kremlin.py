"""Kremlin, from its rulebooks and the rulings about them: Basic, Advanced and Swiss, with all options."""

from frame import CannotJudge
from kremlin_board import CARDS, NAMES, NESTOR, POSTS, WRITTEN
from kremlin_cards import IntrigueCards
from kremlin_listen import Matter
from kremlin_phases import PHASES
from kremlin_replacement import Replacement

DEALT = 3
SHEET = 10
GONE = ("wall", "retired")


def phase_that_opens(stack, number):
    """A scenario can begin with the round that opens a phase: everybody listens, and nobody has said anything. Others are not judged."""
    if len(stack) != 2 or stack[1]["step"] != "listen" or stack[1]["announced"] or stack[1]["about"]:
        return None
    first = stack[0]
    fresh = not first.get("said") and not first.get("purger") and not first.get("investigator") and not first.get("member") and not first.get("die")
    return PHASES[number - 1] if fresh and first["step"] in ("purge", "spy", "health") else None


class Referee(IntrigueCards, Replacement):
    COMMENTS = frozenset(
        ["no-will", "inactive", "no-vote", "names-oldest", "power-passes", "nobody-active", "in-absence", "older-in-print", "too-old", "tie-earlier",
         "nestor-wooed", "leaves-sanatorium", "post-galls", "post-suits", "cure-chosen", "work-chosen"])

    def read(self, state):
        self.phase = phase_that_opens(state["stack"], state["phase"])
        at_the_deal = state["stack"][0]["step"] == "deal" and not any(place in POSTS for name, place in state["place"].items() if name != NESTOR)
        if not self.phase and not at_the_deal:
            raise CannotJudge()
        self.in_the_middle = self.phase is not None
        self.read_board(state)

    def story(self):
        if self.in_the_middle:
            yield from self.years(self.phase, told=True)
            return
        self.phase = "set-up"
        yield from self.set_up()
        yield from self.listen(Matter("opening"))
        yield from self.years()

    def set_up(self):
        self.tell("set-up", "KR-SU-1", NESTOR)
        if self.cards != self.advanced:
            self.tell("cards-added" if self.cards else "cards-left-out", "KR-AD-9")
        self.same("KR-SU-1", "Nestor's crosses", 1, self.crosses[NESTOR])
        for place in POSTS[1:] + ["candidates"] * 5:
            _, action = yield self.ask("KR-SU-2", "chance")
            self.check(action[0] == "deal" and self.place.get(action[1]) == "people", "KR-SU-2", f"{action}")
            self.place[action[1]] = place
            self.tell("dealt", "KR-SU-2", action[1], place)
        if self.cards:
            for seat in self.seats:
                for _ in range(DEALT):
                    card = yield from self.draw_card("KR-AD-3")
                    self.card_at[card] = seat
                    self.tell("card-dealt", "KR-AD-3", seat, card)
        yield from self.write()
        self.tell("written", "KR-SU-3")

    def write(self):
        writing = list(self.seats)
        while writing:
            seat, action = yield self.ask("KR-SU-3", writing)
            sheet = self.written[seat]
            if action == ["unseal"]:
                self.written[seat] = dict.fromkeys(NAMES, 0)
                if seat not in writing:
                    writing.append(seat)
                continue
            if action == ["pass"]:
                self.check(sorted(points for points in sheet.values() if points) == list(range(1, SHEET + 1)), "KR-SU-3", f"the sheet of {seat} is not 10 to 1")
                writing.remove(seat)
                continue
            self.check(action[0] == "write" and action[1] in NAMES and action[2].isdigit(), "KR-SU-3", f"{seat}: {action}")
            name, points = action[1], int(action[2])
            self.check(name != NESTOR or self.advanced, "KR-SU-4", f"{seat} writes on Nestor")
            self.check(1 <= points <= SHEET and points not in sheet.values() and not sheet[name], "KR-SU-3", f"{seat}: {action}")
            sheet[name] = points
        for seat in self.seats:
            assert sum(self.written[seat].values()) == WRITTEN

    def result(self, state, outcome):
        for field in ("place", "stress"):
            for name in NAMES:
                self.same("END", f"{field} of {name}", getattr(self, field)[name], state[field][name])
        for name in NAMES:
            told = 2 if name in state["ill"] else 1 if name in state["sick"] else 0
            if self.place[name] not in GONE:
                self.same("END", f"crosses of {name}", self.crosses[name], told)
        self.same("END", "cure", self.cure | set(self.visiting), set(state["cure"]))
        self.same("END", "suspect", self.suspect, set(state["suspect"]))
        self.same("END", "waved", self.waved, state["waved"])
        self.same("END", "waved_for", self.waved_for, state["waved_for"])
        self.same("END", "year", self.year, state["year"])
        for field in ("written", "shown", "declared"):
            for seat in self.seats:
                for name in NAMES:
                    if field != "declared" or self.place[name] not in GONE:
                        self.same("END", f"{field} of {seat} on {name}", getattr(self, field)[seat][name], state[field][seat].get(name, 0))
        for card in CARDS if self.cards else []:
            self.same("END", f"place of {card}", self.card_at[card], state["card"][card])
        if outcome is None:
            return
        self.same("END", "reason", self.reason, outcome["reason"])
        for row in outcome["seats"]:
            good = "won" if len(self.winners) == 1 else "shared"
            self.same("END", f"result of {row['seat']}", good if row["seat"] in self.winners else "lost", row["result"])
            self.same("END", f"score of {row['seat']}", int(row["seat"] in self.winners), row["score"])


def refused(players, options):
    """Options that say the same as others, or speak of cards that are not there, are refused."""
    version, intrigue = options.get("rules"), options.get("intrigue", "rules")
    with_cards = intrigue == "yes" or (version == "advanced" and intrigue != "no")
    return options.get("leave") == "order" and not with_cards
