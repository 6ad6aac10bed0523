"""Control of factions gained and lost, their forces, leaders without units: what several phases of Triumph of Chaos share."""

from triumph_of_chaos_data import (
    CITIES,
    FACTIONS,
    FEEDS,
    HOME,
    LAND,
    LEADERS,
    LINKS,
    OTHER,
    SETUPS,
    SPACES,
    TERRITORY,
    UNITS,
    crosses_border,
    is_army,
)

CLAUSES = {
    "astrakhan": "TC-8.311",
    "estonia": "TC-8.312",
    "latvia": "TC-8.312",
    "lithuania": "TC-8.312",
    "belarus": "TC-8.313",
    "britain": "TC-8.314",
    "central-powers": "TC-8.315.3",
    "czech-legion": "TC-8.316.2",
    "finland": "TC-8.317.3",
    "france": "TC-8.318",
    "khiva": "TC-8.319",
    "makhno": "TC-8.320",
    "transcaucasia": "TC-8.322",
    "turkistan": "TC-8.323",
    "ukraine": "TC-8.324.1",
    "usa": "TC-8.325",
    "west-ukraine": "TC-8.326",
}
POLISH_ROWS = {  # and TC-8.321.2 for all others
    "polish-ukraine": "TC-8.321.10",
    "polish-baltic": "TC-8.321.10",
    "enemy-in-poland": "TC-8.321.15",
    "poland-and-ukraine": "TC-8.321.16",
    "r37": "TC-8.321.20",
}
STANDING = ("czech-legion", "central-powers")  # their forces stay on the map, whoever controls them


class Pieces:
    """The part of the referee that moves pieces and changes control."""

    # ---- Arriving ----------------------------------------------------------------------------

    def take_space(self, side, space):
        """Whoever enters owns: tells it where the space was not his."""
        board = self.board
        if board.owner[space] == side:
            return
        units = board.units_of(side, space)
        shut = LAND[space] is not None and board.is_shut(LAND[space])
        if any(self.board.faction(unit) == "central-powers" for unit in units) and space in CITIES and board.owner[space] == OTHER[side] and not shut:
            board.credit[space] = OTHER[side]
        self.sweep_partisans()
        self.log.event("owner", "TC-CO-1", space, side)
        board.own(space, side)

    def place_unit(self, unit, space, clause):
        log, board = self.log, self.board
        log.event("unit-placed", clause, unit, space)
        board.reduced.discard(unit)
        board.put(unit, space)
        side = board.side_of(unit)
        log.demand(board.fits(side, space), "TC-ST-1", f"{space} is overstacked")
        log.demand(not board.strangers_in(side, space), "TC-8.141", f"{unit} is placed among strangers in {space}")

    def alone_with_enemy(self, space, side):
        """Enemy leaders alone in a space that a side has entered: a die for each, 15.5; Lenin goes to another city."""
        for leader in list(self.board.leaders_in(space)):
            if self.board.leader_side(leader) == OTHER[side] and not self.board.units_of(OTHER[side], space):
                self.lone_leader(leader)

    def lone_leader(self, leader):
        log, board = self.log, self.board
        if leader == "red-lenin" and log.tells("leader-escapes") and log.next().clause == "TC-LE-2":
            space = log.next().args[1]
            log.demand(space in self.nearest_cities("red", board.leader_at[leader]), "TC-LE-2", f"{space} is not the nearest city")
            log.event("leader-escapes", "TC-LE-2", leader, space)
            board.put_leader(leader, space)
            return
        if leader == "red-lenin" and log.tells("leader-dead"):
            log.demand(not self.nearest_cities("red", board.leader_at[leader]), "TC-LE-2", "Lenin has a city to go to")
            self.leader_dies(leader)
            return
        die = int(log.action("chance", "die", rule="TC-15.5").args[0])
        log.event("leader-die", "TC-15.5", leader, die, 3)
        side = board.leader_side(leader)
        cities = self.nearest_cities(side, board.leader_at[leader])
        if LEADERS[leader]["bound"] == "border":
            cities = [city for city in cities if LAND[city] == LEADERS[leader]["region"]]
        if die <= 3 or not cities:
            self.leader_dies(leader)
            return
        if len(cities) > 1:
            action = log.action(self.seat_of[side], "leader-to", rule="TC-15.5")
            log.demand(action.args[0] == leader and action.args[1] in cities, "TC-15.5", f"{leader} escapes to one of {cities}")
            space = action.args[1]
        else:
            space = cities[0]
        log.event("leader-escapes", "TC-15.5", leader, space)
        board.put_leader(leader, space)

    def leader_dies(self, leader):
        log, board = self.log, self.board
        side = LEADERS[leader]["side"]
        told = log.take()
        fits = told.is_event and told.name == "leader-dead" and told.clause == "TC-15.5" and told.args[0] == leader
        log.demand(fits, "TC-15.5", f"{leader} is dead, the log has: {told}")
        if side in OTHER and leader != "white-tsar":  # 16.22.2: without VP
            self.gain_vp(OTHER[side], 1, "TC-15.5")
        board.remove_leader(leader, "gone" if self.dead_leaders_are_gone else "dead")

    dead_leaders_are_gone = False

    def nearest_cities(self, side, start):
        """The Victory Cities of a side that are fewest links away, whoever owns what lies between; nobody escapes across the border of Finland while it
        is shut."""
        board = self.board
        seen, ring = {start}, [start]
        while ring:
            found = [space for space in ring if space in CITIES and board.owner[space] == side and space != start and not board.enemies_in(side, space)]
            found = [space for space in found if board.border_open or not crosses_border(start, space)]
            if found:
                return sorted(found, key=list(SPACES).index)
            ring = list({other for space in ring for other in LINKS[space]} - seen)
            seen.update(ring)
        return []

    def sweep(self):
        """A NO ACT marker is taken off where no unit of the side on whose units it lay is left."""
        while self.log.tells("no-act-off") and self.log.next().clause == "TC-NA-1":
            space = self.log.take().args[0]
            owner = self.board.no_act.get(space)
            self.log.demand(owner and not self.board.units_of(owner, space), "TC-NA-1", f"the marker on {space} stays")
            del self.board.no_act[space]
            self.board.frozen.discard(space)
        self.sweep_partisans()

    # ---- Gaining -----------------------------------------------------------------------------

    def gain_control(self, faction, side, clause, political=False):
        """A side gains control; in a Political Phase its forces come at the end of the phase."""
        log, board = self.log, self.board
        log.event("gains", clause, side, faction)
        board.ever.add(faction)
        board.changed()
        if faction in STANDING and board.user(faction) == side:
            for space in SPACES:  # those in which they stand: what they have lost to nobody stays as it is
                if board.owner[space] != side and any(board.faction(unit) == faction for unit in board.units_in(space)):
                    board.credit.pop(space, None)
                    log.event("owner", "TC-8.316.2" if faction == "czech-legion" else "TC-8.315", space, side)
                    board.own(space, side)
        if faction == "poland" and board.controller("west-ukraine") is None and board.box["west-ukraine"] != "out":
            self.poland_turns_west_ukraine(side, political)
        if faction == "finland" and side == "red":
            board.border_open = True
            board.changed()
        if political:
            self.gained.append(faction)
            self.new_factions.add(faction)

    def take_land(self, faction):
        """Spaces of the land that belong to nobody become the controller's; Victory Cities are told."""
        board = self.board
        side = board.rules_over(faction)
        if board.is_shut(faction):
            return
        for space in TERRITORY[faction]:
            if board.owner[space] == "nobody" and not board.strangers_in(side, space):
                if space in CITIES:
                    self.log.event("owner", "TC-8.23", space, side)
                board.own(space, side)

    def set_up_forces(self, faction, way, clause):
        """The forces of a faction are set up by its controller, row by row."""
        self.tell_forces(faction, clause)
        self.place_rows(faction, way)

    def tell_forces(self, faction, clause):
        self.log.event("forces", clause, self.board.controller(faction), faction)
        self.board.polish_forces |= faction == "poland"

    def place_rows(self, faction, way):
        board = self.board
        side = board.controller(faction)
        named = {row["when"] for row in SETUPS if row["faction"] == faction}
        for row in SETUPS:
            if row["faction"] != faction:
                continue
            fits = row["when"] == "gain" or (row["when"] == "war" and way == "protector") or row["when"] == way or (row["when"] == "otherwise" and way not in named)
            fits = fits or (row["when"] == "haller" and way == "polish-entry" and board.may("w52"))
            if fits or (row["when"] == "otherwise" and way == "gain"):
                self.set_up_row(faction, side, row)

    def set_up_row(self, faction, side, row):
        log, board = self.log, self.board
        clause = POLISH_ROWS.get(row["when"], "TC-8.321.2") if faction == "poland" else CLAUSES.get(faction, "TC-8.141")
        units = [unit for unit in row["units"].split() if board.where[unit] == "out" or (board.where[unit] == "reserve" and faction in STANDING)]
        if self.ukrainian_row(side, row, units):
            return
        if row["fate"] == "one-of" and len(units) > 1:
            unit = log.action("chance", "lot-unit", rule="TC-8.312.1").args[0]
            log.demand(unit in units, "TC-8.312.1", f"{unit} is not among {units}")
            log.event("estonia-lot", "TC-8.312.1", unit)
            board.take_off(unit, "dead")
            units.remove(unit)
        for unit in units:
            if row["fate"] == "reserve":
                log.event("unit-reserve", clause, unit)
                board.reduced.discard(unit)
                board.take_off(unit, "reserve")
            else:
                self.set_up_unit(side, row, unit, clause)
        for leader in row["leaders"].split():
            self.set_up_leader(side, row, leader, clause)

    def places_for(self, side, row, unit):
        """The spaces where a row lets a unit be set up."""
        board = self.board
        spaces = row["spaces"].split() or [space for space in SPACES if SPACES[space]["region"] in row["regions"].split()]
        if row["where"] == "spaces-or-ports":
            spaces = row["spaces"].split()
            spaces += [s for s in SPACES if s not in spaces and SPACES[s]["region"] in row["regions"].split() and SPACES[s]["port"] != "none"]
        if row["where"] == "with-faction":
            spaces = [space for space in SPACES if any(self.board.faction(other) == row["faction"] for other in board.units_in(space))]
        lands = row["faction"] in ("britain", "usa")
        return [
            space
            for space in spaces
            if not board.strangers_in(side, space)
            and not self.out_of_reach(unit, space)
            and board.fits(side, space, [unit])
            and (board.owner[space] == side or (lands and SPACES[space]["port"] != "none"))
        ]

    def set_up_unit(self, side, row, unit, clause):
        log, board = self.log, self.board
        places = self.places_for(side, row, unit)
        may_wait = row["or_reserve"] == "1"
        if unit == "ge-army-var" and log.acts("pass"):
            log.action(self.seat_of[side])
            log.event("left-out", "TC-8.315.3", unit)
            return
        if not places:
            if not may_wait and (is_army(unit) or (row["faction"] == "finland" and not self.owns_finnish_place(side))):
                self.any_event("no-place", unit)
                self.any_event("unit-dead", unit)
                board.take_off(unit, "dead")
            else:
                self.any_event("unit-reserve", unit)
                board.take_off(unit, "reserve")
            board.reduced.discard(unit)
            return
        if len(places) > 1 or may_wait:
            action = log.action(self.seat_of[side], "put", "reserve", rule=clause)
            log.demand(action.args[0] == unit, clause, f"{unit} is to be set up")
            if action.verb == "reserve":
                log.demand(may_wait, clause, f"{unit} may not go to the reserve")
                log.event("unit-reserve", "TC-8.141", unit)
                board.reduced.discard(unit)
                board.take_off(unit, "reserve")
                return
            space = action.args[1]
        else:
            space = places[0]
        log.demand(space in places, clause, f"{unit} cannot be set up in {space}")
        self.place_unit(unit, space, clause)
        self.take_space(side, space)
        if board.leaders_in(space):
            self.alone_with_enemy(space, side)

    def owns_finnish_place(self, side):
        """8.317: Helsinki, or a port of Finland."""
        return any(self.board.owner[space] == side for space in TERRITORY["finland"] if space == "helsinki" or SPACES[space]["port"] != "none")

    def set_up_leader(self, side, row, leader, clause):
        log, board = self.log, self.board
        if board.leader_where[leader] in ("dead", "gone"):
            return
        if log.acts("leader-to"):
            action = log.action(self.seat_of[side])
            log.demand(action.args[0] == leader, clause, f"{leader} is to be set up")
        if log.tells("leader-reserve"):
            self.any_event("leader-reserve", leader)
            board.remove_leader(leader, "reserve")
            return
        space = self.any_event("leader-placed", leader).args[1]
        log.demand(LAND[space] == row["faction"] and board.owner[space] == side, clause, f"{leader} cannot be set up in {space}")
        board.put_leader(leader, space)

    def any_event(self, name, *args):
        """Takes an event of that name with these first arguments, whatever clause it cites."""
        token = self.log.take()
        fits = token.is_event and token.name == name and token.args[: len(args)] == list(args)
        self.log.demand(fits, "TC-8.141", f"{name} {' '.join(map(str, args))} was due, the log has: {token}")
        return token

    # ---- Losing ------------------------------------------------------------------------------

    def lose_control(self, faction, loser):
        """A side loses control: its own forces go home, the enemy leaves, the faction's are put aside."""
        log, board = self.log, self.board
        major = FACTIONS[faction]["type"] == "major"
        log.event("loses", "TC-8.54" if major else "TC-8.151", loser, faction)
        board.borrowed.pop(faction, None)
        board.protected.discard(faction)
        board.called.discard(faction)
        board.owed.discard(faction)
        board.by_r37.discard(faction)  # 8.324.1: what is gained again in another way comes in that way
        self.new_factions.discard(faction)
        if faction in self.gained:
            self.gained.remove(faction)
        board.changed()
        self.leave_land(faction, loser)
        if faction == "central-powers":  # 8.315.6: cities where they stand without a controller count for nobody
            board.credit = {city: side for city, side in board.credit.items() if board.owner[city] != faction}
        if faction == "poland":
            board.polish_wars, board.polish_forces = set(), False
            board.poland_invaded = False
        if not major and not board.is_shut(faction):
            for space in TERRITORY[faction]:
                board.own(space, "nobody")
                stay = [unit for unit in board.units_in(space) if not board.is_green(unit)]
                log.demand(not stay, "TC-8.151.1", f"{stay} stay in {space}")
        if faction not in STANDING:
            for unit in UNITS:
                stays = self.board.faction(unit) == faction and board.where[unit] in ("map", "reserve")
                log.demand(not stays, "TC-8.151.2", f"{unit} is not put aside")
        self.sweep()

    def leave_land(self, faction, loser, beside=False):
        """Whatever the log tells of leaving is carried out; the caller sees whether that is enough. Who leaves only the forces beside which he stood may
        go to another space of the land, if it is his."""
        log, board = self.log, self.board
        names = ("out-of-land", "leader-home", "put-aside", "leader-aside", "unit-dead", "leader-reserve", "nobody-again", "owner", "unit-placed", "goes-back")
        while True:
            if log.acts("put", "leader-to", "to", "back"):
                log.action()
                continue
            if not log.tells(*names):
                return
            told = log.take()
            piece = told.args[0]
            if told.name == "put-aside":
                log.demand(self.board.faction(piece) == faction, "TC-8.151.2", f"{piece} is not of {faction}")
                board.take_off(piece, "out")
            elif told.name == "leader-aside":
                board.remove_leader(piece, "out")
            elif told.name == "out-of-land":
                unit = told.args[1]
                log.demand(loser in (None, board.side_of(unit)) and not is_army(unit), "TC-8.151", f"{unit} is no corps of {loser}")
                board.take_off(unit, "reserve")
            elif told.name == "unit-dead":
                board.take_off(piece, "dead")
            elif told.name in ("unit-placed", "goes-back"):
                side = board.side_of(piece)
                outside = beside or LAND[told.args[1]] != faction
                log.demand(board.owner[told.args[1]] == side and outside, "TC-8.151.1", f"{piece} cannot leave to {told.args[1]}")
                board.put(piece, told.args[1])
            elif told.name in ("leader-home", "leader-placed"):
                board.put_leader(piece, told.args[1])
                side = board.leader_side(piece)
                home = told.args[1] in CITIES and HOME[told.args[1]] == side and board.owner[told.args[1]] == side
                log.demand(home, "TC-8.151", f"{piece} does not go home to {told.args[1]}")
            elif told.name == "leader-reserve":
                board.remove_leader(piece, "reserve")
            elif told.name == "owner":
                board.own(piece, told.args[1])
            elif told.name == "nobody-again":
                log.demand(piece == faction, "TC-8.151", f"{piece} was not lost")
                for space in TERRITORY[faction]:
                    board.own(space, "nobody")

    # ---- Influence ---------------------------------------------------------------------------

    def lay_influence(self, side, faction, amount, clause):
        board = self.board
        self.log.event("ip-put", clause, side, faction, amount)
        board.ip[side][faction] = board.ip[side].get(faction, 0) + amount

    def feeds(self, space, kind):
        return kind in FEEDS[space]
