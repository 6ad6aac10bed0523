"""The landing of WHITE 43, and the border of Finland while RED 21 keeps the Finns in."""

from triumph_of_chaos_combat import Battle
from triumph_of_chaos_data import EFFECTS, LAND, LEADERS, OTHER, SPACES

LIMIT = next(row for row in EFFECTS if row["deed"] == "landing-limit")


class Landing:
    """The part of the referee that knows landings."""

    def landing_effect(self, side, clause, row):
        """Carries out a row of the landing; returns whether it is one."""
        if row["deed"] == "enter-port":
            self.land(side, clause)
        return row["deed"] in ("enter-port", "invade-port", "landing-limit")

    def land(self, side, clause):
        """Units of one port of Finland enter a port of RED's that is empty, or attack one."""
        log = self.log
        self.landed_from = self.landed_at = None
        while log.acts_as(self.seat_of[side], "put", "leader-to", "attack", "storm", "done"):
            following = log.tokens[log.at + 1]
            if log.acts("put") and not (following.is_event and following.name == "lands"):
                return  # the army that comes with the card
            action = log.action()
            if action.verb == "done":
                return
            if action.verb in ("attack", "storm"):
                self.land_fighting(side, clause, action)
                return
            if action.verb == "put":
                self.land_unit(side, clause, *action.args)
            else:
                self.land_leader(side, clause, *action.args)

    def check_port(self, space, start, clause):
        log, board = self.log, self.board
        log.demand(space in LIMIT["spaces"].split() and self.landed_at in (None, space), clause, f"nobody lands in {space}")
        port = SPACES[start]["port"] != "none" and LAND[start] == "finland"
        log.demand(port and self.landed_from in (None, start) and start not in board.no_act, clause, f"nobody lands from {start}")
        self.landed_from, self.landed_at = start, space

    def land_unit(self, side, clause, unit, space):
        log, board = self.log, self.board
        if self.landed_at is None:
            log.demand(board.owner[space] == OTHER[side] and not board.units_in(space), clause, f"{space} cannot be entered")
        self.check_port(space, board.at[unit], clause)
        log.demand(board.side_of(unit) == side and not self.waits(unit), clause, f"{unit} does not land")
        log.event("lands", clause, unit, space)
        board.put(unit, space)
        log.demand(board.fits(side, space), "TC-ST-1", f"{space} is overstacked")
        self.take_space(side, space)
        self.sweep()
        self.alone_with_enemy(space, side)

    def land_leader(self, side, clause, leader, space):
        log, board = self.log, self.board
        self.check_port(space, board.leader_at[leader], clause)
        good = board.leader_side(leader) == side and LEADERS[leader]["bound"] != "border" and board.units_of(side, space)
        log.demand(good, clause, f"{leader} does not land")
        self.any_event("leader-moves" if log.tells("leader-moves") else "leader-placed", leader)
        board.put_leader(leader, space)

    def land_fighting(self, side, clause, action):
        log, board = self.log, self.board
        target, start = action.args
        self.check_port(target, start, clause)
        log.demand(board.enemies_in(side, target), clause, f"no enemies stand in {target}")
        log.event("attack", clause, side, target, start)
        battle = Battle(side, OTHER[side], target, [start], "landing")
        battle.storms = action.verb == "storm"
        if self.preaching(target, side, start):
            return
        if self.withdrawal(battle):
            return
        self.join(battle)
        self.reinforce(battle)
        self.fire(battle)

    def waits(self, unit):
        """8.142: whether a unit belongs to a faction that has just been gained."""
        faction = self.board.faction(unit)
        if faction is None or faction in self.board.protected:
            return False
        return (self.round == 1 and faction in self.new_factions) or faction in self.new_this_round

    def finn_is_kept(self, unit):
        """RED 21: whether a unit of Finns or of Finland does not cross the border in this turn."""
        return self.turn <= self.finns_kept_until and ("-finn-" in unit or self.board.faction(unit) == "finland")
