"""The withdrawal of Major Powers, and the lands that the Central Powers leave: 8.4, 8.315."""

from triumph_of_chaos_data import CITIES, FACTIONS, HOME, LEADERS, NUMBERS, OTHER, SHUT_LANDS, SPACES, TERRITORY, UNITS, is_army

LEAVES_AT_ONCE = 7  # in the table of turns: the Power leaves without a die


class Withdrawals:
    """The part of the referee that knows the withdrawal of Major Powers."""

    def withdrawals(self):
        """8.41: one Power after another, in the order of the chart."""
        due = dict(pair.split("=") for pair in self.row["withdrawals"].split())
        for faction in FACTIONS:
            if faction in due and self.board.box[faction] != "out":
                self.withdrawal_of(faction, int(due[faction]))

    def withdrawal_of(self, faction, needed):
        log = self.log
        if needed >= LEAVES_AT_ONCE:
            self.withdraw(faction)
            return
        change = self.change_of_die(faction)
        die = int(log.action("chance", "die", rule="TC-8.41").args[0])
        log.event("withdrawal-die", "TC-8.41", faction, die, die + change, needed)
        if die + change <= needed:
            self.withdraw(faction)
        else:
            log.event("power-stays", "TC-8.41", faction)

    def change_of_die(self, faction):
        """Its controller may add or take 1; after WHITE 12, WHITE may add 1."""
        log, board = self.log, self.board
        change = 0
        for side, may_take in ((board.controller(faction), True), ("white" if board.may("w12") else None, False)):
            if side is None:
                continue
            how = int(log.action(self.seat_of[side], "modify", rule="TC-8.41").args[0])
            log.demand(how in (0, 1, 2) and (how > 0 or may_take), "TC-8.41", f"{side} cannot change the die so")
            change += how - 1
        return change

    def withdraw(self, faction):
        """8.42, 6.13: its forces and its marker leave the game, and its dead armies cost its controller VP."""
        log, board = self.log, self.board
        log.event("withdraws-power", "TC-8.42", faction)
        dead = sum(1 for unit in UNITS if self.board.faction(unit) == faction and is_army(unit) and board.where[unit] in ("dead", "gone"))
        controller = board.controller(faction)
        if controller and dead:
            self.gain_vp(OTHER[controller], dead * NUMBERS["lost-army-vp"], "TC-6.13")
        for unit in UNITS:
            if self.board.faction(unit) == faction:
                board.take_off(unit, "gone")
                board.reduced.discard(unit)
        for leader, row in LEADERS.items():
            if row["faction"] == faction:
                board.remove_leader(leader, "gone")
        board.box[faction] = "out"
        board.withdrawn.add(faction)
        board.protected.discard(faction)
        board.called.discard(faction)
        board.owed.discard(faction)
        board.changed()
        for space in SPACES:
            if board.owner[space] == faction:
                heir = HOME[space] if HOME[space] in OTHER else "nobody"
                board.own(space, heir)
                log.event("owner", "TC-8.42", space, heir)
        if faction == "central-powers":
            self.open_lands()
        self.sweep()

    def open_lands(self):
        """8.315: what the Central Powers have shut belongs to the controllers of the factions, otherwise to nobody."""
        log, board = self.log, self.board
        board.credit = {}
        for faction in SHUT_LANDS:
            if faction in board.conquered:
                continue
            for space in TERRITORY[faction]:
                if board.owner[space] != "nobody":
                    board.own(space, "nobody")
                    log.event("owner", "TC-8.42.1", space, "nobody")
            side = board.controller(faction)
            if side is None:
                continue
            for space in TERRITORY[faction]:
                if board.strangers_in(side, space):
                    continue
                board.own(space, side)
                if space in CITIES:
                    log.event("owner", "TC-8.42.1", space, side)
        if "west-ukraine" in board.green_lands:
            self.west_ukrainian_greens()
