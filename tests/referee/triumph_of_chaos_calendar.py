"""What the calendar brings: optional musters, weather, Gajda's putsch, turns without chits, leaders who leave."""

from triumph_of_chaos_board import value
from triumph_of_chaos_data import EFFECTS, LEADERS, NUMBERS, OTHER, SIDES, UNITS, is_army

PUTSCH = next(row for row in EFFECTS if row["deed"] == "putsch")
MUD_UNTIL = 2  # TU-5
SIBERIANS = {"white-sib-army-1", "white-sib-army-2"}  # 5.15: WHITE turns only one of them


class Calendar:
    """The part of the referee that knows what comes with a turn."""

    # ---- The optional set-up, 5.15 -------------------------------------------------------------

    def muster_dice(self):
        """A die for each full army on the map."""
        log, board = self.log, self.board
        if not self.campaign or self.options["muster"] != "chance" or self.turn != 1:
            return
        for unit in UNITS:
            if board.where[unit] != "map" or not is_army(unit) or unit in board.reduced or unit == "white-sr-army":
                continue
            die = int(log.action("chance", "die", rule="TC-5.15").args[0])
            log.event("muster-die", "TC-5.15", unit, die)
            weak = die >= NUMBERS["reduced-from"]
            log.event("starts-reduced" if weak else "starts-full", "TC-5.15", unit)
            if weak:
                board.reduced.add(unit)

    def muster_cards(self):
        """5.15: each lays a card, and turns as many of its own armies as it is worth."""
        log = self.log
        if not self.campaign or self.options["muster"] != "chance" or self.turn != 1:
            return
        laid = {}
        while len(laid) < 2:
            action = log.action(None, "allot", "unseal", rule="TC-5.15.1")
            side = self.side_of_seat[action.seat]
            if action.verb == "unseal":
                laid.pop(side)
                continue
            card = action.args[0]
            log.demand(side not in laid and card in self.hand[side], "TC-5.15.1", f"{side} cannot lay {card}")
            laid[side] = card
        left = {}
        for side in SIDES:
            extra = laid[side][1:] in ("53", "54")
            left[side] = 0 if extra else value(laid[side])
            log.event("allotted", "TC-5.15.1", side, laid[side], left[side])
            if not extra:
                self.hand[side].remove(laid[side])
                self.discards[side].add(laid[side])
        self.muster_armies(left)

    def musterable(self, side):
        board = self.board
        found = {unit for unit in board.reduced if UNITS[unit]["side"] == side and is_army(unit) and board.where[unit] == "map"}
        return found - SIBERIANS if self.siberian_mustered else found

    siberian_mustered = False

    def muster_armies(self, left):
        """In turn, the stronger card first; who has nothing left to turn is passed over."""
        log = self.log
        can = {side: left[side] > 0 and bool(self.musterable(side)) for side in SIDES}
        turn = "red" if left["red"] > left["white"] else "white"
        if left["red"] == left["white"] and log.acts("lot-seat"):
            turn = self.side_of_seat[log.action("chance").args[0]]
            log.event("allot-lot", "TC-5.15.1", turn)
        while any(can.values()):
            if not can[turn]:
                turn = OTHER[turn]
                continue
            action = log.action(self.seat_of[turn], "heal", "done", rule="TC-5.15.1")
            if action.verb == "done":
                left[turn] = 0
            else:
                unit = action.args[0]
                log.demand(unit in self.musterable(turn), "TC-5.15.1", f"{turn} cannot turn {unit}")
                left[turn] -= 1
                log.event("mustered", "TC-5.15.1", unit, left[turn])
                self.board.reduced.discard(unit)
                self.siberian_mustered |= unit in SIBERIANS
            can = {side: left[side] > 0 and bool(self.musterable(side)) for side in SIDES}
            turn = OTHER[turn]

    # ---- The preparation -----------------------------------------------------------------------

    def weather(self):
        """TU-5: turns that begin in May."""
        log = self.log
        if self.row["weather"] != "1":
            return
        die = int(log.action("chance", "die", rule="TC-TU-5").args[0])
        log.event("weather-die", "TC-TU-5", die, MUD_UNTIL)
        muddy = die <= MUD_UNTIL
        log.event("weather-mud" if muddy else "weather-fair", "TC-TU-5")
        if muddy:
            self.row = dict(self.row, season="mud")

    def is_spared(self, side):
        """WHITE 41 and RED 39: a divided side draws no chit for some turns."""
        left = self.no_chits.get(side, 0)
        if left == 0:
            return False
        self.no_chits[side] = left - 1
        self.log.event("chit-spared", "TC-IF-1", side, left - 1)
        return True

    def putsch(self):
        """8.316: Gajda may rise; the markers lie on the spaces of three armies."""
        log, board = self.log, self.board
        leader = PUTSCH["leaders"]
        in_time = int(PUTSCH["first"]) <= self.turn <= int(PUTSCH["last"])
        if not in_time or not board.may("w9") or board.leader_where[leader] != "map":
            return
        needed = int(PUTSCH["until"])
        die = int(log.action("chance", "die", rule="TC-8.316.5").args[0])
        log.event("putsch-die", "TC-8.316.5", die, needed)
        if die > needed:
            log.event("putsch-fails", "TC-8.316.5", leader)
            return
        log.event("putsch", "TC-8.316.5", leader)
        board.remove_leader(leader, "gone")
        spaces = []
        for unit in PUTSCH["units"].split():
            space = board.at[unit]
            if space and space not in board.no_act and space not in spaces:
                spaces.append(space)
        for space in spaces:
            log.event("no-act-on", "TC-8.316.5", space)
            board.no_act[space] = "white"

    # ---- The end of a turn -----------------------------------------------------------------------

    def leaders_leave(self):
        """LE-8: wherever they are, and those who have not come come no more."""
        log, board = self.log, self.board
        for leader, row in LEADERS.items():
            if int(row["leaves"]) == self.turn and board.leader_where[leader] not in ("dead", "gone"):
                if log.tells("leader-leaves") and log.next().args[0] == leader:
                    log.event("leader-leaves", "TC-LE-8", leader)
                else:
                    log.demand(board.leader_where[leader] == "out", "TC-LE-8", f"{leader} leaves")
                board.remove_leader(leader, "gone")
