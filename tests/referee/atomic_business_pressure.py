"""Diplomatic pressure: who may press whom and where, allies, cards, the count, losses and bars."""

from atomic_business_board import BONUS, CARDS, FAMILY, STREET, owner_of


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
        """The pawn on his way has stopped: the balance is counted where he stands."""
        board = self.board
        pawn, board.mover = board.mover, None
        self.balance(pawn)

    def asked_to_press(self, bearer):
        """Those who are asked whether they press a bearer: not the power that is moving, which may press by itself."""
        moving = self.active if not self.movement_over else None
        return [power for power in self.board.clockwise(self.active) if power != moving and self.board.may_press(power, bearer)]

    def due(self):
        """Bearers against whom the balance has turned since those who may press them were last asked, or at any time since."""
        board = self.board
        found, alone = [], []
        for bearer in board.pawns:
            space = board.place[bearer]
            before, known = self.asked.get(bearer, (None, 0))
            if before != space or board.load[bearer] is None:
                self.asked.pop(bearer, None)
                known = 0
            if board.load[bearer] is None or space not in STREET:
                continue
            margin = board.margin(bearer)
            if margin > known and self.asked_to_press(bearer):
                found.append(bearer)
            elif margin > known:
                alone.append(bearer)
            elif margin < known:
                self.asked[bearer] = (space, max(0, margin))
        self.nobody_else = alone  # only the power that is moving could press these
        return found

    def balance(self, stopped=None):
        """As long as the balance has turned against a bearer, those who may press him are asked."""
        log, board = self.log, self.board
        while True:
            due = self.due()
            for bearer in self.nobody_else:
                self.asked[bearer] = (board.place[bearer], board.margin(bearer))
            if not due:
                return
            if stopped and log.tells("stops"):
                log.event("stops", "AB-MO-7", stopped, board.place[stopped])
                here = any(board.place[bearer] == board.place[stopped] for bearer in due)
                log.demand(here, "AB-MO-7", f"nobody can be pressed where {stopped} stops")
            stopped = None
            if log.acts("first"):
                self.choose_order(due)
            bearer = log.next().args[0] if log.tells("outnumbered") else None
            log.demand(bearer in due, "AB-PR-10", f"the balance has turned against {due}, the log has: {log.next()}")
            space = board.place[bearer]
            own = len(board.pawns_in(owner_of(bearer), space))
            log.event("outnumbered", "AB-PR-10", bearer, space, board.margin(bearer) + own, own)
            self.asked[bearer] = (space, board.margin(bearer))
            self.ask_to_press(bearer)

    def ask_to_press(self, bearer):
        """All who are asked say in secret whether they press a bearer; of several, the first clockwise from the active power presses."""
        log = self.log
        asked = self.asked_to_press(bearer)
        answers = self.sealed_answers(asked, ("press", "quiet"), "AB-PR-1")
        pressers = [power for power in asked if answers[power] == "press"]
        if pressers:
            self.interrupted = True
            self.announce(pressers[0], bearer, "AB-PR-1")
            return
        for power in asked:
            log.event("does-not-press", "AB-PR-1", power, bearer)

    def sealed_answers(self, asked, possible, rule):
        """The sealed answers of these powers, in whatever order they were given."""
        log, answers = self.log, {}
        for _ in asked:
            action = log.action(None, "answer", rule=rule)
            log.demand(action.seat in asked and action.seat not in answers, rule, f"{action.seat} is not asked")
            log.demand(action.args[0] in possible, rule, f"{action.args[0]} is no answer to this")
            answers[action.seat] = action.args[0]
        return answers

    def choose_order(self, due):
        """One briefcase at a time: the first power still in the game says which, or the only one that could press at all."""
        log, board = self.log, self.board
        action = log.action()
        log.demand(action.args[0] in due, "AB-PR-2", f"{action.args[0]} is not among {due}")
        log.demand(len(due) > 1, "AB-PR-2", f"there is nothing to choose but {due}")
        log.demand(not board.is_out(action.seat), "AB-PR-2", f"{action.seat} is out")
        log.event("case-order", "AB-PR-2", action.seat, action.args[0])

    # ---- One pressure ------------------------------------------------------------------------

    def press(self, clause="AB-PR-1", stopped=None):
        log, board = self.log, self.board
        action = log.action()
        if stopped and any(board.place[bearer] == board.place[stopped] for bearer in self.due()):
            log.event("stops", "AB-MO-7", stopped, board.place[stopped])
        who, bearer = action.seat, action.args[0]
        log.demand(board.may_press(who, bearer), "AB-PR-6", f"{who} may not press {bearer}")
        log.demand(board.pressable(bearer), "AB-PR-1", f"{bearer} is not outnumbered, or cannot be pressed")
        log.demand(board.mover != bearer, "AB-MO-7", f"{bearer} is on his way")
        self.announce(who, bearer, clause)

    def announce(self, who, bearer, clause):
        """A pressure is announced and carried through."""
        log, board = self.log, self.board
        space = board.place[bearer]
        own = len(board.pawns_in(owner_of(bearer), space))
        log.event("presses", clause, who, bearer, space, len(board.pawns_in(who, space)), own)
        before, outer = self.phase, getattr(self, "pressure", None)
        self.pressure = Pressure(who, bearer, board.place[bearer])
        if self.immunity_and_allies():
            self.fail()
        else:
            self.cards()
            self.result()
        self.phase, self.pressure = before, outer
        self.asked.pop(bearer, None)

    def immunity_and_allies(self):
        """All who may hold Immunity, and all others who may press there, are asked at once, sealed. Returns whether the pressure was cancelled."""
        log, pressure = self.log, self.pressure
        self.phase = "announced"
        allies = [power for power in self.powers if power != pressure.presser and self.board.may_press(power, pressure.bearer)]
        holders = [power for power in self.powers if self.board.hand[power] is not None and self.is_out_of_sight("immunity")]
        answers, wishes = self.announced_answers(allies, holders)
        for power in self.powers:
            if power in wishes:
                log.event("wishes", "AB-SC-14", power)
        for power in self.board.clockwise(self.active):
            if power in wishes and self.is_out_of_sight("immunity") and self.board.hand[power] is not None and self.asked_when_announced(power):
                return True
        if wishes:
            answers = self.sealed_answers(allies, ("join", "neutral"), "AB-PR-3")
        self.reveal(allies, answers)
        return False

    def announced_answers(self, allies, holders):
        """What those who are asked when a pressure is announced answer, each once, and who wants to play a card."""
        asked = [power for power in self.powers if power in allies or power in holders]
        answers = self.sealed_answers(asked, ("join", "neutral", "card", "quiet"), "AB-PR-3")
        for power, answer in answers.items():
            fits = power in holders if answer == "card" else (answer != "quiet") == (power in allies)
            self.log.demand(fits, "AB-PR-3", f"{power} may not answer {answer}")
        return answers, {power for power in answers if answers[power] == "card"}

    def asked_when_announced(self, power):
        """Somebody who wants to play a card is asked. Returns whether he cancels the pressure."""
        log = self.log
        action = log.next()
        if action.is_event or action.seat != power:
            log.wrong("AB-SC-14", f"{power} is to be asked for its card, the log has: {action}")
        if action.verb == "pass":
            self.pass_card()
            return False
        log.demand(action.verb in CARDS and FAMILY[action.verb] == "special", "AB-SC-14", f"this is not for a pressure just announced: {action}")
        return self.play() and action.verb == "immunity"

    def reveal(self, allies, answers):
        """The answers about joining are shown; where nobody could join, all are told so."""
        log, pressure = self.log, self.pressure
        if not allies:
            log.event("alone", "AB-PR-3", pressure.presser)
        for power in allies:
            log.demand(answers[power] in ("join", "neutral"), "AB-PR-3", f"{power} answers {answers[power]}")
            if answers[power] == "join":
                log.event("camp-joins", "AB-PR-3", power, len(self.board.pawns_in(power, pressure.space)))
                pressure.attackers.append(power)
            else:
                log.event("camp-neutral", "AB-PR-3", power)

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
        log, pressure = self.log, self.pressure
        log.event("cards-done", "AB-PR-4", pressure.bearer)
        attack, defence = self.strengths()
        cards = (pressure.change["attack"], pressure.change["defence"])
        log.event("count", "AB-PR-5", attack, defence, attack - cards[0], defence - cards[1], *cards)
        if attack > defence:
            self.open_pressed()
        else:
            self.fail()

    def strengths(self):
        """The strengths of both sides: pawns in the space, and cards."""
        board, pressure = self.board, self.pressure
        attack = sum(len(board.pawns_in(power, pressure.space)) for power in pressure.attackers)
        defence = len(board.pawns_in(pressure.defender, pressure.space))
        return attack + pressure.change["attack"], defence + pressure.change["defence"]

    def fail(self):
        log, board, pressure = self.log, self.board, self.pressure
        log.event("fails", "AB-PR-6", pressure.bearer)
        for power in self.powers:
            if power in pressure.attackers:
                log.event("barred", "AB-PR-6", power, pressure.bearer, pressure.defender)
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
