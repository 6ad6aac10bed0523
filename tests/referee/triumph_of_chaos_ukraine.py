"""Ukraine and West Ukraine: the three ways to set up, Greens, peasants who rise, RED 37: 8.324, 8.326."""

from triumph_of_chaos_data import CITIES, LEADERS, NUMBERS, OTHER, OUTCOMES, SPACES, TERRITORY, UNITS

REVOLT_SPACES = ("shostka", "okhtyrka", "kharkiv")
GREEN_SPACES = {"wu-army-1": "lviv", "wu-army-2": "stanislaw"}


def outcome(roll, side, die):
    """What a die brings."""
    for row in OUTCOMES:
        if row["roll"] == roll and row["side"] in ("none", side) and int(row["low"]) <= die <= int(row["high"]):
            return row["result"]
    return None


class Ukraine:
    """The part of the referee that knows both Ukraines."""

    def ukrainian_row(self, side, row, units):
        """A row of Ukraine's set-up that is not simply placed; returns whether it was one."""
        log, board = self.log, self.board
        leaders = [leader for leader in row["leaders"].split() if board.leader_where[leader] == "out"]
        if row["fate"] == "out":
            for leader in leaders:
                self.leader_out(leader)
        elif row["fate"] == "dead":
            self.bury(units)
        elif row["fate"] == "green":
            self.turn_green(units, row["spaces"].split())
        elif row["fate"] == "rolled":
            if units or leaders:
                die = int(log.action("chance", "die", rule="TC-8.324.1").args[0])
                fate = outcome(row["roll"], side, die)
                log.event("forces-die", "TC-8.324.1", "ukraine", die, fate, 1 if leaders else 2)
                self.rolled(side, row, units, leaders, fate)
        else:
            return False
        return True

    def rolled(self, side, row, units, leaders, fate):
        if fate == "place":
            for unit in units:
                self.set_up_unit(side, row, unit, "TC-8.324.1")
            for leader in leaders:
                self.set_up_leader(side, row, leader, "TC-8.324.1")
        elif fate == "out":
            for leader in leaders:
                self.leader_out(leader)
        elif fate == "dead":
            self.bury(units)
        else:
            for unit in units:
                self.peasants_rise(OTHER[side], unit)

    def leader_out(self, leader):
        self.log.event("leader-out", "TC-8.324.1", leader)
        self.board.remove_leader(leader, "gone")

    def bury(self, units):
        for unit in units:
            self.log.event("unit-dead", "TC-8.324.1", unit)
            self.board.reduced.discard(unit)
            self.board.take_off(unit, "dead")

    def turn_green(self, units, spaces):
        """8.324.2: one army to a space, by lot."""
        log, board = self.log, self.board
        for unit in units:
            free = [space for space in spaces if not board.units_in(space)]
            if not free:
                self.any_event("unit-gone", unit)
                board.take_off(unit, "gone")
                continue
            space = free[0]
            if len(free) > 1:
                space = log.action("chance", "lot-space", rule="TC-8.324.2").args[0]
                log.demand(space in free, "TC-8.324.2", f"{unit} does not turn Green in {space}")
            self.becomes_green(unit, space, "TC-8.324.2")

    def becomes_green(self, unit, space, clause):
        board = self.board
        self.log.event("turns-green", clause, unit, space)
        board.put(unit, space)
        board.turned[unit] = "green"
        board.own(space, "nobody")

    def green_dies(self, unit):
        """A Green army goes back to the pool; one that has turned Green is out of the game."""
        log, board = self.log, self.board
        log.event("green-dies", "TC-16.32", unit)
        turned = board.turned.get(unit)
        if turned:
            log.event("unit-gone", "TC-16.34.1", unit)
        board.reduced.discard(unit)
        board.take_off(unit, "gone" if turned else "out")

    def peasants_rise(self, side, unit):
        """8.324.3: insurgents of the side that does not control Ukraine."""
        log, board = self.log, self.board
        places = [space for space in REVOLT_SPACES if not board.strangers_in(side, space) and board.fits(side, space, [unit])]
        if not places:
            self.any_event("no-place", unit)
            self.any_event("unit-dead", unit)
            board.take_off(unit, "dead")
            return
        space = places[0]
        if len(places) > 1:
            action = log.action(self.seat_of[side], "put", rule="TC-8.324.3")
            log.demand(action.args[0] == unit and action.args[1] in places, "TC-8.324.3", f"{unit} cannot rise in {action.args[1]}")
            space = action.args[1]
        log.event("rises-for", "TC-8.324.3", unit, side, space)
        board.put(unit, space)
        board.turned[unit] = side
        self.take_space(side, space)
        self.alone_with_enemy(space, side)

    # ---- Steps -------------------------------------------------------------------------------

    def ukrainian_steps(self, side):
        """8.324.4: own steps, and those of the faction."""
        board = self.board
        if board.box["ukraine"] == "out" and not self.has_ukraine or board.is_shut("ukraine"):
            return 0, 0
        cities = sum(1 for space in TERRITORY["ukraine"] if space in CITIES and board.owner[space] == side)
        own = cities * NUMBERS["ukraine-side-steps"]
        attacked = "ukraine" in board.protected
        of_faction = cities * NUMBERS["ukraine-steps-attacked" if attacked else "ukraine-steps"] if board.controller("ukraine") == side else 0
        return own, of_faction

    @property
    def has_ukraine(self):
        """Whether the scenario has Ukraine, 5.38."""
        return self.campaign or self.tournament

    # ---- RED 37 ------------------------------------------------------------------------------

    def ukraine_effect(self, row, clause, side):
        """Rows of RED 37 about the Ukraines; returns whether it is one."""
        if row["deed"] == "setup-r37":
            return True  # with the control that the row before has brought
        if row["deed"] == "roll-west-ukraine":
            self.roll_west_ukraine(clause)
            return True
        return False

    def gain_by_r37(self, faction, side, clause):
        """Control at once; the forces as the card says, or later, where the Central Powers shut the land."""
        log, board = self.log, self.board
        board.box[faction] = side + "-control"
        self.gain_control(faction, side, clause)
        self.new_this_round.add(faction)
        board.by_r37.add(faction)
        if board.is_shut(faction):
            log.event("forces-wait", "TC-8.315.2", faction)
            board.owed.add(faction)
            return
        self.take_land(faction)
        self.set_up_forces(faction, "r37", clause)

    def roll_west_ukraine(self, clause):
        log, board = self.log, self.board
        if board.box["west-ukraine"] == "out" or board.controller("west-ukraine"):
            return
        die = int(log.action("chance", "die", rule=clause).args[0])
        fate = outcome("west-ukraine", None, die)
        log.event("west-ukraine-die", clause, die, fate)
        if fate == "green":
            self.west_ukraine_green()
        else:
            self.gain_by_r37("west-ukraine", "white" if fate == "white-gains" else "red", clause)

    def west_ukraine_green(self):
        """8.326.1: the land is open to both; two armies turn Green."""
        log, board = self.log, self.board
        log.event("land-green", "TC-8.326.1", "west-ukraine")
        red, white = board.ip["red"].pop("west-ukraine", 0), board.ip["white"].pop("west-ukraine", 0)
        if red or white:
            log.event("ip-off", "TC-8.1323", "west-ukraine", red, white)
        board.box["west-ukraine"] = "out"
        board.green_lands.add("west-ukraine")
        for unit, row in UNITS.items():
            if row["faction"] == "west-ukraine" and unit not in GREEN_SPACES and board.where[unit] != "gone":
                log.event("unit-gone", "TC-8.326.1", unit)
                board.reduced.discard(unit)
                board.take_off(unit, "gone")
        if board.leader_where["wu-tarnavsky"] != "gone":
            log.event("leader-out", "TC-8.326.1", "wu-tarnavsky")
            board.remove_leader("wu-tarnavsky", "gone")
        if not board.is_shut("west-ukraine"):
            self.west_ukrainian_greens()

    def west_ukrainian_greens(self):
        board = self.board
        for unit, space in GREEN_SPACES.items():
            if board.where[unit] == "out":
                self.becomes_green(unit, space, "TC-8.326.1")
        for space in TERRITORY["west-ukraine"]:
            board.own(space, "nobody")

    # ---- Makhno ------------------------------------------------------------------------------

    def rejoin(self, faction, clause):
        """WHITE 39: a leader of the faction who stands without its men joins the nearest of them, or goes to the reserve."""
        log, board = self.log, self.board
        for leader, row in LEADERS.items():
            start = board.leader_at[leader]
            if row["faction"] != faction or start is None or any(board.faction(unit) == faction for unit in board.units_in(start)):
                continue
            homes = {board.at[unit] for unit in UNITS if board.where[unit] == "map" and board.faction(unit) == faction}
            if not homes:
                log.event("leader-reserve", clause, leader)
                board.remove_leader(leader, "reserve")
                continue
            space = log.next().args[1] if log.tells("leader-placed") else None
            nearest = next(links for links in range(1, len(SPACES)) if any(self.within(start, home, links) for home in homes))
            log.demand(space in homes and self.within(start, space, nearest), clause, f"{leader} joins the nearest of his men")
            log.event("leader-placed", clause, leader, space)
            board.put_leader(leader, space)
