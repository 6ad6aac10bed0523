"""Red Empire, from its rulebook and the rulings about it.

Names of clauses are those of the game's rules page; each function says which part of the rulebook it follows.
"""

from frame import CannotJudge, table
from story import Story

LOWERED_BY = 2
HERO = 2
HAND = 5
COLLAPSE = 18
MANDATES = ("disrepute", "new-leader", "ailing")
OPTIONS = ("treaty", "exposes", "scandal", "hero", "junket")
DEALT = {3: 5, 4: 4, 5: 3, 6: 3}


class Card:
    def __init__(self, row, name):
        self.name = name
        self.kind = row["kind"]
        self.group = row["group"]
        self.value = int(row["value"] or 0)


def cards():
    """Copies of a card are told apart by letters."""
    result = {}
    for row in table("red-empire", "cards"):
        copies = int(row["copies"])
        for number in range(copies):
            dash = "" if row["id"][-1].isdigit() else "-"
            name = row["id"] + (dash + "abcdefghi"[number] if copies > 1 else "")
            result[name] = Card(row, name)
    return result


CARDS = cards()
LEADERS = {row["id"]: (row["group"], int(row["stature"])) for row in table("red-empire", "leaders")}
SEATS = [row["id"] for row in table("red-empire", "factions")]
ORDER = {name: number for number, name in enumerate(LEADERS)}
CARD_ORDER = {name: number for number, name in enumerate(CARDS)}


class Referee(Story):
    # ---- The board ----

    def read(self, state):
        self.seats = SEATS[: state["players"]]
        self.fall = state["options"]["fall"]
        if len(state["stack"]) != 1:
            raise CannotJudge()
        self.step = state["stack"][0]["step"]
        self.in_the_middle = self.step != "deal-leaders"
        self.turn = state["stack"][0]["turn"]
        self.played_before = state["stack"][0].get("played", 0)
        if self.step not in ("deal-leaders", "turn-start", "refill", "crisis-cards", "mandate-cards", "choice", "turn-end"):
            raise CannotJudge()
        self.hands = {seat: set(state["hands"][seat]) for seat in self.seats}
        self.leaders = {seat: set(state["leaders"][seat]) for seat in self.seats}
        self.president = state["president"]
        self.purge = {leader: set(on) for leader, on in state["purge"].items()}
        self.hero_on = dict(state["hero_on"])
        self.ailing_on = dict(state["ailing_on"])
        self.disrepute_by = dict(state["disrepute_by"])
        self.spared = {card: set(spared) for card, spared in state["spared"].items()} if "spared" in state else {card: set() for card in self.disrepute_by}
        self.scandal_by = dict(state["scandal_by"])
        self.scandal_on = dict(state["scandal_on"])
        self.junket_by = dict(state["junket_by"])
        self.pile = set(state["pile"])
        self.won = {seat: set(state["won"][seat]) for seat in self.seats}
        self.won_leaders = {seat: set(state["won_leaders"][seat]) for seat in self.seats}
        self.lost_leaders = set(state["lost_leaders"])
        self.discard = set(state["discard"])
        self.given = {}
        self.last_turn = False
        self.points = None
        self.reason = None
        self.deck = set(CARDS) - self.discard - self.pile - set().union(*self.hands.values(), *self.won.values(), *self.purge.values())
        for lasting in (self.hero_on, self.ailing_on, self.disrepute_by, self.scandal_by, self.junket_by):
            self.deck -= {card for card, on in lasting.items() if on}
        self.leader_deck = set(LEADERS) - self.lost_leaders - set().union(*self.leaders.values(), *self.won_leaders.values())

    def left_of(self, seat, steps=1):
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def around(self, seat, first=0):
        """All seats clockwise; `first` 1 begins with the left neighbour and ends with the seat itself."""
        return [self.left_of(seat, first + number) for number in range(len(self.seats))]

    def owner(self, leader):
        return next((seat for seat in self.seats if leader in self.leaders[seat]), None)

    def presidents_seat(self):
        return self.owner(self.president) if self.president else None

    def sorted_leaders(self, seat):
        return sorted(self.leaders[seat], key=ORDER.get)

    def abroad(self, seat):
        return seat in self.junket_by.values()

    def has_group(self, seat, group):
        return any(LEADERS[leader][0] == group for leader in self.leaders[seat])

    def worth(self, leader):
        """Printed stature and Hero: what counts for the presidency."""
        return LEADERS[leader][1] + (HERO if leader in self.hero_on.values() else 0)

    def stature(self, leader):
        """Disrepute on his group and Scandals on his faction lower it. A Disrepute laid while his faction was abroad does not touch it."""
        return self.worth(leader) - self.lowered(leader, self.disrepute_by, "disrepute") - self.lowered(leader, self.scandal_by, "scandal")

    def lowered(self, leader, lying, kind):
        group = LEADERS[leader][0]
        seat = self.owner(leader)
        less = 0
        for card, by in lying.items():
            if by and kind == "disrepute" and CARDS[card].group == group and seat not in self.spared[card]:
                less += LOWERED_BY
            if by and kind == "scandal" and self.scandal_on[card] == seat:
                less += LOWERED_BY
        return less

    def tell_stature(self, leader):
        """Why it is not the printed one."""
        hero = self.worth(leader) - LEADERS[leader][1]
        lowered = [self.lowered(leader, self.disrepute_by, "disrepute"), self.lowered(leader, self.scandal_by, "scandal")]
        if hero or any(lowered):
            clause = "RE-MA-1" if lowered[0] else "RE-OP-7" if lowered[1] else "RE-OP-8"
            self.tell("stature", clause, leader, LEADERS[leader][1], hero, *lowered, self.stature(leader))

    def purge_total(self, leader):
        return sum(CARDS[card].value for card in self.purge[leader])

    def leave_play(self, leader, pile):
        """Cards on a leader who leaves play are discarded."""
        self.leaders[self.owner(leader)].discard(leader)
        pile.add(leader)
        heroes = [card for card, on in self.hero_on.items() if on == leader]
        ailing = [card for card, on in self.ailing_on.items() if on == leader]
        gone = self.purge[leader] | set(heroes) | set(ailing)
        for card in heroes:
            self.hero_on[card] = None
        for card in ailing:
            self.ailing_on[card] = None
        self.purge[leader] = set()
        self.discard |= gone
        if gone:
            self.tell("cards-go", "RE-AC-10", leader)
        if leader == self.president:
            self.president = None

    def from_hand(self, seat, card, rule):
        self.check(card in self.hands[seat], rule, f"{seat} plays {card}, which is not in the hand")
        self.hands[seat].discard(card)

    # ---- Chance ----

    def die(self, rule):
        _, action = yield self.ask(rule, "chance")
        self.check(len(action) == 2 and action[0] == "die" and action[1] in "123456", rule, f"no die: {action}")
        return int(action[1])

    def draw_card(self, rule):
        _, action = yield self.ask(rule, "chance")
        self.check(action[0] == "draw" and action[1] in self.deck, rule, f"{action} is not in the deck")
        self.deck.discard(action[1])
        return action[1]

    def draw_leader(self, rule):
        _, action = yield self.ask(rule, "chance")
        self.check(action[0] == "leader" and action[1] in self.leader_deck, rule, f"{action} is not in the deck of leaders")
        self.leader_deck.discard(action[1])
        return action[1]

    # ---- The game ----

    def story(self):
        stage = self.step
        if stage == "deal-leaders":
            yield from self.set_up()
            stage = "turn"
        while not self.reason:
            if stage in ("turn", "turn-start"):
                yield from self.start_of_turn(told=stage == "turn")
            if stage in ("turn", "turn-start", "refill"):
                yield from self.refill()
            if stage in ("turn", "turn-start", "refill", "crisis-cards"):
                yield from self.forced_crises()
            if not self.reason and stage not in ("choice", "turn-end"):
                yield from self.forced_mandates()
            if not self.reason and stage != "turn-end":
                yield from self.choice()
            if not self.reason:
                self.end_of_turn()
            stage = "turn"

    def set_up(self):
        """MISE EN PLACE: leaders by the number of players, five cards, the first President; his left neighbour begins."""
        for seat in self.seats:
            while len(self.leaders[seat]) < DEALT[len(self.seats)]:
                leader = yield from self.draw_leader("RE-SU-1")
                self.leaders[seat].add(leader)
                self.tell("leader-dealt", "RE-SU-1", seat, leader, *LEADERS[leader])
        for seat in self.seats:
            while len(self.hands[seat]) < HAND:
                card = yield from self.draw_card("RE-SU-2")
                self.hands[seat].add(card)
                self.tell("card-dealt", "RE-SU-2", seat, card)
        yield from self.office("RE-PR-1")
        holder = self.presidents_seat()
        self.turn = self.left_of(holder) if holder else self.seats[0]

    def office(self, why):
        """LE PRESIDENT: the highest total that has a Party leader; ties by Party stature, then by lot."""
        able = [seat for seat in self.seats if self.has_group(seat, "party")]
        if not able:
            self.tell("office-vacant", "RE-PR-8")
            return
        totals = {seat: sum(self.worth(leader) for leader in self.leaders[seat]) for seat in self.seats}
        in_party = {seat: sum(self.worth(leader) for leader in self.leaders[seat] if LEADERS[leader][0] == "party") for seat in self.seats}
        best = max(totals[seat] for seat in able)
        for seat in self.seats:
            self.tell("total", "RE-PR-7", seat, totals[seat], in_party[seat])
        for seat in self.seats:
            if totals[seat] >= best and seat not in able:
                self.tell("passed-over", "RE-PR-4", seat)
        first = [seat for seat in able if totals[seat] == best]
        tied = len(first) > 1
        if tied:
            self.tell("totals-tied", "RE-PR-2", best)
            most = max(in_party[seat] for seat in first)
            first = [seat for seat in first if in_party[seat] == most]
        if len(first) > 1:
            _, action = yield self.ask("RE-PR-3", "chance")
            self.check(action[0] == "lot" and action[1] in first, "RE-PR-3", f"{action}, but {first} are tied")
            first = [action[1]]
            self.tell("lot", "RE-PR-3", first[0])
        yield from self.appoint(first[0], (why, best, in_party[first[0]] if tied else 0))

    def appoint(self, seat, won):
        """The player picks one of his Party leaders; of one there is nothing to pick. `won`: why and with what he has the office."""
        able = [leader for leader in self.sorted_leaders(seat) if LEADERS[leader][0] == "party"]
        if len(able) > 1:
            _, action = yield self.ask("RE-PR-5", seat)
            self.check(action[0] == "appoint" and action[1] in able, "RE-PR-4", f"{action}, but only {able} can be President")
            leader = action[1]
        else:
            leader = able[0]
        if won:
            why, total, in_party = won
            self.tell("office-won", why, seat, total, in_party)
        self.tell("president-named", "RE-PR-5", seat, leader)
        self.president = leader

    def office_falls_free(self):
        self.tell("office-free", "RE-PR-6")
        yield from self.office("RE-PR-6")

    def president_purged_by(self, seat, leader):
        """Purge du Président: who purges him takes the office, if he has a Party leader."""
        self.tell("president-purged", "RE-AC-9", seat, leader)
        if self.has_group(seat, "party"):
            self.tell("office-taken", "RE-AC-9", seat, leader)
            yield from self.appoint(seat, None)
        else:
            self.tell("office-not-taken", "RE-AC-9", seat, leader)
            yield from self.office_falls_free()

    # ---- The turn ----

    def start_of_turn(self, told):
        """Own Disrepute, Scandal and Junket lapse, then the Ailing rolls."""
        seat = self.turn
        if told:
            self.tell("turn", "RE-TU-1", seat)
        if not self.leaders[seat]:
            self.tell("no-leaders", "RE-TU-8", seat)
        for lasting in (self.disrepute_by, self.scandal_by, self.junket_by):
            for card in sorted(lasting, key=CARD_ORDER.get):
                if lasting[card] == seat:
                    lasting[card] = None
                    self.discard.add(card)
                    if card in self.spared:
                        self.spared[card] = set()
                    if card in self.scandal_on:
                        self.scandal_on[card] = None
                    self.tell("lapses", "RE-TU-2", seat, card)
                    if lasting is self.junket_by:
                        self.tell_what_it_missed(seat)
        for card in sorted(self.ailing_on, key=CARD_ORDER.get):
            leader = self.ailing_on[card]
            if leader and self.owner(leader) == seat:
                yield from self.ailing_roll(seat, card, leader)

    def tell_what_it_missed(self, seat):
        """A Disrepute that was laid while it was abroad never touches it."""
        for card in sorted(self.disrepute_by, key=CARD_ORDER.get):
            if self.disrepute_by[card] and seat in self.spared[card]:
                self.tell("comes-home", "RE-OP-14", seat, CARDS[card].group, card)

    def ailing_roll(self, seat, card, leader):
        """Ailing Leader: 1 healed, 2-3 nothing, 4-6 he dies."""
        die = yield from self.die("RE-MA-9")
        self.tell("ailing-roll", "RE-MA-9", seat, leader, die, 1, 4)
        if die == 1:
            self.tell("recovers", "RE-MA-10", leader)
            self.ailing_on[card] = None
            self.discard.add(card)
        elif die <= 3:
            self.tell("lingers", "RE-MA-11", leader)
        else:
            self.tell("dies", "RE-MA-12", leader)
            was_president = leader == self.president
            self.leave_play(leader, self.lost_leaders)
            if was_president:
                yield from self.office_falls_free()

    def refill(self):
        """He draws up to five; who draws the last card has the last turn."""
        seat = self.turn
        while len(self.hands[seat]) < HAND and self.deck:
            card = yield from self.draw_card("RE-TU-3")
            self.hands[seat].add(card)
            self.tell("card-drawn", "RE-TU-3", seat, card)
            if not self.deck:
                self.last_turn = True
                self.tell("last-card", "RE-EN-1", seat)

    def forced_crises(self):
        seat = self.turn
        played, self.played_before = self.played_before, 0
        while self.hands[seat] and not self.reason:
            _, action = yield self.ask("RE-TU-4", seat)
            held = [card for card in self.hands[seat] if CARDS[card].kind == "crisis"]
            if action == ["go-on"]:
                self.check(not held, "RE-TU-4", f"{seat} goes on with {held} in hand")
                self.tell("no-crisis", "RE-TU-4", seat, played)
                return
            self.check(action[0] == "crisis" and action[1] in held, "RE-TU-4", f"{seat}: {action}, crises in hand {held}")
            played += 1
            yield from self.crisis(seat, action[1])

    def forced_mandates(self):
        seat = self.turn
        played, self.played_before = self.played_before, 0
        while self.hands[seat]:
            _, action = yield self.ask("RE-TU-5", seat)
            held = [card for card in self.hands[seat] if CARDS[card].kind in MANDATES]
            if action == ["go-on"]:
                self.check(not held, "RE-TU-5", f"{seat} goes on with {held} in hand")
                self.tell("no-mandate", "RE-TU-5", seat, played)
                return
            self.check(action[0] == "mandate" and action[1] in held, "RE-TU-5", f"{seat}: {action}, mandates in hand {held}")
            played += 1
            card = action[1]
            self.hands[seat].discard(card)
            kind = CARDS[card].kind
            if kind == "disrepute":
                yield from self.disrepute(seat, card)
            elif kind == "new-leader":
                yield from self.new_leader(seat, card)
            else:
                yield from self.ailing(seat, card)

    def end_of_turn(self):
        if self.last_turn or not self.deck:
            self.count()
            return
        self.turn = self.left_of(self.turn)

    # ---- Crises ----

    def crisis(self, drawer, card):
        """CARTES CRISIS: one round from the left; reached or passed it is solved at once."""
        self.hands[drawer].discard(card)
        needed = CARDS[card].value
        self.tell("crisis", "RE-CR-1", drawer, card, needed)
        given = {}
        for seat in self.around(drawer, 1):
            if not self.hands[seat]:
                self.tell("crisis-empty-hand", "RE-CR-2", seat)
                continue
            _, action = yield self.ask("RE-CR-1", seat)
            if action == ["pass"]:
                self.tell("crisis-pass", "RE-CR-1", seat)
                continue
            self.check(action[0] == "give", "RE-CR-1", f"{seat}: {action}")
            self.check_action_card(seat, action[1], "RE-CR-3")
            self.from_hand(seat, action[1], "RE-CR-3")
            given[seat] = action[1]
            total = sum(CARDS[each].value for each in given.values())
            self.tell("contribution", "RE-CR-3", seat, action[1], total, needed)
            if total >= needed:
                self.solved(card, given)
                return
        yield from self.failed(card, given)

    def solved(self, card, given):
        self.tell("crisis-solved", "RE-CR-4", card, sum(CARDS[each].value for each in given.values()), CARDS[card].value)
        for seat in given:
            self.won[seat].add(given[seat])
            self.tell("contribution-kept", "RE-CR-5", seat, given[seat], CARDS[given[seat]].value)
        holder = self.presidents_seat()
        if holder:
            self.won[holder].add(card)
            self.tell("crisis-credited", "RE-CR-6", holder, card)
        else:
            self.discard.add(card)
            self.tell("crisis-unclaimed", "RE-PR-8", card)

    def failed(self, card, given):
        """Unsolved: the pile; at 18 all is lost; then a Treaty, or the President falls and the office passes."""
        self.discard |= set(given.values())
        self.pile.add(card)
        total = sum(CARDS[each].value for each in self.pile)
        self.tell("crisis-failed", "RE-CR-7", card, total, COLLAPSE, sum(CARDS[each].value for each in given.values()), CARDS[card].value)
        if total >= COLLAPSE:
            self.tell("collapse", "RE-CR-8", total)
            self.reason = "collapse"
            return
        holder = self.presidents_seat()
        if not holder:
            self.tell("nobody-falls", "RE-PR-8")
            return
        if self.hands[holder]:
            _, action = yield self.ask("RE-CR-9", holder)
            if action[0] == "treaty":
                self.check(CARDS[action[1]].kind == "treaty", "RE-CR-9", f"{action[1]} is no Treaty")
                self.from_hand(holder, action[1], "RE-CR-9")
                self.discard.add(action[1])
                self.tell_reached_abroad(holder)
                self.tell("treaty-saves", "RE-OP-2", holder, self.president)
                return
            self.check(action == ["decline"], "RE-CR-9", f"{holder}: {action}")
            self.tell("no-treaty", "RE-CR-9", holder)
        else:
            self.tell("crisis-empty-hand", "RE-CR-9", holder)
        self.tell_reached_abroad(holder)
        self.tell("president-falls", "RE-CR-10", holder, self.president)
        self.leave_play(self.president, self.lost_leaders)
        if self.fall == "faction":
            for leader in self.sorted_leaders(holder):
                self.tell("falls-with-him", "RE-CR-11", holder, leader)
                self.leave_play(leader, self.lost_leaders)
        yield from self.office_falls_free()

    def tell_reached_abroad(self, holder):
        if self.abroad(holder):
            self.tell("reached-abroad", "RE-OP-15", holder)

    def check_action_card(self, seat, card, rule):
        """CARTES ACTION: one needs a leader of the colour, grey cards are the President's; nobody abroad plays any."""
        self.check(CARDS[card].kind == "action", rule, f"{card} is no action card")
        self.check(not self.abroad(seat), "RE-OP-12", f"{seat} is abroad and plays {card}")
        if CARDS[card].group == "government":
            self.check(self.presidents_seat() == seat, "RE-AC-2", f"{seat} plays {card} without the President")
        else:
            self.check(self.has_group(seat, CARDS[card].group), "RE-AC-1", f"{seat} plays {card} without a leader of that colour")

    # ---- Mandates ----

    def bring_down(self, by, among):
        """Leaders who cannot bear the purge cards on them any more fall, clockwise from the player of the card."""
        heir = fallen = None
        for owner in self.around(by):
            for leader in self.sorted_leaders(owner):
                if leader not in among or not self.purge[leader] or self.purge_total(leader) < self.stature(leader):
                    continue
                credited = self.left_of(by) if owner == by else by
                self.tell_stature(leader)
                self.tell("brought-down", "RE-MA-2", owner, leader, self.purge_total(leader), self.stature(leader))
                if owner == by:
                    self.tell("credited-left", "RE-MA-4", credited, leader)
                else:
                    self.tell("credited", "RE-MA-3", credited, leader)
                if leader == self.president:
                    heir, fallen = credited, leader
                self.leave_play(leader, self.won_leaders[credited])
        if heir:
            yield from self.president_purged_by(heir, fallen)

    def disrepute(self, seat, card):
        group = CARDS[card].group
        self.disrepute_by[card] = seat
        self.spared[card] = {each for each in self.seats if self.abroad(each)}
        self.tell("disrepute", "RE-MA-1", seat, group, LOWERED_BY, card)
        for each in self.seats:
            if each in self.spared[card]:
                self.tell("out-of-reach", "RE-OP-13", each)
        yield from self.bring_down(seat, {leader for leader in LEADERS if LEADERS[leader][0] == group})

    def new_leader(self, seat, card):
        self.discard.add(card)
        self.tell("new-leader-played", "RE-MA-5", seat)
        if not self.leader_deck:
            self.tell("no-new-leader", "RE-MA-6", seat)
            return
        leader = yield from self.draw_leader("RE-MA-5")
        self.leaders[seat].add(leader)
        self.tell("new-leader", "RE-MA-5", seat, leader, *LEADERS[leader])
        if not self.president and LEADERS[leader][0] == "party":
            self.president = leader
            self.tell("office-filled", "RE-PR-8", seat, leader)

    def ailing(self, seat, card):
        """The highest printed stature of those without such a card; among equals he chooses."""
        self.tell("ailing-played", "RE-MA-7", seat)
        free = [leader for leader in self.sorted_leaders(seat) if leader not in self.ailing_on.values()]
        highest = max((LEADERS[leader][1] for leader in free), default=0)
        able = [leader for leader in free if LEADERS[leader][1] == highest]
        for other in sorted(self.ailing_on, key=CARD_ORDER.get):
            leader = self.ailing_on[other]
            if leader in self.leaders[seat] and LEADERS[leader][1] >= highest:
                self.tell("already-ailing", "RE-MA-8", seat, leader)
        if not able:
            self.discard.add(card)
            self.tell("nobody-ails", "RE-MA-13", seat)
            return
        leader = able[0]
        if len(able) > 1:
            _, action = yield self.ask("RE-MA-7", seat)
            self.check(action[0] == "strike" and action[1] in able, "RE-MA-7", f"{action}, but {able} have the highest printed stature")
            leader = action[1]
        self.ailing_on[card] = leader
        self.tell("ailing", "RE-MA-7", seat, leader)

    # ---- The choice ----

    def choice(self):
        seat = self.turn
        if not self.hands[seat]:
            self.tell("hand-empty", "RE-TU-6", seat)
            return
        _, action = yield self.ask("RE-TU-6", seat)
        verb = action[0]
        full = len(self.hands[seat]) >= HAND
        if verb == "pass":
            self.check(not full, "RE-TU-7", f"{seat} holds five cards and gives none up")
            self.tell("nothing-done", "RE-TU-6", seat)
        elif verb == "discard":
            self.from_hand(seat, action[1], "RE-TU-6")
            self.discard.add(action[1])
            self.tell("discarded", "RE-TU-7" if full else "RE-TU-6", seat, action[1])
        elif verb == "purge":
            yield from self.purge_leader(seat, action[1], action[2])
        elif verb == "treaty":
            self.treaty(seat, action[1])
        elif verb == "expose":
            yield from self.exposes(seat, action[1])
        elif verb == "scandal":
            yield from self.scandal(seat, action[1], action[2])
        elif verb == "hero":
            self.hero(seat, action[1], action[2])
        elif verb == "junket":
            self.option(seat, action[1], "junket", "RE-OP-10")
            self.junket_by[action[1]] = seat
            self.tell("junket", "RE-OP-10", seat)
        else:
            self.disagree("RE-TU-6", f"{seat}: {action}")

    def option(self, seat, card, kind, rule):
        self.check(CARDS[card].kind == kind, rule, f"{card} is no {kind}")
        self.from_hand(seat, card, rule)

    def purge_leader(self, seat, leader, card):
        """CARTES ACTION, the four limits; whoever lays the card that reaches his stature takes him; four types and standing: spent."""
        owner = self.owner(leader)
        self.check(owner is not None and owner != seat, "RE-AC-5", f"{seat} purges {leader} of {owner}")
        self.check_action_card(seat, card, "RE-AC-6")
        self.check(not self.abroad(owner), "RE-OP-11", f"{owner} is abroad")
        types = {CARDS[each].group for each in self.purge[leader]}
        self.check(types or CARDS[card].group != LEADERS[leader][0], "RE-AC-3", f"{card} is the first card on {leader}, and of his group")
        self.check(CARDS[card].group not in types, "RE-AC-4", f"{card} is the second card of its type on {leader}")
        self.from_hand(seat, card, "RE-AC-6")
        self.purge[leader].add(card)
        total, stature = self.purge_total(leader), self.stature(leader)
        self.tell("purge-card", "RE-AC-6", seat, leader, card, total, stature, owner)
        self.tell_stature(leader)
        if total >= stature:
            self.tell("purged", "RE-AC-7", seat, leader, owner)
            was_president = leader == self.president
            self.leave_play(leader, self.won_leaders[seat])
            if was_president:
                yield from self.president_purged_by(seat, leader)
        elif len(types) == 3:
            self.discard |= self.purge[leader]
            self.purge[leader] = set()
            self.tell("purge-spent", "RE-AC-8", leader, total, stature)

    def treaty(self, seat, card):
        """Only the President's; clears the purges on his whole faction."""
        self.check(self.presidents_seat() == seat, "RE-OP-1", f"{seat} signs a Treaty without the President")
        self.option(seat, card, "treaty", "RE-OP-1")
        self.discard.add(card)
        lifted = sum(self.purge_total(leader) for leader in self.leaders[seat])
        for leader in self.leaders[seat]:
            self.discard |= self.purge[leader]
            self.purge[leader] = set()
        self.tell("treaty-clears", "RE-OP-1", seat, lifted)

    def exposes(self, seat, card):
        """KGB exposes party corruption: a die for each Party leader; 5 and 6 purge. The President is immune, a faction abroad out of reach."""
        self.check(self.has_group(seat, "kgb"), "RE-OP-3", f"{seat} has no KGB leader")
        self.option(seat, card, "exposes", "RE-OP-3")
        self.discard.add(card)
        self.tell("exposes", "RE-OP-3", seat)
        for owner in self.around(seat):
            party = [leader for leader in self.sorted_leaders(owner) if LEADERS[leader][0] == "party"]
            if self.abroad(owner):
                if party:
                    self.tell("out-of-reach", "RE-OP-13", owner)
                continue
            for leader in party:
                if leader == self.president:
                    self.tell("expose-immune", "RE-OP-6", leader)
                    continue
                die = yield from self.die("RE-OP-4")
                self.tell("expose-roll", "RE-OP-4", owner, leader, die, 5)
                if die >= 5 and owner == seat:
                    self.tell("exposed-own", "RE-OP-5", seat, leader)
                    self.leave_play(leader, self.lost_leaders)
                elif die >= 5:
                    self.tell("exposed", "RE-OP-4", seat, leader)
                    self.leave_play(leader, self.won_leaders[seat])

    def scandal(self, seat, card, about):
        self.check(about in self.seats and about != seat, "RE-OP-7", f"{seat} spreads a Scandal about {about}")
        self.check(not self.abroad(about), "RE-OP-11", f"{about} is abroad")
        self.option(seat, card, "scandal", "RE-OP-7")
        self.scandal_by[card] = seat
        self.scandal_on[card] = about
        self.tell("scandal", "RE-OP-7", seat, about, LOWERED_BY)
        yield from self.bring_down(seat, set(self.leaders[about]))

    def hero(self, seat, card, leader):
        self.check(self.owner(leader) is not None, "RE-OP-8", f"{leader} is not in play")
        self.check(leader not in self.hero_on.values(), "RE-OP-9", f"{leader} is a Hero already")
        self.option(seat, card, "hero", "RE-OP-8")
        self.hero_on[card] = leader
        lifted = self.purge_total(leader)
        self.discard |= self.purge[leader]
        self.purge[leader] = set()
        self.tell("hero", "RE-OP-8", seat, leader, self.owner(leader), HERO, lifted)

    # ---- The end ----

    def count(self):
        """VICTOIRE."""
        self.points = {}
        holder = self.presidents_seat()
        for seat in self.seats:
            parts = [
                ("score-leaders", "RE-VI-1", len(self.won_leaders[seat])),
                ("score-crises", "RE-VI-2", sum(CARDS[card].kind == "crisis" for card in self.won[seat])),
                ("score-office", "RE-VI-3", 5 if seat == holder else 0),
                ("score-cards", "RE-VI-4", sum(CARDS[card].value for card in self.won[seat] if CARDS[card].kind == "action")),
            ]
            for name, clause, points in parts:
                if points:
                    self.tell(name, clause, seat, points)
            self.points[seat] = sum(points for _, _, points in parts)
            self.tell("score-total", "RE-VI-5", seat, self.points[seat])
        best = max(self.points.values())
        winners = [seat for seat in self.seats if self.points[seat] == best]
        for seat in winners:
            if len(winners) == 1:
                self.tell("wins", "RE-VI-5", seat, best)
            else:
                self.tell("shares", "RE-VI-6", seat, best)
        self.winners = winners
        self.reason = "victory" if len(winners) == 1 else "shared-victory"

    def result(self, state, outcome):
        for field in ("hands", "leaders", "won", "won_leaders"):
            for seat in self.seats:
                self.same("END", f"{field} of {seat}", getattr(self, field)[seat], set(state[field][seat]))
        for field in ("pile", "lost_leaders", "discard"):
            self.same("END", field, getattr(self, field), set(state[field]))
        for field in ("president", "hero_on", "ailing_on", "disrepute_by", "scandal_by", "scandal_on", "junket_by"):
            self.same("END", field, getattr(self, field), state[field])
        for leader, on in state["purge"].items():
            self.same("END", f"purge cards on {leader}", self.purge[leader], set(on))
        for seat in self.seats:
            self.same("END", f"hand_size of {seat}", len(self.hands[seat]), state["hand_size"][seat])
        if outcome is None:
            return
        self.same("END", "reason", self.reason, outcome["reason"])
        for row in outcome["seats"]:
            seat = row["seat"]
            if self.reason == "collapse":
                self.same("RE-CR-8", f"result of {seat}", ("lost", 0), (row["result"], row["score"]))
                continue
            good = "won" if len(self.winners) == 1 else "shared"
            self.same("RE-VI-5", f"result of {seat}", good if seat in self.winners else "lost", row["result"])
            self.same("RE-VI-5", f"score of {seat}", self.points[seat], row["score"])
