"""Marches of whole groups (TC-MV-7), and the gold train that goes with a group (TC-16.31.1)."""

from triumph_of_chaos_data import LAND, LEADERS, LINKS, OTHER, SPACES, UNITS, is_army, is_garrison

NUMBER = {space: place for place, space in enumerate(SPACES)}  # the table has the spaces in the order of their numbers


class Marches:
    """The part of the referee that knows marches."""

    # ---- Who goes ------------------------------------------------------------------------------

    def may_be_picked(self, side, unit):
        """Whether a unit in a space activated for movement can still be picked."""
        board = self.board
        free = board.side_of(unit) == side and unit not in self.moved and not is_garrison(unit) and not self.is_held(side, unit)
        return free and board.at[unit] not in board.no_act

    def leader_may_be_picked(self, side, leader):
        board = self.board
        free = board.leader_side(leader) == side and leader not in self.moved_leaders and leader != "red-lenin" and not self.leader_is_held(side, leader)
        return free and board.leader_at[leader] not in board.no_act

    def who_can_leave(self, side, space):
        """Everybody in a space who can be picked."""
        board = self.board
        units = [unit for unit in board.units_of(side, space) if self.may_be_picked(side, unit)]
        leaders = [leader for leader in board.leaders_in(space) if self.leader_may_be_picked(side, leader)]
        return sorted(units, key=list(UNITS).index), sorted(leaders, key=list(LEADERS).index)

    def mustered(self, side, space):
        """Everybody in a space who can leave it goes together."""
        log = self.log
        log.demand(self.marks.get(space) == "movement", "TC-MV-7", f"{space} is not activated for movement")
        units, leaders = self.who_can_leave(side, space)
        log.demand(units or leaders, "TC-MV-7", f"nobody can leave {space}")
        return units, leaders

    def muster(self, side):
        space = self.log.action(self.seat_of[side]).args[0]
        units, leaders = self.mustered(side, space)
        self.log.demand(len(units) + len(leaders) > 1, "TC-MV-7", f"those who can leave {space} are not several")
        self.form_and_lead(side, units, leaders, space)

    def march_all(self, side):
        """The first space by number from which somebody can go marches without being mustered."""
        log = self.log
        space, end = log.action(self.seat_of[side]).args
        units, leaders = self.mustered(side, space)
        before = [other for other, mark in self.marks.items() if mark == "movement" and NUMBER[other] < NUMBER[space] and any(self.who_can_leave(side, other)[0])]
        log.demand(not before, "TC-MV-7", f"{before} come before {space}")
        self.form_and_lead(side, units, leaders, space, end)

    # ---- The way -------------------------------------------------------------------------------

    def rouses(self, side, here, there):
        """Whether a step enters a land that the side does not use, calls up forces or comes to Lenin's ears."""
        board, land = self.board, LAND[there]
        if land and land != LAND[here] and board.user(land) != side:
            return True
        return self.calls_up(side, there) or (side == "white" and self.lenin_hears(there))

    def best_way(self, side, units, leaders, start, end, points):
        """The way of a march, as a list of spaces: what rouses least, then the shortest, then what takes most, then lower numbers, seen from the end."""
        board, best = self.board, None

        def follow(way, left, roused, taken):
            nonlocal best
            here = way[-1]
            for there in LINKS[here]:
                if there in way or self.refused(side, units, here, there, leaders) is not None:
                    continue
                now = (roused + self.rouses(side, here, there), taken + (board.owner[there] != side))
                longer = way + [there]
                if there == end:
                    key = (now[0], len(longer), -now[1], [NUMBER[space] for space in reversed(longer)])
                    if best is None or key < best[0]:
                        best = (key, longer)
                elif left > 1 and not self.stops_there(side, here, there):
                    follow(longer, left - 1, *now)

        if points > 0 and start != end and self.may_stop(side, units, end):
            follow([start], points, 0, 0)
        return best[1][1:] if best else None

    def stops_there(self, side, here, there):
        """Whether whoever goes over this link has to stop behind it."""
        return LINKS[here][there][0] == "limited" or (self.board.owner[there] == OTHER[side] and self.before_enemy_army(side, there))

    def before_enemy_army(self, side, space):
        return any(is_army(unit) for other in LINKS[space] for unit in self.foes_in(side, other))

    def may_stop(self, side, units, space):
        board = self.board
        return board.fits(side, space, units) and not board.strangers_in(side, space) and self.stand_together(side, units, space)

    # ---- The gold train ------------------------------------------------------------------------

    loaded = False  # the group on its way takes the gold train along
    gold_moved = False  # in this round

    def load(self, side, units, space):
        """A group takes the gold train along."""
        log, board = self.log, self.board
        log.action(self.seat_of[side])
        good = units and board.gold == space and board.owner[space] == side and not self.gold_moved and not self.loaded
        log.demand(good, "TC-16.31.1", "the gold train cannot go with this group")
        self.loaded = True

    def move_gold(self, space, to):
        if self.loaded:
            self.log.event("gold-moves", "TC-16.31.1", space, to)
            self.board.gold, self.gold_moved = to, True

    def redeploy_gold(self, side):
        """16.31.2: the train goes over railways between spaces of its owner, from a supplied one to another."""
        log, board = self.log, self.board
        log.action(self.seat_of[side])
        start = board.gold
        space = log.action(self.seat_of[side], "to", rule="TC-16.31.2").args[0]
        fed = board.flood(side, "own", False)
        good = board.owner[start] == side and not self.gold_moved and start in fed and space in fed and space in self.along_rails(side, start)
        log.demand(good, "TC-16.31.2", f"the gold train cannot go from {start} to {space}")
        log.event("gold-moves", "TC-16.31.2", start, space)
        board.gold, self.gold_moved = space, True

    def along_rails(self, side, start):
        board = self.board
        seen, reached = {start}, [start]
        while reached:
            space = reached.pop()
            for other, (kind, _) in LINKS[space].items():
                if kind == "rail" and other not in seen and board.passes(side, "own", space, other) and not board.strangers_in(side, other):
                    seen.add(other)
                    reached.append(other)
        return seen
