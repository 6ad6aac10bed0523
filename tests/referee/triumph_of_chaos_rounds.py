"""Action Rounds: war, cards and their uses, activation, redeployment."""

from triumph_of_chaos_board import value
from triumph_of_chaos_data import CARDS, FACTIONS, LEADERS, LINKS, OTHER, SIDES, SPACES, UNITS, is_army, is_finn, is_garrison

WAR_CARDS = {"astrakhan": "14", "belarus": "14", "makhno": "14", "transcaucasia": "14", "ukraine": "14", "west-ukraine": "14", "khiva": "42", "turkistan": "42"}
GROUPS = (("estonia", "latvia", "lithuania"), ("poland", "ukraine", "west-ukraine"))
BALTIC = ("estonia", "latvia", "lithuania")


class Rounds:
    """The part of the referee that knows Action Rounds."""

    def action_phase(self):
        log = self.log
        self.bonus = False
        level = self.turn == 1 or self.board.cities("white") >= self.board.cities("red")
        if self.options["politics"] == "full" and level and self.red_five:
            log.event("bonus-operation", "TC-8.111", "white")
            self.bonus = True
        for number in range(1, int(self.row["rounds"]) + 1):
            self.round = number
            for side in SIDES:
                self.action_round(side)
            self.bonus = False

    def action_round(self, side):
        log = self.log
        log.event("round", "TC-AC-1", self.round, side)
        self.acting = side
        self.marks, self.spent, self.attacked_spaces = {}, set(), set()
        self.moved, self.moved_leaders, self.has_attacked = set(), set(), set()
        self.gold_moved = False
        self.begin_round_of_aids()
        self.used_leaders, self.perhaps_used = set(), set()
        self.new_this_round = set()
        self.interrupted = False
        self.round_now = (self.turn, self.round, side)
        self.start_of_round(side)
        self.wars()
        while log.acts("moskva"):
            self.on_to_moskva(side)
            self.wars()
        if log.acts("play"):
            self.play_card(side)
        elif log.acts("rise"):
            self.revolt(side)
            self.last_wars()
        elif log.acts("rescue"):
            self.rescue(side)
            self.last_wars()
        else:
            self.special_action(side)
            self.last_wars()
        log.event("round-over", "TC-AC-1", side)
        self.end_of_round()
        bare = [space for space, owner in self.board.no_act.items() if not self.board.units_of(owner, space)]
        log.demand(not bare, "TC-NA-1", f"NO ACT markers lie on nobody in {bare}")

    # ---- War ---------------------------------------------------------------------------------

    def wars(self):
        """Wars may be declared between any two actions of one's round."""
        while self.log.acts("declare"):
            self.declare()

    def last_wars(self):
        """When its card is done, a side is asked once more whether it declares war."""
        while self.log.acts("declare"):
            self.declare()
            self.settle_influence()
        if self.acting in self.keeps_peace:
            return
        if not self.keep_peace() and self.log.acts_as(self.seat_of[self.acting], "done"):
            self.log.action()

    def declare(self):
        log, board, side = self.log, self.board, self.acting
        faction = log.action(self.seat_of[side]).args[0]
        self.keeps_peace -= {side}
        log.demand(self.round < int(self.row["rounds"]), "TC-8.51", "no war is declared in the last round of a turn")
        open_to_war = board.controller(faction) is None or faction == "poland"
        log.demand(board.box[faction] != "out" and open_to_war, "TC-8.51", f"war on {faction} cannot be declared")
        major = FACTIONS[faction]["type"] == "major"
        log.demand(not (side == "white" and major and faction != "central-powers"), "TC-8.512", f"WHITE declares no war on {faction}")
        log.demand(faction != "finland" or faction in board.ever, "TC-8.317", "Finland is at war from the start")
        log.demand(not board.is_shut(faction), "TC-8.315.2", f"{faction} is shut")
        if faction in WAR_CARDS:
            card = side[0] + WAR_CARDS[faction]
            log.demand(board.may(card), "TC-8.512", f"war on {faction} needs {card}")
        if side == "red" and faction in BALTIC:
            log.demand(board.may("r10", "r10-aggression"), "TC-8.312", f"war on {faction} needs r10")
        if faction == "poland":
            self.declare_on_poland(side)
        else:
            self.protect(side, faction)

    def protect(self, side, faction):
        """War on a faction: the other side gains it as protector."""
        board = self.board
        protector = OTHER[side]
        self.begin_war_on(faction, side)
        board.box[faction] = protector + "-control"
        board.protected.add(faction)
        self.gain_control(faction, protector, "TC-8.511")
        self.take_land(faction)
        barred = FACTIONS[faction]["barred"] == protector
        self.set_up_forces(faction, "protector", "TC-8.24.2" if barred else "TC-8.511")

    def begin_war_on(self, faction, side):
        """War is told, and the neighbours turn to the protector: 8.52."""
        log = self.log
        protector = OTHER[side]
        log.event("war", "TC-8.51", side, faction)
        log.event("protector", "TC-8.511", protector, faction)
        others = [other for group in GROUPS if faction in group for other in group if other != faction and self.frightened(other)]
        if others:
            log.event("neighbours", "TC-8.52", faction, protector, len(others))
            for other in others:
                self.lay_influence(protector, other, 2, "TC-8.52")

    def frightened(self, faction):
        """8.52: every other member of the group that is still on the track, those the protector controls included."""
        return self.board.box[faction] != "out"

    # ---- Cards -------------------------------------------------------------------------------

    def play_card(self, side):
        log = self.log
        action = log.action(self.seat_of[side], rule="TC-AC-1")
        card, use = action.args
        log.demand(card in self.hand[side], "TC-AC-1", f"{side} does not hold {card}")
        clauses = {"operations": "TC-OP-1", "redeployment": "TC-SR-1", "replacements": "TC-RP-1", "event": "TC-EV-1"}
        log.event("plays", clauses[use], side, card, use)
        log.demand(not (use == "replacements" and side == "red" and self.lack_of_men), "TC-WC-40", "RED plays no card for replacements in this turn")
        self.hand[side].remove(card)
        if use == "event":
            log.demand(CARDS[card]["kind"] != "initiative", "TC-IN-1", f"{card} is no event of one's own round")
            self.held_cards = {one: bool(self.hand[one]) for one in SIDES}  # before an interruption
            if not self.operates(card):
                self.interruption()
            self.carry_out_event(side, card)
            return
        if use == "operations":
            spaces = value(card)
            if self.bonus and side == "white":
                log.event("bonus-used", "TC-8.111", "white")
                spaces = 5
            self.operate(side, spaces, "TC-OP-1")
        elif use == "redeployment":
            self.interruption()
            self.redeploy(side, value(card))
        else:
            self.interruption()
            self.steps[side] += value(card)
            log.event("steps-booked", "TC-RP-1", side, value(card), self.steps[side])
        self.settle_influence()
        self.last_wars()
        log.event("card-discarded", "TC-EV-2", side, card)
        self.discards[side].add(card)

    def special_action(self, side):
        log, board = self.log, self.board
        action = log.action(self.seat_of[side], "special", rule="TC-AC-1")
        log.demand(not self.hand[side], "TC-10.2", f"{side} still holds cards")
        kind = action.args[0]
        log.event("special-action", "TC-10.2", side, kind)
        if kind == "activate":
            self.operate(side, 1, "TC-10.2")
        elif kind == "lift":
            for _ in range(2):
                self.wars()
                if log.acts("done"):
                    log.action(self.seat_of[side])
                    break
                if log.acts("lift"):
                    space = log.action(self.seat_of[side]).args[0]
                elif log.tells("no-act-off"):
                    space = log.next().args[0]
                else:
                    break
                log.demand(space in board.no_act and board.units_of(side, space), "TC-10.2", f"there is no NO ACT marker on units in {space}")
                log.event("no-act-off", "TC-10.2", space)
                del board.no_act[space]
        self.settle_influence()  # that of an interruption

    def interruption(self):
        """The other side may play an Initiative card, once a round."""
        log, enemy = self.log, OTHER[self.acting]
        if enemy in self.lets_pass:
            log.demand(not log.acts_as(self.seat_of[enemy]), "TC-IN-5", f"{enemy} lets the rounds pass, and is asked")
        elif log.acts_as(self.seat_of[enemy], "let-pass"):
            log.action()
            log.event("lets-pass", "TC-IN-5", enemy)
            self.lets_pass.add(enemy)
        elif log.acts_as(self.seat_of[enemy], "interrupt"):
            action = log.action()
            card = action.args[0]
            log.demand(card in self.hand[enemy] and CARDS[card]["kind"] == "initiative", "TC-IN-1", f"{enemy} cannot interrupt with {card}")
            log.demand(not self.interrupted, "TC-IN-1", "there was an interruption already")
            self.interrupted = True
            self.hand[enemy].remove(card)
            log.event("interrupts", "TC-IN-1", enemy, card)
            self.carry_out_event(enemy, card)
        elif log.acts("pass"):
            log.action(self.seat_of[enemy])
            log.demand(self.hand[enemy], "TC-IN-1", f"{enemy} has no cards and is asked")
            log.event("interrupted-none", "TC-IN-1", enemy)

    # ---- Operations --------------------------------------------------------------------------

    def operate(self, side, spaces, clause, event=None):
        log = self.log
        if side in self.fewer_spaces and clause == "TC-OP-1" and event is None:
            spaces = max(1, spaces - 1)
            self.fewer_spaces.discard(side)
            log.event("chit-spaces", "TC-IF-3", side)
        put = 0
        self.orders = []  # attacks that were ordered with activations: what is attacked, and from where
        while log.acts("move-marker", "combat-marker", "strike", "declare"):
            if log.acts("declare"):
                self.declare()
                continue
            put += 1
            log.demand(put <= spaces, clause, f"{side} activates more than {spaces} spaces")
            if event:
                self.check_event_mark(side, event, log.next().args[-1])
            self.mark(side, clause)
        if log.acts("ready"):
            log.action(self.seat_of[side])
        self.interruption()
        self.move_groups(side)
        self.fight(side)

    def mark(self, side, clause):
        log, board = self.log, self.board
        action = log.action(self.seat_of[side])
        space = action.args[-1]
        kind = "movement" if action.verb == "move-marker" else "combat"
        log.demand(board.units_of(side, space), "TC-OP-1", f"{side} has no units in {space}")
        log.demand(space not in self.marks, "TC-OP-1", f"{space} is activated already")
        log.demand(space not in board.no_act, "TC-NA-1", f"{space} lies under NO ACT")
        self.check_waiting(side, space)
        self.check_cooperation(side, space)
        told = self.any_event("marks", side, space, kind)
        log.demand(told.clause == clause or self.other_mark_clause(side, space, told.clause), clause, f"{told} does not rest on {told.clause}")
        self.check_alone(side, space)
        self.marks[space] = kind
        if action.verb == "strike":
            self.order_attack(side, *action.args)
        if any(self.board.faction(unit) == "makhno" for unit in board.units_of(side, space)):
            self.makhno(side, space)

    def check_alone(self, side, space):
        """8.315: with the Central Powers only the Central Powers are activated; 8.316: so with the Czechs once WHITE 1 was played."""
        if not self.marks:
            self.activated_with = {}  # what the first marker was put on binds the others, whoever comes or goes meanwhile
        for faction, clause, holds in (("central-powers", "TC-8.315.1", True), ("ukraine", "TC-8.324.5", True), ("czech-legion", "TC-8.316.4", self.board.may("w1"))):
            if holds:
                here = self.has_forces(side, faction, space)
                first = self.activated_with.setdefault(faction, here)
                self.log.demand(here == first, clause, f"spaces with and without {faction} are activated in one round")

    def has_forces(self, side, faction, space):
        board = self.board
        if any(self.board.faction(unit) == faction for unit in board.units_of(side, space)):
            return True
        return any(LEADERS[leader]["faction"] == faction and board.leader_side(leader) == side for leader in board.leaders_in(space))

    def other_mark_clause(self, side, space, clause):
        """Clauses that an activation cites instead of its own, where they let it happen."""
        factions = {self.board.faction(unit) for unit in self.board.units_of(side, space)}
        factions |= {LEADERS[leader]["faction"] or None for leader in self.board.leaders_in(space)}
        if clause == "TC-8.314.1":
            return bool(factions & {"britain", "usa"})
        if clause == "TC-OP-2":
            return bool(self.holding or self.passive) and factions != {None}
        if clause in ("TC-8.316.4", "TC-8.315.1", "TC-8.324.5"):
            return bool(factions & {"czech-legion", "central-powers", "ukraine"})
        return clause == "TC-8.142" and factions != {None}

    def check_waiting(self, side, space):
        """Units that wait keep their space from being activated."""
        board = self.board
        for unit in board.units_of(side, space):
            faction = self.board.faction(unit)
            if faction is None:
                continue
            self.log.demand(not (faction in ("britain", "usa") and not board.may("w1")), "TC-8.314.1", f"{unit} waits for w1")
            new = faction not in board.protected and ((self.round == 1 and faction in self.new_factions) or faction in self.new_this_round)
            self.log.demand(not new, "TC-8.142", f"{unit} waits a round")

    def makhno(self, side, space):
        log = self.log
        die = int(log.action("chance", "die", rule="TC-8.320.1").args[0])
        log.event("makhno-die", "TC-8.320.1", space, die, 6)
        if die < 6:
            log.event("makhno-loyal", "TC-8.320.1", space)
            return
        del self.marks[space]
        self.marks[space] = "spent"
        if log.acts("revolt"):
            target = log.action(self.seat_of[OTHER[side]]).args[0]
            log.event("makhno-revolt", "TC-8.320.2", space, target)
            self.treachery(side, space, target)
            return
        if log.acts("revolt-off"):
            log.action(self.seat_of[OTHER[side]])
        log.event("makhno-off", "TC-8.320.1", space)

    # ---- Redeployment ------------------------------------------------------------------------

    def redeploy(self, side, points):
        log, board = self.log, self.board
        while log.acts("pick", "pick-leader", "done", "ready", "declare", "load", "garrison"):
            if log.acts("declare"):
                self.declare()
                continue
            if log.acts("load"):
                points -= 1
                log.demand(points >= 0, "TC-16.31.2", "there are not enough points for the gold train")
                self.redeploy_gold(side)
                if points == 0:
                    return
                continue
            action = log.action(self.seat_of[side])
            if action.verb in ("done", "ready"):
                return
            piece = self.garrison_of(side, action.args[0]) if action.verb == "garrison" else action.args[0]
            points -= 4 if action.verb == "pick" and is_army(piece) else 1
            log.demand(points >= 0, "TC-SR-1", f"there are not enough points for {piece}")
            if action.verb == "pick":
                self.redeploy_unit(side, piece)
            elif action.verb == "garrison":
                self.redeploy_unit(side, piece, action.args[0])
            else:
                self.redeploy_leader(side, piece)
            if points == 0:
                return
        log.demand(board is not None, "TC-SR-1", "")

    def garrison_of(self, side, space):
        """SR-2.1: the corps of the reserve that comes to a Victory City. None is stronger, but for those whom something else keeps away."""
        log, board = self.log, self.board
        log.demand(SPACES[space]["city"] == "1", "TC-SR-2.1", f"{space} is no Victory City")
        unit = log.next().args[0]
        alike = [other for other in UNITS if board.where[other] == "reserve" and not is_army(other) and board.side_of(other) == side and other not in self.moved]
        alike = [other for other in alike if UNITS[other]["faction"] == UNITS[unit]["faction"] and is_finn(other) == is_finn(unit)]
        best = max(alike, key=board.combat, default=None)
        log.demand(unit == best, "TC-SR-2.1", f"{best} is the strongest corps of the reserve, not {unit}")
        return unit

    def redeploy_unit(self, side, unit, city=None):
        log, board = self.log, self.board
        log.demand(board.side_of(unit) == side and unit not in self.moved, "TC-SR-1", f"{unit} cannot be redeployed")
        log.demand(not is_garrison(unit), "TC-8.62.2", f"{unit} never moves")
        self.moved.add(unit)
        start = board.at[unit]
        if start:
            log.demand(start not in board.no_act, "TC-SR-3", f"{unit} lies under NO ACT")
            log.demand(board.fed(unit), "TC-SR-3", f"{unit} is out of supply")
        action = None if city else log.action(self.seat_of[side], "to", "to-reserve", rule="TC-SR-1")
        if action and action.verb == "to-reserve":
            log.demand(start is not None and not is_army(unit), "TC-SR-2", f"{unit} cannot go to the reserve")
            log.event("redeployed-reserve", "TC-SR-2", unit)
            board.take_off(unit, "reserve")
            return
        space = city or action.args[0]
        log.demand(board.owner[space] == side, "TC-SR-1", f"{space} is not of {side}")
        if start is None:
            log.demand(board.where[unit] == "reserve" and not is_army(unit), "TC-SR-2", f"{unit} is not in the reserve")
        else:
            log.demand(self.chain(side, unit, start, space), "TC-SR-1", f"no chain leads from {start} to {space}")
        log.event("redeployed", "TC-SR-2.1" if city else "TC-SR-2" if start is None else "TC-SR-1", unit, space)
        board.put(unit, space)
        log.demand(board.fits(side, space), "TC-ST-1", f"{space} is overstacked")
        log.demand(board.fed(unit), "TC-SR-1", f"{unit} is not in supply in {space}")
        self.sweep()

    def chain(self, side, unit, start, end):
        """Whether a chain of own spaces leads from one to another, for a unit of that size."""
        board = self.board
        seen, reached = {start}, [start]
        while reached:
            space = reached.pop()
            if space == end:
                return True
            for other, (kind, _) in LINKS[space].items():
                usable = kind in ("normal", "rail") or (kind == "limited" and (unit in LEADERS or not is_army(unit)))
                if usable and other not in seen and board.passes(side, "own", space, other) and not board.strangers_in(side, other):
                    seen.add(other)
                    reached.append(other)
        return False

    def redeploy_leader(self, side, leader):
        log, board = self.log, self.board
        log.demand(board.leader_side(leader) == side, "TC-SR-1", f"{leader} cannot be redeployed")
        action = log.action(self.seat_of[side], "to", rule="TC-SR-1")
        space = action.args[0]
        log.demand(board.owner[space] == side, "TC-SR-1", f"{space} is not of {side}")
        self.any_event("leader-redeployed", leader, space)
        board.put_leader(leader, space)
        log.demand(leader in LEADERS and space in SPACES and bool(UNITS), "TC-SR-1", f"{leader}")
