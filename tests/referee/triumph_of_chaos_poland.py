"""Poland: its states, its answers, its wars, its forces, its peace: 8.321."""

from triumph_of_chaos_board import territory_cities
from triumph_of_chaos_data import IS_WEST, LAND, LEADERS, NUMBERS, OTHER, SETUPS, SPACES, TERRITORY, UNITS
from triumph_of_chaos_ukraine import outcome

STATES = ("self-defence", "intervention", "war", "on-to-moskva")
SOUTH = ("ukraine", "west-ukraine")
UKRAINIANS = ("po-army-ukr-1", "po-army-ukr-2")
BALTS = ("po-army-baltic-1", "po-army-baltic-2")
GARRISON = ("po-army-garrison-1", "po-army-garrison-2")
LEGION = "po-army-ukr-legion"
RED_CORPS = "red-polish-corps"


def setup_row(when):
    return next(row for row in SETUPS if row["faction"] == "poland" and row["when"] == when)


class Poland:
    """The part of the referee that knows Poland. `board.polish_wars` has the sides that are at war with it."""

    # ---- War ---------------------------------------------------------------------------------

    def widen(self, state):
        """8.321.4: how far the Poles may go; never less far than before."""
        board = self.board
        if STATES.index(state) > STATES.index(board.polish_state):
            board.polish_state = state
            self.log.event("polish-state", "TC-8.321.4", state)

    def declare_on_poland(self, side):
        """RED may declare war on a Poland that WHITE controls; who controls it is its protector from then on."""
        log, board = self.log, self.board
        controller = board.controller("poland")
        log.demand(side not in board.polish_wars and controller != side, "TC-8.321.1", f"{side} cannot declare war on Poland")
        self.begin_war_on("poland", side)
        self.polish_war(side)
        board.protected.add("poland")
        if controller is None:
            board.box["poland"] = OTHER[side] + "-control"
            self.gain_control("poland", OTHER[side], "TC-8.511")
            self.take_land("poland")
            self.polish_setup()
            self.place_turned()
            return
        board.changed()
        self.polish_setup()

    def polish_war_by_card(self, side):
        """WHITE 44 and 46, RED 37: war between Poland and a side."""
        board = self.board
        if board.controller("poland") != OTHER[side] or side in board.polish_wars:
            return
        self.polish_war(side, True)

    def polish_war(self, side, told=False):
        board = self.board
        self.widen("war")
        if told:
            self.log.event("at-war", "TC-8.321.1", "poland", side)
        board.polish_wars.add(side)
        if side == "red":
            board.levy = "bought"
            self.corps_since = self.round_now
            self.corps_due = board.where[RED_CORPS] == "out"

    # ---- Set-up ------------------------------------------------------------------------------

    def polish_setup(self, told="TC-8.321.2", now=None):
        """8.321.2: the forces come once, with what cards have brought before."""
        board = self.board
        if board.controller("poland") is None or board.polish_forces:
            return
        self.set_up_forces("poland", "polish-entry", told)
        if now != "r37" and board.may("r37") and board.may("w2", "w2-poles") and all(board.where[unit] == "out" for unit in UKRAINIANS):
            self.set_up_row("poland", board.controller("poland"), setup_row("polish-ukraine"))

    def polish_setup_by_card(self, card):
        """With the war that the same card brings; while the Central Powers shut Poland its forces wait."""
        board = self.board
        if board.controller("poland") is None or board.polish_forces:
            return
        self.widen("war")
        if board.is_shut("poland"):
            self.log.event("forces-wait", "TC-8.315.2", "poland")
            board.owed.add("poland")
            return
        self.polish_setup(now=card)

    # ---- The Response ------------------------------------------------------------------------

    def poland_answers(self):
        """8.321.5: not at war, not after RED 37, not when it has left the game."""
        board = self.board
        return board.box["poland"] != "out" and not board.polish_wars and not board.may("r37")

    def polish_response(self):
        log, board = self.log, self.board
        land = log.next().args[0]
        log.demand(land in board.response_due and self.poland_answers(), "TC-8.321.5", f"Poland does not answer because of {land}")
        board.response_due.remove(land)
        if log.tells("response-lifted"):
            log.demand(board.apart, "TC-8.321.8", "Poland cooperates already")
            log.event("response-lifted", "TC-8.321.8", land)
            board.apart = False
            self.intervene_in(land)
            return
        log.demand(not board.apart, "TC-8.321.8", "no die is rolled while Poland does not cooperate")
        modifier = self.response_modifier(land)
        log.event("response", "TC-8.321.5", land, modifier)
        self.tell_response_modifiers(land)
        die = int(log.action("chance", "die", rule="TC-8.321.6").args[0])
        total = die + modifier
        log.event("response-die", "TC-8.321.6", land, die, total)
        result = outcome("response-south" if land in SOUTH else "response-north", None, total)
        log.event("response-" + result, "TC-8.321.6", land)
        if result == "war":
            self.answer_with_war()
        elif result != "nothing":
            self.intervention(land, result == "apart")

    def response_modifier(self, land):
        board = self.board
        modifier = -2 if board.may("w2", "w2-poles") else 0
        modifier += {"white": -1, "red": 3}.get(board.controller(land), 0)
        return modifier + (2 if board.may("r44") else 0)

    def tell_response_modifiers(self, land):
        """8.321.6: what changes the die is told."""
        log, board = self.log, self.board
        if board.may("w2", "w2-poles"):
            log.event("response-card", "TC-8.321.6", "w2", -2)
        if board.controller(land):
            log.event("response-control", "TC-8.321.6", board.controller(land), land, -1 if board.controller(land) == "white" else 3)
        if board.may("r44"):
            log.event("response-card", "TC-8.321.6", "r44", 2)

    def white_takes_poland(self):
        """Poland goes to WHITE Control, whatever else keeps markers out of it; its forces come. Returns who controlled it before."""
        board = self.board
        before = board.controller("poland")
        if before != "white":
            board.box["poland"] = "white-control"
            if before:
                self.lose_control("poland", before)
            self.gain_control("poland", "white", "TC-8.321.7")
            self.new_this_round.add("poland")
            self.take_land("poland")
        self.polish_setup()
        self.place_turned()
        return before

    def answer_with_war(self):
        self.polish_war("red", True)
        self.white_takes_poland()

    def intervention(self, land, apart):
        """8.321.7, 8.321.8."""
        board = self.board
        cooperates = board.polish_state != "self-defence" and not board.apart
        self.widen("intervention")
        self.intervene_in(land)
        board.apart = apart and not cooperates
        before = self.white_takes_poland()
        if not self.armies_rolled:
            self.armies_rolled = True
            self.intervention_die(before)

    armies_rolled = False

    def intervene_in(self, land):
        self.board.intervenes.add(land)
        self.open_west_ukraine()

    def open_west_ukraine(self):
        """8.321.11: an Intervention because of Ukraine and WHITE 36, whichever comes later, open West Ukraine in the turn after."""
        board = self.board
        if "ukraine" in board.intervenes and board.may("w36") and not board.haller_turn:
            board.haller_turn = self.turn + 1

    def intervention_die(self, before):
        """8.321.10: which armies come besides; the others never do."""
        log, board = self.log, self.board
        die = int(log.action("chance", "die", rule="TC-8.321.10").args[0])
        ahead = board.cities("white") > board.cities("red")
        total = die - ahead + (before == "red")
        log.event("intervention-die", "TC-8.321.10", die, total)
        result = outcome("intervention", None, total)
        never = set(BALTS)
        come = ()
        if result == "polish-ukraine" and board.may("w2", "w2-poles"):
            come = UKRAINIANS
        elif result == "polish-baltic":
            come, never = BALTS, set()
        elif result == "nothing":
            never |= set(UKRAINIANS)
        come = [unit for unit in come if board.where[unit] == "out"]
        never = {unit for unit in never if board.where[unit] == "out"}
        self.never_come(never)
        if come:
            log.event("polish-armies", "TC-8.321.10", *come)
            self.set_up_row("poland", "white", setup_row(result))
        else:
            log.event("no-polish-armies", "TC-8.321.10")
            self.never_come(never)
        log.demand(all(board.where[unit] == "gone" for unit in never), "TC-8.321.10", f"{never} come no more")

    def never_come(self, units):
        while self.log.tells("unit-gone") and self.log.next().args[0] in units:
            unit = self.log.take().args[0]
            self.board.take_off(unit, "gone")

    def responses_told(self):
        """Nothing that Poland would answer is left unanswered."""
        board = self.board
        self.log.demand(not board.response_due or not self.poland_answers(), "TC-8.321.5", f"Poland does not answer because of {board.response_due}")
        board.response_due.clear()

    def answered_at_once(self):
        """8.321.5: outside of combats and events Poland answers before anything else happens."""
        self.log.next()
        self.responses_told()

    poles_activated = 0  # the turn in which a Poland that does not cooperate was activated

    def check_cooperation(self, side, space):
        """8.321.8: once Poles who do not cooperate have been activated, only spaces with Poles are in that turn."""
        board = self.board
        if side != "white" or not board.apart or board.polish_state != "intervention":
            return
        poles = any(board.faction(unit) == "poland" for unit in board.units_in(space))
        poles = poles or any(LEADERS[leader]["faction"] == "poland" for leader in board.leaders_in(space))
        self.log.demand(poles or self.poles_activated != self.turn, "TC-8.321.8", f"{space} is activated after Poles who do not cooperate")
        if poles:
            self.poles_activated = self.turn

    # ---- Where the Poles may go ----------------------------------------------------------------

    def poland_refuses(self, side, units, leaders=()):
        """8.321.1: whether Poland is closed to a group: without war only Poles enter it, units and leaders, and they serve its controller."""
        if side in self.board.polish_wars:
            return False
        poles = all(self.board.faction(unit) == "poland" for unit in units) and all(LEADERS[leader]["faction"] == "poland" for leader in leaders)
        return not (self.board.controller("poland") == side and poles)

    def out_of_reach(self, unit, space):
        """8.321.4: whether a Polish unit, or leader, may not enter a space."""
        board = self.board
        if (LEADERS[unit]["faction"] if unit in LEADERS else board.faction(unit)) != "poland":
            return False
        land = LAND[space]
        if land == "poland" or (unit == LEGION and land == "ukraine"):
            return unit in GARRISON and land != "poland"
        if unit in GARRISON:
            return True
        reach = board.polish_state
        if reach == "on-to-moskva":
            return False
        if reach == "war":
            return not IS_WEST[space]
        if reach == "intervention" and land in board.intervenes:
            return False
        opened = land == "west-ukraine" and reach == "intervention" and self.turn == board.haller_turn and board.controller(land) == "red"
        return not opened

    # ---- The levy ------------------------------------------------------------------------------

    def levy_steps(self):
        """8.321.3: a step in any case, and five for nothing after a war by WHITE 44 or 46."""
        if self.board.levy is None:
            return []
        return [NUMBERS["levy-bonus-steps"]] + ([NUMBERS["levy-steps"]] if self.board.levy == "free" else [])

    def offer_levy(self):
        """8.321.3: after another war RED may buy steps before it spends others; returns whether it is asked."""
        log, board = self.log, self.board
        if board.levy != "bought" or board.vp["red"] == 0:
            return False
        log.event("levy-offered", "TC-8.321.3")
        if log.acts_as(self.seat_of["red"], "levy"):
            vp = int(log.action().args[0])
            log.demand(1 <= vp <= min(NUMBERS["levy-vp-most"], board.vp["red"]), "TC-8.321.3", f"RED cannot pay {vp} VP")
            board.vp["red"] -= vp
            steps = vp * NUMBERS["levy-bought-steps"]
            self.steps["red"] += steps
            log.event("levy-bought", "TC-8.321.3", vp, steps)
            log.event("steps-booked", "TC-8.321.3", "red", steps, self.steps["red"])
            self.tell_duty("red")
        return True

    def polish_steps_of(self, side):
        """8.321.14: for each Polish city that the controller owns, more if an enemy stands in Poland."""
        board = self.board
        if not board.polish_forces or board.controller("poland") != side:
            return 0
        invaded = any(board.enemies_in(side, space) for space in TERRITORY["poland"])
        cities = sum(1 for city in territory_cities("poland") if board.owner[city] == side)
        return cities * NUMBERS["poland-steps-invaded" if invaded else "poland-steps"]

    # ---- Forces that come later ------------------------------------------------------------------

    def polish_garrison(self, side):
        """8.321.15: after an army of the other side has entered Poland."""
        log, board = self.log, self.board
        due = [unit for unit in GARRISON if board.where[unit] == "out"]
        if board.controller("poland") != side or not board.poland_invaded or not board.polish_forces or not due:
            return
        log.event("forces", "TC-8.321.15", side, "poland")
        for unit in due:
            places = [city for city in territory_cities("poland") if board.owner[city] == side and board.fits(side, city, [unit]) and not board.strangers_in(side, city)]
            if not places:
                log.event("no-place", "TC-8.321.15", unit)
                log.event("unit-dead", "TC-8.321.15", unit)
                board.take_off(unit, "dead")
                continue
            space = places[0]
            if len(places) > 1:
                action = log.action(self.seat_of[side], "put", rule="TC-8.321.15")
                space = action.args[1]
                log.demand(action.args[0] == unit and space in places, "TC-8.321.15", f"{unit} cannot come to {space}")
            self.place_unit(unit, space, "TC-8.321.15")

    def legion_due(self):
        """8.321.16."""
        board = self.board
        both = board.controller("poland") == board.controller("ukraine") == "white"
        return both and not board.powers_active() and board.where[LEGION] == "out"

    def polish_legion(self):
        self.log.demand(self.legion_due(), "TC-8.321.16", "the Polish Ukrainian Legion does not come")
        self.log.event("forces", "TC-8.321.16", "white", "poland")
        self.set_up_row("poland", "white", setup_row("poland-and-ukraine"))

    corps_due, corps_since = False, None
    round_now = None

    def red_polish_corps(self):
        """8.321.17: in RED's first round after the one in which war began."""
        log, board = self.log, self.board
        if not self.corps_due or self.corps_since == self.round_now or "red" not in board.polish_wars:
            return
        self.corps_due = False
        places = [s for s in TERRITORY["poland"] if SPACES[s]["city"] == "0" and SPACES[s]["boxed"] == "0" and not board.units_in(s) and not board.leaders_in(s)]
        if not places or board.is_shut("poland"):
            return
        space = places[0]
        if len(places) > 1 or log.acts("put"):
            action = log.action(self.seat_of["red"], "put", rule="TC-8.321.17")
            space = action.args[1]
            log.demand(action.args[0] == RED_CORPS and space in places, "TC-8.321.17", f"{RED_CORPS} cannot come to {space}")
        log.event("unit-placed", "TC-8.321.17", RED_CORPS, space)
        board.put(RED_CORPS, space)
        board.corps_fed = True
        self.take_space("red", space)

    # ---- Peace -----------------------------------------------------------------------------------

    def polish_peace(self):
        """8.321.19: Poland leaves the game."""
        log, board = self.log, self.board
        log.event("polish-peace", "TC-8.321.19")
        kept = [city for city in territory_cities("poland") if board.counts_for(city) == "red"]
        for unit in UNITS:
            if self.board.faction(unit) == "poland":
                board.take_off(unit, "gone")
                board.reduced.discard(unit)
        for leader, row in LEADERS.items():
            if row["faction"] == "poland":
                board.remove_leader(leader, "gone")
        board.ip["red"].pop("poland", 0)
        board.ip["white"].pop("poland", 0)
        board.box["poland"] = "out"
        board.polish_wars, board.polish_forces = set(), False  # the levy of a war that has begun stays: 8.321.3
        board.protected.discard("poland")
        board.called.discard("poland")
        board.polish_credit = set(kept)
        board.peace = True
        for space in TERRITORY["poland"]:
            board.own(space, "nobody")
        self.sweep()
        self.leave_land("poland", None)
        self.sweep()
        for space in TERRITORY["poland"]:
            stay = [unit for unit in board.units_in(space) if board.side_of(unit)]
            log.demand(not stay, "TC-8.321.19", f"{stay} stay in {space}")
        log.event("credit-kept", "TC-8.321.19", len(kept))
        self.sweep()

    def poland_effect(self, row, clause, side):
        """Rows of events about Poland; returns whether it is one."""
        if row["deed"] == "polish-peace":
            self.polish_peace()
        elif row["deed"] == "polish-ukraine":
            self.polish_ukrainians()
        elif row["deed"] != "keep-credit":
            return False
        return True

    def polish_ukrainians(self):
        """8.321.20: with RED 37, if WHITE controls West Ukraine and WHITE 2 was used for the Poles."""
        board = self.board
        allied = board.controller("west-ukraine") == board.controller("poland") == "white"
        if allied and board.may("w2", "w2-poles") and any(board.where[unit] == "out" for unit in UKRAINIANS):
            if "red" not in board.polish_wars:
                self.widen("war")  # which the same card brings
            self.log.event("forces", "TC-8.321.20", "white", "poland")
            self.set_up_row("poland", "white", setup_row("r37"))

    # ---- On to Moskva ------------------------------------------------------------------------------

    moskva_tried, moskva_never = 0, False

    def on_to_moskva(self, side):
        """8.321.12: once a turn, at the beginning of a round of WHITE."""
        log, board = self.log, self.board
        if side != "white" or not log.acts("moskva"):
            return
        log.action(self.seat_of["white"])
        allies = all(board.controller(faction) == "white" for faction in ("poland", "britain", "usa"))
        good = "red" in board.polish_wars and allies and board.may("w28", "w28-polish") and self.moskva_tried != self.turn and not self.moskva_never
        log.demand(good and board.polish_state != "on-to-moskva", "TC-8.321.12", "the Poles cannot be sent on to Moskva")
        self.moskva_tried = self.turn
        die = int(log.action("chance", "die", rule="TC-8.321.12").args[0])
        total = die - (board.cities("white") > board.cities("red"))
        log.event("moskva-die", "TC-8.321.12", die, total)
        result = outcome("on-to-moskva", None, total)
        log.event({"lifted": "moskva-lifted", "again": "moskva-again", "stays": "moskva-never"}[result], "TC-8.321.12")
        self.moskva_never = result == "stays"
        if result == "lifted":
            self.widen("on-to-moskva")

    # ---- West Ukraine --------------------------------------------------------------------------

    turned_now = False  # the forces of West Ukraine are still to be placed

    def poland_turns_west_ukraine(self, side, political):
        """8.321: who gains Poland hands West Ukraine to the other side; RED 9 stops that, too."""
        log, board = self.log, self.board
        other = OTHER[side]
        if self.passive:
            log.event("marker-stays", "TC-8.1321.2", "west-ukraine", other)
            return
        board.box["west-ukraine"] = other + "-control"
        self.gain_control("west-ukraine", other, "TC-8.321", political)
        if political:
            return
        self.new_this_round.add("west-ukraine")
        if board.is_shut("west-ukraine"):
            log.event("forces-wait", "TC-8.315.2", "west-ukraine")
            board.owed.add("west-ukraine")
            return
        self.take_land("west-ukraine")
        self.tell_forces("west-ukraine", "TC-8.14")
        self.turned_now = True

    def place_turned(self):
        """The forces of West Ukraine are placed after those of Poland."""
        if self.turned_now:
            self.turned_now = False
            self.place_rows("west-ukraine", "gain")
