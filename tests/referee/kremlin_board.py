"""Kremlin's board: politicians, ages, health, influence and control.

Numbers of clauses are those of the rulebook (KR-3.2 is its 3.2).
"""

from frame import table
from story import Story

POSTS = ["chief", "kgb", "foreign", "defense", "ideology", "industry", "economy", "sport"]
FIRST_LEVEL = ["kgb", "foreign", "defense"]
SECOND_LEVEL = ["ideology", "industry", "economy", "sport"]
CANDIDATES = 5
WRITTEN = 55
RETIRES = 96
NESTOR = "aparatschik"

PEOPLE = {row["id"]: row for row in table("kremlin", "politicians")}
NAMES = list(PEOPLE)
SEATS = [row["id"] for row in table("kremlin", "factions")]
CARDS = {row["id"]: row for row in table("kremlin", "intrigues")}
NUMBER = {card: number + 1 for number, card in enumerate(CARDS)}
PURGE_NUMBERS = {"chief": 18, **dict.fromkeys(FIRST_LEVEL, 14), **dict.fromkeys(SECOND_LEVEL, 10), "candidates": 6}

# The Health Table of the facts: up to this age, the highest roll that kills, gives two crosses, gives one, changes nothing.
AT_WORK = [
    (50, 0, 1, 4, 13), (51, 0, 1, 4, 14), (52, 0, 2, 4, 14), (53, 0, 2, 5, 14), (55, 0, 2, 5, 15), (56, 0, 3, 5, 15), (57, 0, 3, 5, 16),
    (59, 0, 3, 6, 16), (60, 0, 3, 6, 17), (63, 0, 3, 7, 17), (64, 0, 3, 7, 18), (67, 0, 3, 8, 18), (68, 0, 3, 9, 18), (69, 1, 3, 9, 18),
    (70, 1, 3, 9, 19), (72, 1, 3, 10, 19), (73, 1, 4, 10, 19), (74, 1, 4, 11, 19), (76, 1, 4, 11, 20), (79, 1, 4, 12, 20), (81, 1, 5, 12, 20),
    (82, 1, 5, 13, 20), (83, 2, 5, 13, 20), (84, 2, 6, 13, 20), (88, 3, 6, 14, 20), (90, 3, 7, 15, 20), (91, 3, 7, 15, 20), (92, 3, 8, 16, 20),
    (94, 4, 8, 16, 20), (95, 4, 9, 17, 20),
]
IN_CURE = [
    (54, 0, 0, 2, 6), (58, 0, 0, 2, 7), (61, 0, 0, 2, 8), (62, 0, 1, 2, 8), (65, 0, 1, 2, 9), (66, 0, 1, 3, 9), (71, 0, 1, 3, 10), (72, 0, 1, 3, 11),
    (75, 0, 2, 3, 11), (77, 0, 2, 3, 12), (78, 0, 2, 4, 12), (80, 0, 2, 4, 13), (84, 0, 3, 4, 13), (85, 0, 3, 5, 13), (87, 0, 3, 5, 14), (88, 0, 3, 5, 15),
    (90, 0, 3, 6, 15), (91, 0, 3, 7, 16), (92, 0, 4, 7, 17), (93, 0, 4, 8, 18), (94, 0, 4, 8, 19), (95, 0, 4, 9, 19),
]


def health_result(age, in_cure, roll):
    """How many crosses a roll adds: 3 stands for death at once."""
    roll = max(1, min(20, roll))
    row = next((row for row in (IN_CURE if in_cure else AT_WORK) if age <= row[0]), (IN_CURE if in_cure else AT_WORK)[-1])
    for crosses, highest in ((3, row[1]), (2, row[2]), (1, row[3]), (0, row[4])):
        if roll <= highest:
            return crosses
    return -1


def lowest_roll(age, in_cure, change):
    """The lowest die that adds no more crosses than `change`; 0 if there is none."""
    return next((roll for roll in range(1, 21) if health_result(age, in_cure, roll) <= change), 0)


class Board(Story):
    def read_board(self, state):
        options = state["options"]
        self.version = options["rules"]
        intrigue = options.get("intrigue", "rules")
        self.advanced = self.version == "advanced"
        self.swiss = self.version == "swiss"
        self.cards = intrigue == "yes" or (self.advanced and intrigue != "no")
        self.strengths = self.advanced or intrigue == "yes"
        self.leave_rule = options.get("leave", "cycle")
        self.files_rule = options.get("files", "free")
        self.seats = SEATS[: state["players"]]
        self.year = state["year"]
        self.place = dict(state["place"])
        self.stress = dict(state["stress"])
        self.crosses = {name: (2 if name in state["ill"] else 1 if name in state["sick"] else 0) for name in NAMES}
        self.cure = set(state["cure"])
        self.suspect = set(state["suspect"])
        self.waved = dict(state["waved"])
        self.waved_for = dict(state["waved_for"])
        self.written = {seat: {name: state["written"][seat].get(name, 0) for name in NAMES} for seat in self.seats}
        self.shown = {seat: {name: state["shown"][seat].get(name, 0) for name in NAMES} for seat in self.seats}
        self.declared = {seat: {name: state["declared"][seat].get(name, 0) for name in NAMES} for seat in self.seats}
        self.reached = {seat: {name: (state["since"][seat].get(name, 0), 0) for name in NAMES} for seat in self.seats}
        self.clock = 1000
        self.control = {}
        self.winners = []
        self.reason = None
        for name in NAMES:
            self.control[name] = self.plain_control(name)
        self.card_at = dict(state["card"])
        self.known = {card for card, seats in state["card_known"].items() if len(seats) == len(self.seats)}
        self.bared = {seat: set(state["bared"].get(seat, [])) for seat in self.seats}
        self.gave = set(state["gave"])
        self.fever = state["fever"]
        self.fever_card = {1: "light-fever", 2: "high-fever"}.get(self.fever)
        self.vaccinated = set(state["vaccinated"])
        self.outing = set(state["outing"])
        self.no_visits = bool(state["no_visits"])
        self.specialist = state["specialist"]
        self.guarded = {card: man for card, man in state["guarded"].items() if man}
        self.visit_card = {man: card for card, man in state["visits"].items() if man}
        self.visiting = list(self.visit_card)
        self.imposed = None
        self.blackmail = (state["blackmail"]["actor"], state["blackmail"]["target"])
        self.chief_blackmail = None
        if state["chief_blackmail"]["author"]:
            self.chief_blackmail = (state["chief_blackmail"]["author"], state["chief_blackmail"]["holder"], state["chief_blackmail_men"]["chief"],
                                    state["chief_blackmail_men"]["blackmailer"])
        self.pravda = (state["pravda"], state["pravda_for"]) if state["pravda"] else None

    # ---- Politicians ----

    def age(self, name):
        return int(PEOPLE[name]["age"]) + self.stress[name]

    def holder(self, post):
        return next((name for name in NAMES if self.place[name] == post), None)

    def members(self):
        return [self.holder(post) for post in POSTS if self.holder(post)]

    def at(self, place):
        return [name for name in NAMES if self.place[name] == place]

    def is_member(self, name):
        return self.place[name] in POSTS

    def on_board(self, name):
        return self.place[name] in POSTS or self.place[name] in ("candidates", "people")

    def in_sanatorium(self, name):
        """With a Cure marker, or sent there by a card; a card may fetch him out for a phase."""
        return (name in self.cure or name in self.visiting) and name not in self.outing

    def is_active(self, name):
        return name is not None and self.is_member(name) and not self.in_sanatorium(name)

    def oldest(self, names):
        """6.5: age, then printed age; printed ages differ."""
        return max(names, key=lambda name: (self.age(name), int(PEOPLE[name]["age"])), default=None)

    def tell_older_in_print(self, names, chosen):
        if sum(self.age(name) == self.age(chosen) for name in names) > 1:
            self.remark("older-in-print", "KR-6.5", chosen)

    def ages(self, name, years, clause, chair=0, illness=0, suspicion=0):
        self.stress[name] += years
        self.tell("ages", clause, name, years, self.age(name), chair, illness, suspicion)

    def is_too_old(self, name):
        return self.age(name) >= RETIRES

    def suits(self, name):
        """The post of his strength: -1 SP in phase 1, -2 to purges."""
        return self.strengths and self.place[name] == PEOPLE[name]["strength"]

    def galls(self, name):
        return self.strengths and self.place[name] == PEOPLE[name]["weakness"]

    # ---- Leaving ----

    def leaves_politburo(self, name):
        """1.3: whoever leaves the Politburo leaves the Sanatorium."""
        if name in self.cure or name in self.visiting:
            self.remark("leaves-sanatorium", "KR-1.3", name)
        self.off_sanatorium(name)

    def off_sanatorium(self, name):
        self.cure.discard(name)
        self.outing.discard(name)
        if name in self.visiting:
            self.visiting.remove(name)
            self.visit_card.pop(name, None)
        if self.specialist == name:
            self.specialist = None
            self.card_lapses("specialist")

    def goes(self, name, place):
        self.off_sanatorium(name)
        self.suspect.discard(name)
        self.place[name] = place

    def card_lapses(self, card):
        if self.card_at.get(card) == "table":
            self.card_at[card] = "discards"

    def to_siberia(self, name, clause):
        """2.2: age and health stay, "?" and Cure marker go; declared points are lost, but not in the Swiss version."""
        self.goes(name, "siberia")
        self.tell("to-siberia", clause, name)
        if self.swiss:
            self.protections_of_end(name)
            if any(self.declared[seat][name] for seat in self.seats):
                self.tell("influence-kept", "KR-SW-3", name)
        else:
            for seat in self.seats:
                if self.declared[seat][name]:
                    self.tell("influence-lost", "KR-2.2", seat, name, self.declared[seat][name])
                    self.declared[seat][name] = 0
            self.control[name] = None
        self.gone_from_board(name)

    def dies(self, name, clause):
        self.goes(name, "wall")
        self.control[name] = None
        self.tell("dies", clause, name, self.age(name))
        self.gone_from_board(name)

    def retires(self, name):
        self.goes(name, "retired")
        self.control[name] = None
        self.tell("retires", "KR-RE-1", name, self.age(name))
        self.gone_from_board(name)

    def gone_from_board(self, name):
        """Death, Siberia and retirement end protections and blackmail."""
        self.protections_of_end(name)
        if name in self.blackmail:
            self.blackmail = (None, None)
            self.card_at["blackmail"] = "gone"
            self.tell("blackmail-ends", "KR-IC-19", "blackmail")
        self.check_chief_blackmail()

    def check_chief_blackmail(self):
        """Card 20 ends when its holder loses the chief, or with the death, Siberia or retirement of either."""
        if not self.chief_blackmail:
            return
        _, holder, chief, blackmailer = self.chief_blackmail
        if self.holder("chief") != chief or self.control[chief] != holder or not self.on_board(blackmailer):
            self.chief_blackmail = None
            self.card_at["chief-blackmail"] = "gone"
            self.tell("blackmail-ends", "KR-IC-20", "chief-blackmail")

    # ---- Influence ----

    def plain_control(self, name):
        """Of the first state: most points, then the earlier total. Ties that something else settled are not known there."""
        most = max(self.declared[seat][name] for seat in self.seats)
        if not most:
            return None
        tied = [seat for seat in self.seats if self.declared[seat][name] == most]
        return min(tied, key=lambda seat: self.reached[seat][name])

    def undeclared(self, seat):
        return WRITTEN - sum(self.shown[seat].values())

    def hand(self, seat):
        return [card for card in CARDS if self.card_at[card] == seat]

    def somebody_holds_cards(self):
        return self.cards and any(self.hand(seat) for seat in self.seats)

    def can_speak(self, seat):
        """Public: not all 55 points declared or lost, or a card in hand."""
        return self.undeclared(seat) > 0 or (self.cards and bool(self.hand(seat)))

    def add_points(self, seat, name, points):
        self.declared[seat][name] += points
        self.reached[seat][name] = (self.clock, 1)

    def settle(self, name):
        """Who controls him: most points; a tie goes to the arbiters of the Advanced game, to the earlier total, or to the lot."""
        most = max(self.declared[seat][name] for seat in self.seats)
        if not most:
            self.control[name] = None
            return
        tied = [seat for seat in self.seats if self.declared[seat][name] == most]
        winner = tied[0]
        if len(tied) > 1:
            arbiter, clause = self.arbiter(name, tied)
            if arbiter:
                _, action = yield self.ask(clause, arbiter, *(f"favour {seat}" for seat in tied))
                self.check(action[0] == "favour" and action[1] in tied, clause, f"{action}, but {tied} are tied on {name}")
                winner = action[1]
                if winner == arbiter:
                    self.tell("tie-own", clause, winner, name)
                else:
                    self.tell("tie-favoured", clause, arbiter, winner, name)
                self.on_top(winner, name, tied)
            else:
                winner = yield from self.earlier(name, tied)
        if winner != self.control[name]:
            self.tell("controls", "KR-DE-2", winner, name)
        self.control[name] = winner

    def earlier(self, name, tied):
        first = min(self.reached[seat][name] for seat in tied)
        earliest = [seat for seat in tied if self.reached[seat][name] == first]
        if len(earliest) == 1:
            self.remark("tie-earlier", "KR-DE-3", earliest[0], name)
            return earliest[0]
        _, action = yield self.ask("KR-DE-4", "chance", *(f"lot {seat}" for seat in earliest))
        self.check(action[0] == "lot" and action[1] in earliest, "KR-DE-4", f"{action}, but {earliest} are tied on {name}")
        self.on_top(action[1], name, tied)
        self.tell("tie-lot", "KR-DE-4", action[1], name)
        return action[1]

    def on_top(self, winner, name, tied):
        """The marker of who has won a tie is laid on top of the others: it stays settled between them until their points change."""
        first = min(self.reached[seat][name] for seat in tied)
        self.reached[winner][name] = (first[0], first[1] - 1)

    def arbiter(self, name, tied):
        """Card 22: the controller of the Ideology Chief, but not about himself. Advanced: a third with points on him; of several the one with most."""
        if self.pravda and name != self.pravda[0] and self.on_board(self.pravda[0]) and self.control[self.pravda[0]]:
            return self.control[self.pravda[0]], "KR-IC-22"
        if not self.advanced:
            return None, None
        third = [seat for seat in self.seats if self.declared[seat][name] and seat not in tied]
        if not third:
            return None, None
        third.sort(key=lambda seat: (-self.declared[seat][name], self.reached[seat][name]))
        if len(third) > 1:
            one, two = third[:2]
            if self.declared[one][name] == self.declared[two][name] and self.reached[one][name] == self.reached[two][name]:
                return None, None
        return third[0], "KR-AD-8"

    def settle_all(self, names):
        arbiter = self.pravda[0] if self.pravda else None  # first who it is that settles the others' ties
        for name in sorted(names, key=lambda name: (name != arbiter, NAMES.index(name))):
            yield from self.settle(name)
        self.check_chief_blackmail()

    def die20(self, rule):
        _, action = yield self.ask(rule, "chance", *(f"die {face}" for face in range(1, 21)))
        self.check(len(action) == 2 and action[0] == "die" and action[1].isdigit() and 1 <= int(action[1]) <= 20, rule, f"no die of 20: {action}")
        return int(action[1])
