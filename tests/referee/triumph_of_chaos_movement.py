"""Movement: groups, their ways and what they cost, where they stop."""

from triumph_of_chaos_data import LAND, LEADERS, LINKS, OTHER, SEASONS, SPACES, UNITS, crosses_border, is_army, is_garrison


class Movement:
    """The part of the referee that knows movement."""

    def move_groups(self, side):
        """Groups are picked and led, one after another, from spaces activated for movement."""
        log = self.log
        while log.acts("pick", "pick-leader", "train", "ready", "declare", "muster", "march"):
            if log.acts("declare"):
                self.declare()
            elif log.acts("ready"):
                log.action(self.seat_of[side])
                return
            elif log.acts("train"):
                self.train(side)
            elif log.acts("muster"):
                self.muster(side)
            elif log.acts("march"):
                self.march_all(side)
            else:
                self.move_group(side)

    def train(self, side):
        log, board = self.log, self.board
        space = log.action(self.seat_of[side]).args[0]
        start = board.leader_at["red-trotsky"]
        log.demand(side == "red" and self.marks.get(start) == "movement" and board.owner[space] == "red", "TC-LE-2", f"Trotsky's train does not go to {space}")
        self.any_event("leader-moves", "red-trotsky", start, space)
        board.put_leader("red-trotsky", space)

    def move_group(self, side):
        """A group is picked, one by one; it takes the gold train along before or after the last has been picked."""
        log, board = self.log, self.board
        units, leaders, start = [], [], None
        self.loaded = False
        while log.acts("pick", "pick-leader", "load"):
            if log.acts("load"):
                self.load(side, units, start)
                continue
            action = log.action(self.seat_of[side])
            piece = action.args[0]
            if action.verb == "pick":
                log.demand(not is_garrison(piece), "TC-8.62.2", f"{piece} never moves")
                log.demand(self.may_be_picked(side, piece), "TC-MV-1", f"{piece} cannot be picked")
                place = board.at[piece]
                units.append(piece)
            else:
                log.demand(self.leader_may_be_picked(side, piece), "TC-MV-1", f"{piece} cannot be picked")
                place = board.leader_at[piece]
                leaders.append(piece)
            log.demand(start in (None, place) and self.marks.get(place) == "movement", "TC-MV-1", f"{piece} does not stand in a space activated for movement")
            start = place
        self.form_and_lead(side, units, leaders, start)

    def form_and_lead(self, side, units, leaders, start, end=None):
        """A group is complete and goes on its way, to an end if one is named."""
        self.moved.update(units)
        self.moved_leaders.update(leaders)
        units.sort(key=list(UNITS).index)
        leaders.sort(key=list(LEADERS).index)
        self.lead(side, units, leaders, start, end)
        self.loaded = False

    def points(self, units, space):
        """How far a group goes."""
        winter = int(SEASONS[self.row["season"]]["movement"])
        board = self.board
        each = [max(1, board.moves(unit) + winter - (0 if board.fed(unit, True, space) else 1)) for unit in units]
        return min(each, default=4)

    def lead(self, side, units, leaders, space, end=None):
        """A group goes from space to space until it stops; if an end is named, by the best way."""
        log, board = self.log, self.board
        left = self.points(units, space)
        moved = False
        way = [space]
        while True:
            to = self.next_on_march(side, units, leaders, space, end, left)
            if to is None:
                end = None
                action = log.action(self.seat_of[side], "go", "stop", "train", "march", "load", rule="TC-MV-1")
                if action.verb == "stop":
                    self.tell_stops(units, space, "TC-MV-6" if moved else "TC-MV-1")
                    return
                if action.verb == "train":
                    self.any_event("leader-moves", "red-trotsky", space, action.args[0])
                    board.put_leader("red-trotsky", action.args[0])
                    return
                if action.verb == "load":
                    log.demand(not moved, "TC-16.31.1", "the gold train goes with a group from the start")
                    log.at -= 1
                    self.load(side, units, space)
                    continue
                if action.verb == "march":
                    start, end = action.args
                    log.demand(start == space and units, "TC-MV-7", f"the group does not march from {start}")
                    to = self.next_on_march(side, units, leaders, space, end, left)
                    log.demand(to is not None, "TC-MV-7", f"the group cannot march to {end}")
                else:
                    to = action.args[0]
            log.demand(left > 0, "TC-MV-2", "the group has no movement points left")
            self.march_end = end
            if self.entering(side, units, leaders, space, to):
                self.stop_preached(units, leaders, space, way)
                return
            if board.strangers_in(side, to) and self.called_now:
                if log.tells("stops"):  # forces that were called up stand in the way
                    self.tell_stops(units, space, None)
                    return
                moved = True  # it is on its way
                continue
            left -= 1
            moved = True
            if self.step_group(side, units, leaders, space, to, left):
                return
            space = to
            way.append(space)
            if space == end:
                self.tell_stops(units, space, "TC-MV-7")
                return

    march_end = None

    def next_on_march(self, side, units, leaders, space, end, left):
        """The next space of a march, or None where the side decides."""
        if end is None:
            return None
        way = self.best_way(side, units, leaders, space, end, left)
        return way[0] if way else None

    def stop_preached(self, units, leaders, space, way):
        """Lenin's words have stopped a group; from a space that is full already it goes back on its way to where it can stay."""
        log, board = self.log, self.board
        clause = "TC-LE-7"
        while log.tells("moves", "leader-moves"):
            told = log.take()
            piece, start, to = told.args
            log.demand(piece in units + leaders and start == space and to in way, "TC-MV-6", f"{piece} cannot go back to {to}")
            if piece in units:
                board.put(piece, to)
            else:
                board.put_leader(piece, to)
            clause, back = "TC-MV-6", to
        if clause == "TC-MV-6":
            space = back
        self.tell_stops(units, space, clause)

    def entering(self, side, units, leaders, space, to):
        """What happens before a group enters a space; returns whether Lenin has stopped it."""
        log, board = self.log, self.board
        land = LAND[to]
        self.called_now = log.tells("called-up")
        if self.called_now:
            owner = board.rules_over(land)
            log.event("called-up", "TC-8.24.1", owner, land, to)
            board.called.add(land)
            self.take_land(land)
            self.set_up_forces(land, "gain", "TC-8.24.1")
        return self.preaching(to, side, space)

    def preaching(self, city, side, space):
        """Lenin may speak to those who come to a city near him; returns whether they are stopped."""
        log, board = self.log, self.board
        if not log.acts("preach", "pass", "done") or log.next().seat != self.seat_of["red"] or side != "white":
            return False
        action = log.action()
        lenin = board.leader_at["red-lenin"]
        log.demand(not self.lenin_spoke and lenin and self.within(lenin, city, 2) and board.owner[city] == "red", "TC-LE-7", "Lenin cannot speak")
        if action.verb != "preach":
            return False
        self.lenin_spoke = True
        die = int(log.action("chance", "die", rule="TC-LE-7").args[0])
        log.event("preach-die", "TC-LE-7", die, city, 2)
        if die > 2:
            return False
        log.event("preach-stops", "TC-LE-7", city)
        while log.tells("unmarks"):
            spent = log.take().args[1]
            self.marks[spent] = "spent"
        return True

    def within(self, one, other, links):
        ring = {one}
        for _ in range(links):
            ring |= {space for place in ring for space in LINKS[place]}
        return other in ring

    def step_group(self, side, units, leaders, space, to, left):
        """A group goes one link further; returns whether it has to stop there."""
        log, board = self.log, self.board
        log.demand(to in LINKS[space], "TC-MV-1", f"{to} is not next to {space}")
        kind = LINKS[space][to][0]
        self.check_way(side, units, space, to, leaders)
        enemy_space = board.owner[to] == OTHER[side]
        for unit in units:
            self.any_event("moves", unit, space, to)
        board.move_together(units, to)
        for leader in leaders:
            self.any_event("leader-moves", leader, space, to)
            board.put_leader(leader, to)
        self.move_gold(space, to)
        if units:
            self.take_space(side, to)
        else:
            log.demand(board.owner[to] == side, "TC-LE-2", f"leaders alone do not enter {to}")
        self.sweep()
        if units and log.acts("die"):
            self.alone_with_enemy(to, side)
        stopped = self.has_to_stop(side, units, leaders, to, kind, enemy_space, left)
        if units:
            self.alone_with_enemy(to, side)
        return stopped

    def has_to_stop(self, side, units, leaders, to, kind, enemy_space, left):
        """Whether a group goes no further, for which the clause is told."""
        log, board = self.log, self.board
        front = self.before_enemy_army(side, to)
        if kind == "limited":
            clause = "TC-MV-3"
        elif enemy_space and front:
            clause = "TC-MV-5"
        elif left == 0:
            clause = "TC-MV-2"
        elif log.tells("stops") and to != self.march_end:
            clause = "TC-CO-2"
            open_ways = [other for other in LINKS[to] if self.refused(side, units, to, other, leaders) is None and board.fits(side, other, units)]
            log.demand(not open_ways, clause, f"the group could go on to {open_ways}")
        else:
            return False
        self.tell_stops(units, to, clause)
        return True

    def check_way(self, side, units, space, to, leaders=()):
        clause = self.refused(side, units, space, to, leaders)
        self.log.demand(clause is None, clause, f"the group cannot go from {space} to {to}")

    def refused(self, side, units, space, to, leaders=()):
        """The clause that keeps a group from going along a link, or None."""
        board = self.board
        kind, land = LINKS[space][to][0], LAND[to]
        if self.loaded and kind != "rail":
            return "TC-16.31.1"
        if any(LEADERS[leader]["bound"] == "border" and crosses_border(space, to) for leader in leaders):
            return "TC-LE-2"
        if crosses_border(space, to) and any(self.finn_is_kept(unit) for unit in units):
            return "TC-RC-21"
        if board.strangers_in(side, to) or to == "east-rumania":
            return "TC-CO-2"
        if land and (land != "finland" or "finland" in board.ever):
            powers = all(self.board.faction(unit) == "central-powers" for unit in units) and not leaders  # they have no leaders
            if board.is_shut(land) and not powers:
                return "TC-8.315.2"
            if board.rules_over(land) is None and not board.is_shut(land) and land not in board.green_lands:
                return "TC-CO-2"
            if land == "poland" and board.peace:
                return "TC-8.321.19"
            occupied = board.is_shut(land)  # by the Central Powers, whose land it is then
            if land == "poland" and not occupied and land not in board.conquered and self.poland_refuses(side, units, leaders):
                return "TC-8.321.1"
        if any(self.out_of_reach(piece, to) for piece in [*units, *leaders]):
            return "TC-8.321.4"
        if not board.border_open and crosses_border(space, to):
            return "TC-8.317.2"
        if kind == "sea" and not board.owner[to] == board.owner[space] == side:
            return "TC-MV-4"
        if SPACES[to]["region"] == "southeast" and any(is_army(unit) for unit in units) and not board.may(side[0] + "42"):
            return "TC-8.319.1"
        return None

    def tell_stops(self, units, space, clause):
        log = self.log
        if clause is not None and self.marks.get(space) == "combat":
            clause = "TC-OP-3"
        for unit in units:
            if clause is None:
                if log.tells("stops"):
                    self.any_event("stops", unit, space)
                continue
            self.stop_event(unit, space, clause)
        if units:
            side = self.board.side_of(units[0])
            log.demand(self.board.fits(side, space), "TC-ST-1", f"{space} is overstacked")

    def stop_event(self, unit, space, clause):
        told = self.any_event("stops", unit, space)
        if clause == "TC-MV-2" and (self.row["season"] in ("mud", "winter") and told.clause == "TC-TU-4"):
            return
        self.log.demand(told.clause == clause, clause, f"{unit} stops because of {clause}, the log has: {told}")
