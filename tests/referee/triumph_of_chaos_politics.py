"""The Political Phase: boxes, Political Cards, markers, vetoes and the forces of factions that were gained."""

from triumph_of_chaos_board import value
from triumph_of_chaos_data import (
    ALLIES,
    BOXES,
    CARDS,
    FACTIONS,
    OTHER,
    PILES,
    POLITICAL,
    SIDES,
    TERRITORY,
    generation,
    influence_of,
    is_army,
)

CONTROL_CARDS = {  # 8.1321: the card that must have been played before a marker enters the Control box of a side in a Political Phase
    ("belarus", "white"): ("w15", None),
    ("ukraine", "white"): ("w15", None),
    ("west-ukraine", "white"): ("w15", None),
    ("poland", "white"): ("w2", "w2-poles"),
    ("estonia", "red"): ("r10", None),
    ("latvia", "red"): ("r10", None),
    ("lithuania", "red"): ("r10", None),
    ("finland", "red"): ("r10", None),
    ("ukraine", "red"): ("r1", "r1-ukraine"),
}
MAJOR = [faction for faction, row in FACTIONS.items() if row["type"] == "major"]


def towards(box, side):
    """The next box towards a side, or None."""
    at = BOXES.index(box) + (1 if side == "white" else -1)
    return BOXES[at] if 0 <= at < len(BOXES) else None


class Politics:
    """The part of the referee that knows the Political Phase."""

    def political_phase(self):
        self.boxes = {pile: {} for pile in PILES}
        self.box_cards = {pile: [] for pile in PILES}
        self.due = {pile: 0 for pile in PILES}
        self.announced = {"red": 0, "white": 0}
        self.red_five = False
        self.gained = []
        self.powers_friend = self.board.controller("central-powers") if self.campaign else None
        if self.options["politics"] == "full":
            self.lay_cards()
            for pile in PILES:
                self.open_box(pile)
        else:
            self.due = {pile: 3 for pile in PILES}
            for pile in PILES:
                self.log.event("cards-due", "TC-8.7", pile, 0, 3)
        for pile in PILES:
            self.turn_box(pile)
        if not self.specials():
            self.move_markers()
        self.place_forces()
        self.put_away()

    # ---- The boxes ---------------------------------------------------------------------------

    def lay_cards(self):
        """Sealed: each side lays up to three cards; places can be taken back by laying anew."""
        log = self.log
        need = {side: min(3, len(self.hand[side])) for side in SIDES}
        laid = {"red": {}, "white": {}}
        while log.acts("place", "unseal"):
            action = log.action()
            side = self.side_of_seat[action.seat]
            if action.verb == "unseal":  # the cards are taken back
                laid[side] = {}
                continue
            card, pile = action.args
            log.demand(card in self.hand[side] and card not in laid[side].values(), "TC-8.11", f"{side} cannot lay {card}")
            log.demand(pile not in laid[side], "TC-8.11", f"{side} lays two cards in the box {pile}")
            laid[side][pile] = card
        for side in SIDES:
            log.demand(len(laid[side]) == need[side], "TC-8.11", f"{side} has to lay {need[side]} cards")
            log.event("placed", "TC-8.11", side, need[side])
            for pile, card in laid[side].items():
                self.boxes[pile][side] = card
                self.hand[side].remove(card)
        self.red_five = any(value(card) == 5 for pile, card in laid["red"].items() if not card.endswith("54"))

    def open_box(self, pile):
        log = self.log
        worth = {"red": 0, "white": 0}
        for side in SIDES:
            card = self.boxes[pile].get(side)
            if card is None:
                continue
            action = log.action("chance", "open", rule="TC-8.12")
            log.demand(action.args == [card], "TC-8.12", f"{side} has laid {card} in the box {pile}, not {action.args}")
            rolls = card.endswith("54")
            worth[side] = 0 if rolls else 1 if card.endswith("53") else value(card)
            if rolls:
                log.event("opened-influence", "TC-8.12.1", side, pile)
            else:
                log.event("opened", "TC-8.12", side, pile, card, worth[side])
        for side in SIDES:
            if self.boxes[pile].get(side, "").endswith("54"):
                worth[side] = self.roll_influence(side, pile)
        chosen, random = generation(worth["red"] + worth["white"], abs(worth["red"] - worth["white"]))
        log.event("compared", "TC-8.12.2", pile, worth["red"], worth["white"])
        log.event("cards-due", "TC-8.12.2", pile, chosen, random)
        chooser = "red" if worth["red"] > worth["white"] else "white"
        for _ in range(chosen):
            self.choose(chooser, pile)
        self.due[pile] = random

    def roll_influence(self, side, pile):
        """The worth of an Influence card: 8.12.1."""
        die = int(self.log.action("chance", "die", rule="TC-8.12.1").args[0])
        total = die
        for why, amount in self.influence_modifiers(side):
            total += amount
            kind = ("influence-leader-" if "-" in why and why.startswith(side) else "influence-") + ("plus" if amount > 0 else "minus")
            self.log.event(kind, "TC-8.12.1", side, why, abs(amount))
        worth = 1 if total <= 2 else 2 if total <= 4 else min(total - 2, 5)
        self.log.event("influence-die", "TC-8.153.2" if self.turn == 1 else "TC-8.12.1", side, pile, die, worth, total)
        return worth

    def influence_modifiers(self, side):
        """What changes the die for an Influence card, each with its reason."""
        board = self.board
        found = []
        lead = board.cities(side) - board.cities(OTHER[side])
        if self.turn > 1 and lead:
            found.append(("leads", 1) if lead > 0 else ("trails", -1))
        if self.row["year"] == "1918":
            found.append(("in-1918", 1 if side == "white" else -1))
        leader = "white-denikin" if side == "white" else "red-lenin"
        if board.leader_where[leader] == "map":
            found.append((leader, -1 if side == "white" else 1))
        return found

    def unused(self, pile):
        """The Political Cards of a pile that are neither used nor in the box."""
        return [card for card, row in POLITICAL.items() if row["pile"] == pile and card not in self.used_political and card not in self.box_cards[pile]]

    def make_room(self, pile, special):
        """8.16: when a pile has no card left that the box could be given, all that lie in no box are shuffled back."""
        if any(special or not POLITICAL[card]["special"] for card in self.unused(pile)):
            return
        self.used_political = set()
        for each in PILES:
            self.log.event("pile-shuffled", "TC-8.16.1", each)

    def choose(self, chooser, pile):
        log = self.log
        self.make_room(pile, False)
        action = log.action(self.seat_of[chooser], "choose", "announce", rule="TC-8.12.3")
        card = action.args[0]
        log.demand(card in self.unused(pile) and not POLITICAL[card]["special"], "TC-8.12.3", f"{card} cannot be chosen for the box {pile}")
        self.box_cards[pile].append(card)
        log.event("chosen", "TC-8.12.3", chooser, pile, card, seen_by=[self.seat_of[chooser]])
        if action.verb == "announce":
            steps = int(action.args[1])
            bonus = POLITICAL[card]["bonus"]
            come = min(steps, 2 - self.announced[chooser])
            good = bonus in (chooser, "chooser") and steps == int(POLITICAL[card]["steps"]) and come > 0
            log.demand(good, "TC-8.153.1", f"{card} brings {chooser} no {steps} steps")
            self.announced[chooser] += come
            self.steps[chooser] += come
            log.event("announced", "TC-8.153.1", chooser, steps)
            log.event("steps-booked", "TC-8.153.1", chooser, come, self.steps[chooser])

    def turn_box(self, pile, chosen=True):
        """The cards of a box are turned: those that were chosen, then those by lot."""
        log = self.log
        if chosen:
            left = set(self.box_cards[pile])
            while left:
                card = log.action("chance", "turn", rule="TC-8.1").args[0]
                log.demand(card in left, "TC-8.1", f"{left} were chosen for the box {pile}, not {card}")
                left.remove(card)
                log.event("turned", "TC-8.1", pile, card)
        for _ in range(self.due[pile]):
            self.make_room(pile, chosen)
            card = log.action("chance", "turn", rule="TC-8.12.4").args[0]
            special = POLITICAL[card]["special"] if card in POLITICAL else ""
            log.demand(card in self.unused(pile) and (chosen or not special), "TC-8.12.4", f"{card} cannot be drawn for the box {pile}")
            self.box_cards[pile].append(card)
            log.event("turned", "TC-8.12.4", pile, card)
        self.due[pile] = 0

    # ---- Special cards -----------------------------------------------------------------------

    def specials(self):
        """One special card at most counts; returns whether no marker moves."""
        log = self.log
        self.shuffle_all = False
        found = [card for card in self.box_cards["other"] if POLITICAL[card]["special"]]
        if not found:
            return False
        card = found[0]
        if len(found) > 1:
            card = log.action("chance", "turn", rule="TC-8.152.1").args[0]
            log.demand(card in found, "TC-8.152.1", f"{card} is no special card that was turned")
        log.event("special", "TC-8.152.1", card)
        rest = [other for other in self.box_cards["other"] if other != card]
        if rest:
            log.event("specials-discarded", "TC-8.152.1", "other", len(rest))
        self.used_political |= set(rest)
        self.box_cards["other"] = [card]
        if card == "p64":
            self.spies()
        elif card == "p65":
            log.event("frozen", "TC-8.152.3")
            return True
        else:
            self.anarchy()
        return False

    def spies(self):
        log = self.log
        die = int(log.action("chance", "die", rule="TC-8.152.2").args[0])
        ahead = "red" if self.board.cities("red") > self.board.cities("white") or self.turn == 1 else "white"
        side = ahead if die <= 5 else OTHER[ahead]
        log.event("spies-die", "TC-8.152.2", die, side, 5, ahead)
        if not self.box_cards["red"] and not self.box_cards["white"]:
            return
        action = log.action(self.seat_of[side], "name", "pass", "done", "leave", rule="TC-8.152.2")
        if action.verb != "name":
            log.event("boxes-stay", "TC-8.152.2", side)
            return
        pile = action.args[0]
        log.demand(pile in ("red", "white") and self.box_cards[pile], "TC-8.152.2", f"the box {pile} cannot be renewed")
        self.renew(pile, len(self.box_cards[pile]), "TC-8.152.2")
        self.turn_box(pile, False)

    def renew(self, pile, cards, clause):
        self.used_political |= set(self.box_cards[pile])
        self.box_cards[pile] = []
        self.due[pile] = cards
        self.log.event("box-renewed", clause, pile, cards)

    def anarchy(self):
        self.shuffle_all = True
        for pile in PILES:
            self.renew(pile, 2, "TC-8.152.4")
        for pile in PILES:
            self.turn_box(pile, False)

    # ---- Markers -----------------------------------------------------------------------------

    def move_markers(self):
        log, board = self.log, self.board
        sums = {faction: {"red": board.ip["red"].get(faction, 0), "white": board.ip["white"].get(faction, 0)} for faction in FACTIONS}
        for cards in self.box_cards.values():
            for card in cards:
                for faction, amount in influence_of(card).items():
                    sums[faction]["white" if amount > 0 else "red"] += abs(amount)
        for faction in FACTIONS:
            red, white = sums[faction]["red"], sums[faction]["white"]
            soft = self.soft_influence(faction)
            red, white = red - soft["red"], white - soft["white"]
            if red + white + soft["red"] + soft["white"] == 0:
                continue
            if board.box[faction] == "out":
                self.lost_outside(faction, red, white)
                continue
            if red + white:
                log.event("influence", "TC-8.13", faction, red, white)
            if soft["red"] + soft["white"]:
                log.event("influence-idle", "TC-IN-3", faction, soft["red"] + soft["white"])
            if red != white:
                self.move_marker(faction, "white" if white > red else "red", abs(white - red))

    def soft_influence(self, faction):
        """Influence of Initiative cards that does not count: the marker lies in the other side's Control box."""
        owner = self.board.controller(faction)
        return {side: self.board.soft_ip[side].get(faction, 0) if owner == OTHER[side] else 0 for side in SIDES}

    def lost_outside(self, faction, red, white):
        """IP on a faction without a marker count for nothing."""
        never = FACTIONS[faction]["introduction_box"] == "out" and not self.campaign and not self.tournament
        self.log.event("influence-lost", "TC-5.38" if never else "TC-8.1323", faction, red + white)

    def move_marker(self, faction, side, influence):
        """A marker moves towards a side, box by box, as far as influence and restrictions allow."""
        log, board = self.log, self.board
        while towards(board.box[faction], side):
            leaves = board.controller(faction) == OTHER[side]
            price = 3 if leaves else 2
            if influence < price or not self.may_move(faction, side, leaves, True):
                break
            if leaves and not self.not_vetoed(faction, side):
                break
            influence -= price
            self.shift_marker(faction, side, self.marker_clause(faction))
        if influence:
            log.event("influence-lost", "TC-8.131", faction, influence)

    def marker_clause(self, faction):
        return "TC-8.1322.1" if faction == "finland" and faction not in self.board.ever else "TC-8.131"

    def may_move(self, faction, side, leaves, political):
        """Whether restrictions let a marker move a box towards a side; tells what does not."""
        log, board = self.log, self.board
        if self.army_holds(faction):
            log.event("marker-held", "TC-8.1322", faction, board.controller(faction))
            return False
        if political and leaves and side == "red" and faction in MAJOR and board.may("w12"):
            log.event("marker-stays", "TC-8.1321.1", faction, side)
            return False
        if self.powers_friend == side and faction in ALLIES:
            log.event("marker-stays", "TC-8.132.1", faction, side)
            return False
        into = towards(board.box[faction], side)
        if into.endswith("control"):
            card = self.bar_on(faction, side)
            if card:
                clause = {"r9": "TC-8.1321.2", "r15": "TC-8.1321.3"}.get(card, "TC-8.1321")
                log.event("marker-barred" if clause == "TC-8.1321" else "marker-stopped", clause, faction, into, card)
                return False
        return True

    def bar_on(self, faction, side):
        """The card that keeps a marker out of a Control box, or None."""
        board = self.board
        if self.passive and faction != "poland":
            return "r9"
        card, choice = CONTROL_CARDS.get((faction, side), (None, None))
        if card is None or board.may(card, choice):
            return "r15" if card == "w15" and board.may("r15") else None
        return card

    def army_holds(self, faction):
        """8.1322: an army of the controller in the land holds its marker."""
        board = self.board
        side = board.controller(faction)
        if side is None or FACTIONS[faction]["type"] == "major" or (faction == "finland" and faction not in board.ever):
            return False
        return any(is_army(unit) and (board.side_of(unit) == side or self.board.faction(unit) == faction) for space in TERRITORY[faction] for unit in board.units_in(space))

    def not_vetoed(self, faction, side):
        """8.152: the side that gains by a loss of control may forbid it."""
        log = self.log
        action = log.action(self.seat_of[side], "veto", "allow", rule="TC-8.152")
        log.event("veto" if action.verb == "veto" else "vetoed-not", "TC-8.152", side, faction)
        return action.verb == "allow"

    def shift_marker(self, faction, side, clause):
        log, board = self.log, self.board
        before, loser = board.box[faction], board.controller(faction)
        board.box[faction] = towards(before, side)
        log.event("marker", clause, faction, before, board.box[faction])
        if loser:
            self.lose_control(faction, loser)
        if board.controller(faction):
            self.gain_control(faction, side, "TC-8.221", political=True)

    # ---- Putting away ------------------------------------------------------------------------

    def place_forces(self):
        """Forces of factions that were gained are placed, in an order drawn by lot."""
        log = self.log
        waiting = []
        for faction in FACTIONS:
            due = faction in self.gained or (faction in self.board.owed and not self.board.is_shut(faction))
            due = due and not (faction == "poland" and self.board.polish_forces)
            self.board.owed -= {faction} if due else set()
            if due and self.comes(faction):
                waiting.append(faction)
        while waiting:
            faction = waiting[0]
            if len(waiting) > 1:
                faction = log.action("chance", "lot-faction", rule="TC-8.14").args[0]
                log.demand(faction in waiting, "TC-8.14", f"{faction} has no forces to place")
            waiting.remove(faction)
            self.bring(faction)

    def bring(self, faction):
        """The forces of a faction come; what RED 37 has brought, and what was at war, comes in its own way also when it had to wait."""
        self.take_land(faction)
        if faction == "poland":
            self.polish_setup()
        else:
            by_r37 = faction in self.board.by_r37
            self.set_up_forces(faction, "r37" if by_r37 else "gain", "TC-RC-37" if by_r37 else "TC-8.14")

    def comes(self, faction):
        """Whether the forces of a faction are placed now; tells why not."""
        log, board = self.log, self.board
        if faction == "central-powers" and board.user(faction):
            log.event("forces", "TC-8.315", board.user(faction), faction)
            return False
        if board.is_shut(faction):
            log.event("forces-wait", "TC-8.315.2", faction)
            board.owed.add(faction)
            return False
        at_peace = faction == "poland" and board.polish_state == "self-defence"  # 8.321.2: its forces come with war or intervention
        if board.user(faction) is None or at_peace:
            self.take_land(faction)
            clause = "TC-8.316" if faction == "czech-legion" else "TC-8.321" if at_peace and board.user(faction) else "TC-8.24"
            log.event("not-placed", clause, faction)
            if FACTIONS[faction]["type"] != "major" and not at_peace:
                log.event("forces-at-home", "TC-8.24.1", faction, OTHER[board.controller(faction)])
            return False
        return True

    def put_away(self):
        log, board = self.log, self.board
        for side in SIDES:
            laid = sorted((box[side] for box in self.boxes.values() if side in box), key=lambda card: int(card[1:]))
            for card in laid:
                if CARDS[card]["year"] != "0":
                    log.event("card-discarded", "TC-8.16", side, card)
                    self.discards[side].add(card)
            self.hand[side] -= {side[0] + "53", side[0] + "54"}
        for pile in PILES:
            if self.box_cards[pile]:
                log.event("used-cards", "TC-8.16", pile, len(self.box_cards[pile]))
                self.used_political |= set(self.box_cards[pile])
            if self.shuffle_all:
                log.event("pile-shuffled", "TC-8.152.4", pile)
        if self.shuffle_all:
            self.used_political = set()
        for faction in FACTIONS:
            red, white = board.ip["red"].pop(faction, 0), board.ip["white"].pop(faction, 0)
            if red or white:
                log.event("ip-off", "TC-8.16", faction, red, white)
        board.soft_ip = {"red": {}, "white": {}}
        self.passive = None

    shuffle_all = False
