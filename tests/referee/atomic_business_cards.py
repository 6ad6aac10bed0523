"""Secret cards: when they may be played, what they do, and how they are countered."""

from atomic_business_board import AMOUNT, BACK, CARDS, CLAUSE, COPIES, FAMILY, FORWARD, MALUS, STREET, owner_of

OPPOSITE = {"palace": "airport", "airport": "palace"}


class Cards:
    """The part of the referee that knows the Secret cards."""

    def window(self, who):
        """Others may play special cards when a bearer reaches the Airport."""
        powers = self.board.clockwise(who)[1:]
        while self.leak_or_ballot_possible():
            wishes = self.call(powers)
            if not any(self.asked_for_card(power, self.leak_or_ballot_possible) for power in powers if power in wishes):
                return

    def cards_after(self, who):
        """The window between two turns: movement cards first, then briefcase cards; special cards with both."""
        powers = self.board.clockwise(who)
        self.phase = "after"
        while self.quiet_card_possible() or (self.phase == "after" and self.ride_possible()):
            wishes = self.call(powers, self.next_power() if self.phase == "after" else None)
            if not self.cards_of([power for power in powers if power in wishes]):
                break
        self.phase = None

    def next_power(self):
        """The power whose turn is next."""
        return next(power for power in self.board.clockwise(self.active)[1:] + [self.active] if not self.board.is_out(power))

    def cards_of(self, powers):
        """Those who want to play are asked, for movement cards first. All hear it when that has asked somebody and briefcase cards follow. Returns whether a card was played."""
        if self.phase == "after":
            if any(self.asked_for_card(power, self.ride_possible) for power in powers):
                return True
            self.phase = "quiet"
            if powers and self.ride_possible() and self.quiet_card_possible():
                self.log.event("movement-cards-over", "AB-SE-1")
        return any(self.asked_for_card(power, self.quiet_card_possible) for power in powers)

    def call(self, powers, following=None):
        """All of these powers that have a card say at once, in secret, whether they want to play it; then all hear who does. Returns these. The power whose
        turn is next may say how it begins instead, which counts if nobody wants to play."""
        log, board = self.log, self.board
        self.beginning = None
        called, wishes = {power for power in powers if board.hand[power] is not None}, set()
        while called:
            action = log.next()
            if action.is_event or action.seat not in called:
                log.wrong("AB-SE-1", f"{sorted(called)} are called, the log has: {action}")
            begins = action.seat == following and action.verb in ("keep", "discard", "move", "walk")
            log.action(None, "pass", "wish", *([action.verb] if begins else []), rule="AB-SE-1")
            if action.verb == "pass":
                called.remove(action.seat)
            elif begins:
                log.demand(self.beginning is None and action.seat not in wishes, "AB-SE-1", f"{action.seat} has said already what it does")
                self.beginning = action
            else:
                log.demand(action.seat not in wishes and (action.seat != following or self.beginning is None), "AB-SE-1", f"{action.seat} has said already that it wants to play")
                wishes.add(action.seat)
        for power in board.powers:
            if power in wishes:
                log.event("wishes", "AB-SE-1", power)
        if wishes:
            self.beginning = None
        return wishes

    def asked_for_card(self, power, possible):
        """Somebody who wants to play is asked, as long as public knowledge leaves a card possible. Returns whether he plays one."""
        log = self.log
        if not possible():
            return False
        action = log.next()
        if action.is_event or action.seat != power:
            log.wrong("AB-SE-1", f"{power} is to be asked for its card, the log has: {action}")
        if action.verb == "pass":
            self.pass_card()
            return False
        log.demand(action.verb in CARDS, "AB-SE-1", f"this is no Secret card: {action}")
        if self.play() and FAMILY[action.verb] == "movement":
            self.balance()
        return True

    # ---- What all can see --------------------------------------------------------------------

    def is_out_of_sight(self, card):
        """Whether a copy of a card is not in the discards: somebody may hold it."""
        return self.board.discard[card] < COPIES[card]

    def bearers(self):
        """Those with a briefcase whom cards can reach."""
        board = self.board
        return [pawn for pawn in board.pawns if board.load[pawn] is not None and board.place[pawn] in STREET]

    def leak_possible(self):
        return self.is_out_of_sight("leak") and sum(1 for card in self.board.hand.values() if card) > 1

    def leak_or_ballot_possible(self):
        return self.leak_possible() or (self.is_out_of_sight("ballot") and bool(self.bearers()))

    def briefcase_card_possible(self):
        needed = {"x-ray": 1, "customs-check": 1, "mix-up": 2, "wrong-luggage": 1}
        there = len(self.bearers())
        return any(self.is_out_of_sight(card) and there >= number and (card != "wrong-luggage" or self.board.reserve()) for card, number in needed.items())

    def ride_possible(self):
        """Whether a movement card could take somebody of the power that has just moved elsewhere."""
        pawns = [pawn for pawn in self.board.pawns if owner_of(pawn) == self.active and self.board.place[pawn] in STREET]
        return any(
            self.is_out_of_sight(card) and self.travels(card, pawn, way) and self.ride_end(card, pawn, way) != self.board.place[pawn]
            for card in FORWARD + BACK
            for pawn in pawns
            for way in OPPOSITE
        )

    def quiet_card_possible(self):
        return self.leak_or_ballot_possible() or self.briefcase_card_possible()

    # ---- One card ----------------------------------------------------------------------------

    def pass_card(self):
        """Somebody plays no card: only those with a card are asked."""
        action = self.log.action(None, "pass")
        self.log.demand(self.board.hand.get(action.seat) is not None, "AB-SE-1", f"{action.seat} has no Secret card and is asked for one")

    def play(self):
        """A Secret card is played: it can be countered, then it takes effect."""
        log, board = self.log, self.board
        action = log.action()
        power, card = action.seat, action.verb
        log.demand(board.hand.get(power) == card, "AB-SE-2", f"{power} holds {board.hand.get(power)}, not {card}")
        log.demand(not board.is_out(power), "AB-TU-5", f"{power} is out")
        self.check_moment(power, card, action.args)
        board.lay_down(power)
        log.event("plays", "AB-SE-2", power, card)
        self.tell_target(power, card, action.args)
        outer, self.last_played = getattr(self, "last_played", None), (power, card)
        cancelled = self.countered(power)
        self.last_played = outer
        if cancelled:
            log.event("cancelled", "AB-SC-15", power, card)
            return False
        self.take_effect(power, card, action.args)
        return True

    def tell_target(self, power, card, args):
        """Whoever plays a card names its target at once, and everybody hears it; a bonus is for his own side."""
        log, board = self.log, self.board
        if card in MALUS:
            log.event("target-side", "AB-SE-9", args[0], AMOUNT[card])
        elif FAMILY[card] == "movement":
            log.event("target-ride", "AB-SE-9", args[0], self.ride_end(card, *args))
        elif card in ("x-ray", "wrong-luggage"):
            log.event("target-case", "AB-SE-9", args[0], board.place[args[0]])
        elif card == "mix-up":
            log.event("target-cases", "AB-SE-9", *args)
        elif card == "customs-check":
            log.event("target-space", "AB-SE-9", args[0])
        elif card == "leak":
            log.event("target-hand", "AB-SE-9", args[0])

    def countered(self, player):
        """The window in which a card that was just played can be cancelled; returns whether it was."""
        log, before = self.log, self.phase
        cancelled = False
        while log.acts() and self.is_out_of_sight("counter"):
            verb = log.next().verb
            if verb == "pass" and log.next().seat != player:
                self.pass_card()
            elif verb == "counter" or (verb in CARDS and FAMILY[verb] == "special" and verb != "immunity"):
                self.phase = "counter"
                self.countered_card = self.last_played
                cancelled = self.play() and verb == "counter" or cancelled
                self.phase = before
            else:
                break
        return cancelled

    # ---- When a card may be played -----------------------------------------------------------

    def check_moment(self, power, card, args):
        """Demands that a card may be played now, on these targets."""
        family = FAMILY[card]
        demand = self.log.demand
        if family == "pressure":
            demand(self.phase == "pressure", "AB-SE-3", f"{card} is played during a pressure only")
            self.check_pressure_card(power, card)
        elif family == "movement":
            demand(self.phase == "after", "AB-SE-5", f"{card} is played at the end of a movement")
            self.check_ride(card, *args)
        elif family == "briefcase":
            before = self.phase == "movement" and power == self.active and not self.board.way and self.board.mover is None
            demand(self.phase == "quiet" or before, "AB-SE-7", f"{card} is played neither during a movement, its cards included, nor during a pressure")
            self.check_briefcase_card(card, args)
        else:
            self.check_special(power, card, args)

    def check_ride(self, card, pawn, way):
        board, demand = self.board, self.log.demand
        demand(owner_of(pawn) == self.active, "AB-SE-5", f"{pawn} is not of {self.active}, who has just moved")
        demand(board.place[pawn] in STREET, "AB-PA-2", f"{pawn} is out of reach")
        demand(self.travels(card, pawn, way), "AB-SE-5", f"{card} does not take {pawn} to the {way}")
        demand(self.ride_end(card, pawn, way) != board.place[pawn], "AB-SE-6", f"{card} does not move {pawn}")

    def travels(self, card, pawn, way):
        """Whether a movement card takes a pawn this way: forward is his own way, back the other."""
        return (way if card in FORWARD else OPPOSITE[way]) in self.board.own_ways(pawn)

    def ride_end(self, card, pawn, way):
        """Where a movement card takes a pawn: never off the board, never back into the Palace."""
        at = STREET.index(self.board.place[pawn]) + AMOUNT[card] * (1 if way == "palace" else -1)
        if at < 0:
            return "airport"
        if at < len(STREET):
            return STREET[at]
        return "palace" if card in FORWARD else STREET[-1]

    def check_briefcase_card(self, card, args):
        board, demand = self.board, self.log.demand
        if card == "customs-check":
            demand(args[0] in STREET, "AB-PA-2", f"{args[0]} is out of reach")
            demand(any(board.place[pawn] == args[0] and board.load[pawn] for pawn in board.pawns), "AB-SC-12", f"no briefcase is in {args[0]}")
            return
        for pawn in args:
            demand(board.place[pawn] in STREET, "AB-PA-2", f"{pawn} is out of reach")
            demand(board.load[pawn] is not None, CLAUSE[card], f"{pawn} has no briefcase")
        demand(len(set(args)) == len(args), CLAUSE[card], f"{args} are not two")
        if card == "wrong-luggage":
            demand(board.reserve() > 0, "AB-SC-13", "the reserve is empty")

    def check_special(self, power, card, args):
        board, demand = self.board, self.log.demand
        if card == "immunity":
            demand(self.phase == "announced", "AB-SC-14", "no pressure has just been announced")
        elif card == "counter":
            demand(self.phase == "counter", "AB-SC-15", "no card has just been played")
        elif card == "plates":
            demand(power == self.active and not self.movement_over, "AB-SC-18", f"it is not the movement of {power}")
        elif card == "ballot":
            street = any(board.load[pawn] and board.place[pawn] in STREET for pawn in board.pawns)
            demand(street, "AB-SC-16", "no bearer is on the street")
        elif card == "leak":
            demand(args[0] != power and board.hand.get(args[0]) is not None, "AB-SC-17", f"{args[0]} has no card to take")

    # ---- What a card does --------------------------------------------------------------------

    def take_effect(self, power, card, args):
        log, board = self.log, self.board
        family = FAMILY[card]
        if family == "pressure":
            self.change_strength(power, card, args)
        elif family == "movement":
            self.ride(card, *args)
        elif card == "x-ray":
            self.look(power, args[0], "AB-SC-10")
        elif card == "customs-check":
            for pawn in board.pawns:
                if board.place[pawn] == args[0] and board.load[pawn]:
                    self.look(power, pawn, "AB-SC-12")
        elif card == "mix-up":
            one, other = args
            board.load[one], board.load[other] = board.load[other], board.load[one]
            board.known[one], board.known[other] = board.known[other], board.known[one]
            log.event("swapped", "AB-SC-11", one, other)
        elif card == "wrong-luggage":
            kind = self.draw_case("AB-SC-13")
            board.load[args[0]] = kind
            board.known[args[0]] = set()
            log.event("wrong-case", "AB-SC-13", args[0])
        elif card == "counter":
            log.event("countered", "AB-SC-15", power, *self.countered_card)
        elif card == "immunity":
            log.event("immune", "AB-SC-14", power)
        elif card == "ballot":
            board.ballot_by = power
            log.event("ballot", "AB-SC-16", power)
        elif card == "plates":
            board.plates = True
            log.event("plates", "AB-SC-18", power)
        elif card == "leak":
            self.leak(power, args[0])

    def look(self, power, pawn, clause):
        """Chance shows a briefcase to a power."""
        log, board = self.log, self.board
        action = log.action("chance", "see", rule=clause)
        log.demand(action.args == [board.load[pawn]], clause, f"{pawn} carries {board.load[pawn]}, not {action.args}")
        log.event("looks", "AB-SE-8", power, pawn)
        log.event("sees", clause, pawn, board.load[pawn], power, seen_by=[power])
        board.known[pawn].add(power)

    def leak(self, power, victim):
        log, board = self.log, self.board
        if board.hand[victim] is None:
            log.event("leak-in-vain", "AB-SC-17", power, victim)
            return
        log.event("leaked", "AB-SC-17", power, victim)
        action = log.action("chance", "take", rule="AB-SC-17")
        log.demand(action.args == [board.hand[victim]], "AB-SC-17", f"{victim} holds {board.hand[victim]}, not {action.args}")
        log.event("leaked-card", "AB-SC-17", power, board.hand[victim], seen_by=[power, victim])
        board.hand[power], board.hand[victim] = board.hand[victim], None

    def ride(self, card, pawn, way):
        log, board = self.log, self.board
        space = self.ride_end(card, pawn, way)
        log.event("carried-back" if card in BACK else "carried-forward", CLAUSE[card], pawn, space)
        board.put(pawn, space)
        if space == "palace":
            self.visit_palace(pawn)

    def change_strength(self, power, card, args):
        """A pressure card changes the strength of a side."""
        pressure = self.pressure
        side = args[0] if card in MALUS else self.side_in_pressure(power)
        amount = AMOUNT[card]
        pressure.change[side] += -amount if card in MALUS else amount
        self.log.event("malus" if card in MALUS else "bonus", CLAUSE[card], side, amount, *self.strengths())

    def side_in_pressure(self, power):
        return "attack" if power in self.pressure.attackers else "defence"
