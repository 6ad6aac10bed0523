"""The rest of the replacement steps, spent by rule: TC-RP-6."""

from triumph_of_chaos_data import REGION, UNITS, is_army, is_garrison

NEED_CITIES = ("britain", "czech-legion", "usa")


class RestOfSteps:
    """The part of the referee that spends steps by rule."""

    def spend_rest(self, side):
        """Reduced armies, reduced corps, then dead corps; the stronger first, equal ones by their numbers."""
        self.log.action(self.seat_of[side])
        while True:
            unit = next((unit for candidates in self.rest_in_order(side) for unit in candidates if self.can_have_step(side, unit)), None)
            if unit is None:
                return
            if self.board.where[unit] == "dead":
                self.rebuild(side, unit)
            else:
                self.heal(side, unit)

    def rest_in_order(self, side):
        board = self.board

        def strongest(units):
            return sorted(units, key=lambda unit: -int(UNITS[unit]["combat"]))

        reduced = [unit for unit in UNITS if self.may_be_healed(side, unit)]
        dead = [unit for unit in UNITS if not is_army(unit) and not is_garrison(unit) and self.may_be_rebuilt(side, unit)]
        return strongest(filter(is_army, reduced)), strongest(unit for unit in reduced if not is_army(unit)), strongest(dead) if board else []

    def may_be_healed(self, side, unit):
        board = self.board
        if board.side_of(unit) != side or unit not in board.reduced or self.board.is_insurgent(unit):
            return False
        return board.where[unit] == "reserve" or (board.where[unit] == "map" and board.fed(unit))

    def may_be_rebuilt(self, side, unit):
        board = self.board
        return board.where[unit] == "dead" and board.side_of(unit) == side and not board.is_insurgent(unit) and not board.never_rebuilt(unit)

    def can_have_step(self, side, unit):
        """Whether a purse has a step for a unit, and duty and the Allies' cities allow it."""
        board, faction = self.board, self.board.faction(unit)
        if faction in NEED_CITIES and not board.owner["sevastopol"] == board.owner["omsk"] == "white":
            return False
        if faction is not None and not (faction in board.conquered and self.steps_for_faction(side, faction) == 0):
            return self.steps_for_faction(side, faction) > 0
        region = REGION[board.at[unit]] if board.at[unit] else "reserve"
        return self.steps[side] > 0 and (side in self.duty_lifted or self.spent_in.get(region, 0) < self.duty)
