"""Diplomatic pressure: who may press whom and where, allies, cards, the count, losses and bars."""

from atomic_business_board import BONUS, CARDS, FAMILY, owner_of


class Pressure:
    """A pressure that is under way."""

    def __init__(self, presser, bearer, space):
        self.presser = presser
        self.bearer = bearer
        self.space = space
        self.defender = owner_of(bearer)
        self.attackers = [presser]
        self.change = {"attack": 0, "defence": 0}


class Pressures:
    """The part of the referee that knows pressures."""

    def stop(self):
        """The pawn on his way has stopped; if somebody can be pressed there, the powers present are asked."""
        log, board = self.log, self.board
        pawn, board.mover = board.mover, None
        space = board.place[pawn]
        if board.candidates(space):
            log.event("stops", "AB-MO-7", pawn, space)
            self.presses_here(space)

    def presses_here(self, space=None):
        """Powers press or decline, bearer by bearer, as long as the log has it."""
        log = self.log
        while True:
            if log.acts("first"):
                self.choose_order()
            elif log.acts("press"):
                self.press()
            elif log.acts("pass") and self.declines():
                self.decline()
            else:
                break
        if space is not None:
            self.check_all_asked(space)

    def declines(self):
        """Whether the pass that comes next is told as declining to press."""
        tokens, at = self.log.tokens, self.log.at
        return at + 1 < len(tokens) and tokens[at + 1].is_event and tokens[at + 1].name == "does-not-press"

    def choose_order(self):
        log, board = self.log, self.board
        action = log.action()
        bearer = action.args[0]
        log.demand(board.pressable(bearer), "AB-PR-1", f"{bearer} cannot be pressed")
        log.demand(not board.is_out(action.seat), "AB-PR-2", f"{action.seat} is out")
        log.event("case-order", "AB-PR-2", action.seat, bearer)

    def decline(self):
        log, board = self.log, self.board
        who = log.action().seat
        bearer = log.next().args[1]
        log.demand(board.may_press(who, bearer) and board.pressable(bearer), "AB-PR-1", f"{who} could not press {bearer} anyway")
        log.event("does-not-press", "AB-PR-1", who, bearer)
        self.declined[who, bearer] = (board.place[bearer], board.margin(bearer))

    def check_all_asked(self, space):
        """After a stop every power that may press a bearer has been asked since the balance last changed against him."""
        board = self.board
        for bearer in board.candidates(space):
            for power in self.powers:
                if board.may_press(power, bearer):
                    place, margin = self.declined.get((power, bearer), (None, 0))
                    asked = place == space and margin >= board.margin(bearer)
                    self.log.demand(asked, "AB-PR-1", f"{power} was not asked whether it presses {bearer}")

    # ---- One pressure ------------------------------------------------------------------------

    def press(self):
        log, board = self.log, self.board
        action = log.action()
        who, bearer = action.seat, action.args[0]
        log.demand(board.may_press(who, bearer), "AB-PR-6", f"{who} may not press {bearer}")
        log.demand(board.pressable(bearer), "AB-PR-1", f"{bearer} is not outnumbered, or cannot be pressed")
        log.demand(board.mover != bearer, "AB-MO-7", f"{bearer} is on his way")
        log.event("presses", "AB-PR-1", who, bearer)
        before, outer = self.phase, getattr(self, "pressure", None)
        self.pressure = Pressure(who, bearer, board.place[bearer])
        if self.immunity():
            self.fail()
        else:
            self.allies()
            self.cards()
            self.result()
        self.phase, self.pressure = before, outer

    def immunity(self):
        """A pressure has been announced; returns whether it was cancelled."""
        log = self.log
        self.phase = "announced"
        while log.acts():
            verb = log.next().verb
            if verb == "immunity":
                if self.play():
                    return True
            elif verb in CARDS and FAMILY[verb] == "special":
                self.play()
            elif verb == "pass" and not self.cards_have_begun():
                self.pass_card()
            else:
                return False
        return False

    def cards_have_begun(self):
        """Passes before the allies are asked belong to immunity; where nobody can join, they may be about cards as well."""
        return False

    def allies(self):
        """All others who may press there join or stay neutral, sealed."""
        log, board, pressure = self.log, self.board, self.pressure
        asked = [power for power in self.powers if power != pressure.presser and board.may_press(power, pressure.bearer)]
        answers = {}
        for _ in asked:
            action = log.action(None, "answer", rule="AB-PR-3")
            log.demand(action.seat in asked and action.seat not in answers, "AB-PR-3", f"{action.seat} is not asked to join")
            answers[action.seat] = action.args[0]
        for power in asked:
            log.event("camp-joins" if answers[power] == "join" else "camp-neutral", "AB-PR-3", power)
            if answers[power] == "join":
                pressure.attackers.append(power)

    def cards(self):
        """Clockwise from the presser those present play pressure cards until all pass in a row."""
        log, board = self.log, self.board
        self.phase = "pressure"
        while log.acts():
            action = log.next()
            log.demand(board.pawns_in(action.seat, self.pressure.space), "AB-PR-4", f"{action.seat} is not present")
            if action.verb == "pass":
                self.pass_card()
            else:
                log.demand(action.verb in CARDS, "AB-PR-4", f"this is no Secret card: {action}")
                self.play()

    def check_pressure_card(self, power, card):
        pressure = self.pressure
        self.log.demand(self.board.pawns_in(power, pressure.space), "AB-SE-4", f"{power} has nobody there")
        if card in BONUS:
            engaged = power in pressure.attackers or power == pressure.defender
            self.log.demand(engaged, "AB-SE-3", f"{power} is not engaged in the pressure")

    def result(self):
        log, board, pressure = self.log, self.board, self.pressure
        log.event("cards-done", "AB-PR-4", pressure.bearer)
        attack = sum(len(board.pawns_in(power, pressure.space)) for power in pressure.attackers) + pressure.change["attack"]
        defence = len(board.pawns_in(pressure.defender, pressure.space)) + pressure.change["defence"]
        log.event("count", "AB-PR-5", attack, defence)
        if attack > defence:
            self.open_pressed()
        else:
            self.fail()

    def fail(self):
        log, board, pressure = self.log, self.board, self.pressure
        log.event("fails", "AB-PR-6", pressure.bearer)
        for power in self.powers:
            if power in pressure.attackers:
                log.event("barred", "AB-PR-6", power, pressure.bearer)
                board.bars.add((power, pressure.bearer))
                board.turn_bars.add((power, pressure.defender, pressure.space))

    def open_pressed(self):
        """The briefcase is opened: a tourist one costs each attacker one of his pawns that took part."""
        log, board, pressure = self.log, self.board, self.pressure
        kind = self.open_case(pressure.bearer, "AB-PR-5")
        log.event("opened-" + kind, "AB-PR-8" if kind == "nuclear" else "AB-PR-7", pressure.bearer)
        log.event("case-out", "AB-PR-9", pressure.bearer, kind)
        board.take_away(pressure.bearer)
        self.idle = 0
        if kind == "tourist":
            for power in board.clockwise(pressure.presser):
                if power in pressure.attackers:
                    self.pay(power)
        self.end_without_nuclear()

    def pay(self, power):
        """An attacker loses one of his pawns in the space, of his own choice."""
        log = self.log
        pawns = self.board.pawns_in(power, self.pressure.space)
        pawn = pawns[0]
        if len(pawns) > 1:
            action = log.action(power, "lose", rule="AB-PR-7")
            pawn = action.args[0]
            log.demand(pawn in pawns, "AB-PR-7", f"{pawn} did not take part")
        self.lose(pawn)
