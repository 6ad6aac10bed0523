"""The Logistics Phase: conquest, attrition, Victory Points, replacements."""

from triumph_of_chaos_board import territory_cities
from triumph_of_chaos_data import CITIES, FACTIONS, HOME, LEADERS, OTHER, REGION, SIDES, SPACES, TERRITORY, UNITS, is_army, is_finn, is_garrison

LAST_PHASE = 9
NEED_CITIES = ("britain", "czech-legion", "usa")
SPARED = {"central-powers": "TC-8.315.5", "czech-legion": "TC-8.316.3"}


class Logistics:
    """The part of the referee that knows the Logistics Phase."""

    def logistics_phase(self):
        self.conquests()
        self.withdrawals()
        self.look_for_victory()
        self.attrition()
        self.subjugations()
        self.victory_cities()
        self.look_for_victory()
        self.use_gold()
        for side in SIDES:
            self.replacements(side)
        self.end_of_turn()

    # ---- Conquest ----------------------------------------------------------------------------

    def conquests(self):
        log, board = self.log, self.board
        emptied = []  # spaces that have lost units, and the side that led them: leaders may be left there
        for faction, row in FACTIONS.items():
            side = board.controller(faction)
            if row["type"] == "major" or side is None or board.is_shut(faction) or faction in board.borrowed:
                continue
            conqueror = OTHER[side]
            if all(board.owner[city] == conqueror for city in territory_cities(faction)):
                log.event("conquered", "TC-8.53", conqueror, faction)
                emptied += self.conquer(faction, conqueror)
        lonely = []
        for space, loser in emptied:
            for leader in board.leaders_in(space):
                if board.leader_side(leader) == loser and not board.units_of(loser, space) and LEADERS[leader]["bound"] != "stays":
                    lonely.append(leader)
        lonely = list(dict.fromkeys(lonely))
        while lonely:
            leader = next((leader for leader in lonely if self.dies_now(leader)), lonely[0])
            lonely.remove(leader)
            self.lone_leader(leader)

    def conquer(self, faction, side):
        log, board = self.log, self.board
        spaces = []
        for unit in UNITS:
            if self.board.faction(unit) == faction and board.where[unit] in ("map", "reserve"):
                log.event("unit-dead", "TC-8.53", unit)
                if board.at[unit]:
                    spaces.append(board.at[unit])
                board.take_off(unit, "dead")
                board.reduced.discard(unit)
        for leader, row in LEADERS.items():
            if row["faction"] == faction and board.leader_where[leader] in ("map", "reserve"):
                told = log.take()
                log.demand(told.is_event and told.args[0] == leader, "TC-8.53", f"{leader} goes with his faction, the log has: {told}")
                board.remove_leader(leader, {"leader-dead": "dead", "leader-aside": "out"}.get(told.name, "dead"))
        red, white = board.ip["red"].pop(faction, 0), board.ip["white"].pop(faction, 0)
        if red or white:
            log.event("ip-off", "TC-8.1323", faction, red, white)
        board.box[faction] = "out"
        board.conquered[faction] = side
        board.protected.discard(faction)
        board.called.discard(faction)
        board.owed.discard(faction)
        for space in TERRITORY[faction]:
            if board.owner[space] == "nobody" and not board.strangers_in(side, space):
                board.own(space, side)
        if faction == "finland" and side == "red":
            board.border_open = True
        board.changed()
        self.sweep()
        return [(space, OTHER[side]) for space in spaces]

    # ---- Attrition ---------------------------------------------------------------------------

    def attrition(self):
        log, board = self.log, self.board
        hungry = {side: [] for side in SIDES}
        spared = {faction: 0 for faction in SPARED}
        sea = 0
        for unit in UNITS:
            side = board.side_of(unit) if board.where[unit] == "map" else None
            if side is None:
                continue
            faction = self.board.faction(unit)
            if faction in ("britain", "usa") and board.fed(unit) and not self.fed_on_land(unit):
                sea += faction == "britain"
            if not board.fed(unit):
                if faction in SPARED:
                    spared[faction] += 1
                else:
                    hungry[side].append(unit)
        for side in SIDES:
            if hungry[side]:
                log.event("unfed", "TC-SU-1", side, len(hungry[side]))
        if sea:
            log.event("fed-by-sea", "TC-8.314.2", sea)
        for faction, clause in SPARED.items():
            if spared[faction]:
                log.event("spared", clause, faction, spared[faction])
        lonely = []
        for side in SIDES:
            for unit in hungry[side]:
                lonely += self.starve(unit)
        self.sweep()
        for leader in sorted(lonely, key=list(LEADERS).index):
            side = board.leader_side(leader)
            if side and not board.units_of(side, board.leader_at[leader]):
                self.lone_leader(leader)

    def fed_on_land(self, unit):
        board = self.board
        return board.at[unit] in board.flood("white", "own", False)

    def starve(self, unit):
        """A unit suffers; returns leaders who may be left alone."""
        log, board = self.log, self.board
        log.event("attrition", "TC-AT-1", unit)
        space, side = board.at[unit], board.side_of(unit)
        if is_army(unit):
            if "always-rebuilt" in UNITS[unit]["traits"]:
                log.event("unit-dead", "TC-8.320.3", unit)
                board.take_off(unit, "dead")
            else:
                log.event("unit-gone", self.gone_clause(unit), unit)
                board.take_off(unit, "gone")
            board.reduced.discard(unit)
        elif board.steps(unit) == 2:
            log.event("starves", "TC-AT-1", unit)
            board.reduced.add(unit)
            return []
        else:
            log.event("unit-dead", "TC-AT-1", unit)
            board.take_off(unit, "dead")
            board.reduced.discard(unit)
        if board.units_of(side, space):
            return []
        return [leader for leader in board.leaders_in(space) if board.leader_side(leader) == side and LEADERS[leader]["bound"] != "stays"]

    # ---- Victory Points ----------------------------------------------------------------------

    def count_clause(self, side):
        """The clause by which cities count otherwise than by their owner: those of the Czechs for WHITE, those of the Central Powers not for RED."""
        board = self.board
        if side == "white" and any(board.owner[city] == "czech-legion" and board.counts_for(city) == "white" for city in CITIES):
            return "TC-8.316.1"
        if side == "red" and board.powers_active() and any(self.board.faction(unit) == "central-powers" for city in CITIES for unit in board.units_in(city)):
            return "TC-8.315.6"
        return "TC-VP-1"

    def victory_cities(self):
        log, board = self.log, self.board
        for side in SIDES:
            log.event("cities", self.count_clause(side), side, board.cities(side))
        lead = board.cities("red") - board.cities("white")
        if lead:
            side = "red" if lead > 0 else "white"
            log.event("city-lead", "TC-VP-2", side, abs(lead))
            self.gain_vp(side, abs(lead), "TC-VP-2")

    # ---- Replacements ------------------------------------------------------------------------

    def replacements(self, side):
        log, board = self.log, self.board
        if side == "red" and self.log.acts("to", "done", "pass") and not self.is_paying("red"):
            self.belarus_army()
        elif side == "red" and log.tells("belarus-army"):
            self.belarus_army()
        self.answered_at_once()
        self.polish_garrison(side)
        self.count_steps(side)
        self.spent_in = {}
        self.tell_duty(side)
        self.free_steps(side)
        if side == "white":
            self.blocked_allies()
        asked = side == "red" and self.offer_levy()
        self.spend(side, asked)
        if side == "red":
            board.levy = None

    def tell_duty(self, side):
        """14.7: how many own steps may go to one region."""
        self.duty = (self.steps[side] + 1) // 2
        if self.steps[side] and side not in self.duty_lifted:
            self.log.event("duty", "TC-14.7", side, self.duty)

    def is_paying(self, side):
        return False

    def blocked_allies(self):
        """8.314.3: how many Allied units cannot be given any step."""
        if self.log.tells("no-allied-steps"):
            self.log.take()

    def belarus_army(self):
        log, board = self.log, self.board
        unit = "red-belarus-army"
        if log.acts("done", "pass"):
            log.action(self.seat_of["red"])
            return
        if log.acts("to"):
            space = log.action(self.seat_of["red"]).args[0]
        else:
            space = log.next().args[1]
        log.demand((board.controller("belarus") == "red" or "belarus" in board.subjugated) and REGION[space] == "belarus" and board.owner[space] == "red", "TC-8.313.1", f"{unit} cannot come to {space}")
        log.demand(board.where[unit] == "out", "TC-8.313.1", f"{unit} has come already")
        log.event("belarus-army", "TC-8.313.1", unit, space)
        board.put(unit, space)
        log.demand(board.fits("red", space), "TC-ST-1", f"{space} is overstacked")

    def spend(self, side, asked):
        """Steps are spent one at a time: own ones, and those of factions."""
        log = self.log
        while log.acts_as(self.seat_of[side], "heal", "rebuild", "buy", "spend-rest"):
            if log.acts("spend-rest"):
                self.spend_rest(side)
                continue
            action = log.action(rule="TC-RP-2")
            piece = action.args[0]
            if action.verb == "heal":
                self.heal(side, piece)
            elif action.verb == "rebuild":
                self.rebuild(side, piece)
            else:
                self.buy(side, piece)
        if (asked or self.steps[side] + self.faction_steps[side] + self.polish_steps[side]) and log.acts_as(self.seat_of[side], "done"):
            log.action()
        left = self.steps[side] + self.faction_steps[side] + self.polish_steps[side]
        if left:
            log.event("steps-lost", "TC-RP-2", side, left)
        self.steps[side] = self.faction_steps[side] = self.polish_steps[side] = 0

    def pay(self, side, unit, region):
        """Takes a step from the right purse, and holds own steps to the regional duty."""
        log, board = self.log, self.board
        faction = self.board.faction(unit) if unit in UNITS else None
        own = faction is None or (faction in board.conquered and self.steps_for_faction(side, faction) == 0)
        if not own:
            left = self.pay_faction(side, unit, faction)
            self.purse = "TC-RP-4"
        else:
            log.demand(self.steps[side] > 0, "TC-RP-4", f"there are no steps for {unit}")
            self.steps[side] -= 1
            left = self.steps[side]
            self.purse = "TC-RP-2"
            self.spent_in[region] = self.spent_in.get(region, 0) + 1
            good = side in self.duty_lifted or self.spent_in[region] <= self.duty
            log.demand(good, "TC-14.7", f"more than {self.duty} steps go to {region}")
        self.check_allied(faction)
        return left

    def check_allied(self, faction):
        if faction in NEED_CITIES:
            owner = self.board.owner
            self.log.demand(owner["sevastopol"] == owner["omsk"] == "white", "TC-8.314.3", f"no step is spent on {faction}")

    def heal(self, side, unit):
        log, board = self.log, self.board
        good = board.side_of(unit) == side and unit in board.reduced and not board.is_insurgent(unit)
        good = good and (board.where[unit] == "reserve" or (board.where[unit] == "map" and board.fed(unit)))
        log.demand(good, "TC-RP-2", f"{unit} cannot be healed")
        left = self.pay(side, unit, REGION[board.at[unit]] if board.at[unit] else "reserve")
        by_port = self.board.faction(unit) == "britain" and board.where[unit] == "map"
        log.event("healed", "TC-8.314.2" if by_port else self.purse, unit, left)
        board.reduced.discard(unit)

    def rebuild(self, side, unit):
        log, board = self.log, self.board
        good = not board.is_insurgent(unit) and board.where[unit] == "dead" and board.side_of(unit) == side and not board.never_rebuilt(unit)
        log.demand(good, "TC-RP-2", f"{unit} cannot be rebuilt")
        space = None
        if log.acts("to"):
            space = log.action(self.seat_of[side]).args[0]
        left = log.next().args[-1] if log.tells("rebuilt") else None  # where the step goes is told after it
        log.event("rebuilt", "TC-8.314.3" if self.board.faction(unit) in NEED_CITIES else "TC-RP-2", unit, left)
        board.reduced.discard(unit)
        if UNITS[unit]["steps"] == "2":
            board.reduced.add(unit)
        if not is_army(unit) and not is_garrison(unit):
            log.demand(self.pay(side, unit, "reserve") == left, "TC-RP-2", f"{left} steps are not left")
            log.event("unit-reserve", "TC-RP-3", unit)
            board.take_off(unit, "reserve")
            return
        told = self.any_event("unit-placed", unit)
        log.demand(space in (None, told.args[1]), "TC-RP-3", f"{unit} appears in {space}, the log has: {told}")
        space = told.args[1]
        log.demand(self.pay(side, unit, REGION[space]) == left, "TC-RP-2", f"{left} steps are not left")
        board.put(unit, space)
        log.demand(board.owner[space] == side and board.fits(side, space), "TC-RP-3", f"{unit} cannot appear in {space}")
        self.check_city(side, unit, space)

    def check_city(self, side, unit, space):
        """Where a rebuilt army appears."""
        faction, log = self.board.faction(unit), self.log
        if is_garrison(unit):
            log.demand(space == UNITS[unit]["anchor"], "TC-8.62.2", f"{unit} does not appear in {space}")
        elif UNITS[unit]["rebuilt"]:
            log.demand(space in UNITS[unit]["rebuilt"].split(), "TC-RP-3", f"{unit} does not appear in {space}")
        elif is_finn(unit) or faction == "makhno" or faction == "czech-legion":
            log.demand(space in SPACES, "TC-RP-3", f"{unit} does not appear in {space}")
        elif faction is None:
            log.demand(space in CITIES and HOME[space] == side, "TC-RP-3", f"{unit} does not appear in {space}")
        else:
            box = faction == "poland" and space == "central-poland-box"  # 8.321.14
            log.demand(box or space in territory_cities(faction), "TC-8.3", f"{unit} does not appear in {space}")

    def buy(self, side, leader):
        log, board = self.log, self.board
        row = LEADERS[leader]
        good = row["side"] == side and int(row["purchase"]) and int(row["purchase"]) <= self.turn and board.leader_where[leader] == "out"
        log.demand(good, "TC-RP-5", f"{leader} cannot be bought")
        space = log.action(self.seat_of[side]).args[0] if log.acts("to") else None
        told = self.any_event("bought", leader)
        log.demand(space in (None, told.args[1]), "TC-RP-5", f"{leader} goes to {space}, the log has: {told}")
        space = told.args[1]
        army = any(is_army(unit) and board.fed(unit) for unit in board.units_of(side, space))
        log.demand(army, "TC-RP-5", f"{leader} is bought without a supplied army in {space}")
        self.pay(side, leader, REGION[space])
        board.put_leader(leader, space)

    # ---- The end of the turn -----------------------------------------------------------------

    def end_of_turn(self):
        log, board = self.log, self.board
        self.write_objectives()
        self.return_borrowed()
        for space in SPACES:
            if space in board.no_act:
                log.event("no-act-off", "TC-NA-1", space)
        board.no_act, board.frozen = {}, set()
        self.turn_ends()
        self.tsar_waits_no_longer()
        self.leaders_leave()

    def turn_ends(self):
        """What events have brought for the turn is over."""
        self.end_partisans()
        if self.turn >= LAST_PHASE:  # 8.11.1: RED 9 waits for no further Political Phase
            self.passive = None
