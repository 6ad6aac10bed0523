"""What cards of 1919 and 1920 change in Action Rounds: units that are held, help in attacks, answers for several."""

from triumph_of_chaos_data import CARDS, CITIES, EFFECTS, FACTIONS, LAND, LEADERS, LINKS, OTHER, REGION, SPACES, TROOPS, UNITS, crosses_border, is_army


class Help:
    """What a card promises for attacks: in how many, and where it fits."""

    def __init__(self, side, card, name, amount, most, where):
        self.side, self.card, self.name, self.amount, self.most, self.where = side, card, name, amount, most, where
        self.used = 0


class Aids:
    """The part of the referee that knows what holds, helps and hastens in Action Rounds."""

    def begin_turn_of_aids(self):
        self.holding = set()  # cards that hold units until the end of the turn: r9, r40
        self.lack_of_men = False  # WHITE 40
        self.lets_pass = set()  # sides that do not want to be asked whether they interrupt

    # ---- Who is held ---------------------------------------------------------------------------

    def is_held(self, side, unit):
        return self.faction_is_held(side, self.board.faction(unit))

    def leader_is_held(self, side, leader):
        return self.faction_is_held(side, LEADERS[leader]["faction"] or None)

    def faction_is_held(self, side, faction):
        """RED 9 holds all factions but Poland, RED 40 those that WHITE uses."""
        if faction is None:
            return False
        return ("r9" in self.holding and faction != "poland") or ("r40" in self.holding and side == "white")

    # ---- Questions of movement -----------------------------------------------------------------

    def foes_in(self, side, space):
        """Enemies and Greens."""
        return self.board.enemies_in(side, space) + [unit for unit in self.board.units_in(space) if self.board.is_green(unit)]

    def calls_up(self, side, space):
        """8.24: whether entering a space calls up the forces of its land, whose controller may not use them otherwise."""
        board, land = self.board, LAND[space]
        if land is None or board.controller(land) != OTHER[side] or board.is_shut(land):
            return False
        return FACTIONS[land]["barred"] == OTHER[side] and land not in board.called and land not in board.protected and land != "poland"

    def lenin_hears(self, city):
        """LE-7: whether Lenin may speak to those who come to a city."""
        board = self.board
        lenin = board.leader_at["red-lenin"]
        near = not self.lenin_spoke and lenin and city in CITIES and board.owner[city] == "red" and self.within(lenin, city, 2)
        return bool(near) and "red-lenin" not in self.idle_leaders

    def stand_together(self, side, units, space):
        """8.321.9: whether a group may end where it finds others of its side."""
        return True

    # ---- Peace at the end of rounds ------------------------------------------------------------

    keeps_peace = frozenset()

    def keep_peace(self):
        """8.51.1: a side that keeps peace is not asked at the end of its rounds until it declares war."""
        log, side = self.log, self.acting
        if log.acts_as(self.seat_of[side], "keep-peace"):
            log.action()
            log.event("keeps-peace", "TC-8.51.1", side)
            self.keeps_peace |= {side}
            return True
        return False

    # ---- Attacks -------------------------------------------------------------------------------

    def may_attack(self, battle, unit):
        """Whether nothing holds a unit back from an attack."""
        side, space = battle.attacker, self.board.at[unit]
        if self.is_held(side, unit) or space in self.board.no_act or self.out_of_reach(unit, battle.target):
            return False
        if self.finn_is_kept(unit) and crosses_border(space, battle.target):
            return False
        if self.shut_out(unit, battle.target):
            return False
        free = LAND[battle.target] != "poland" or self.board.is_shut("poland") or "poland" in self.board.conquered
        if not free and self.poland_refuses(side, [unit]):  # 8.321.1
            return False
        return REGION[battle.target] != "southeast" or not is_army(unit) or self.board.may(side[0] + "42")

    def shut_out(self, unit, target):
        """8.315.2, 8.315.3: into a land that the Central Powers shut others attack only the Central Powers."""
        board = self.board
        if LAND[target] is None or not board.is_shut(LAND[target]) or board.faction(unit) == "central-powers":
            return False
        return not any(board.faction(other) == "central-powers" for other in board.units_in(target))

    # ---- Helps of cards ------------------------------------------------------------------------

    def clause_of(self, card):
        return ("TC-WC-" if card[0] == "w" else "TC-RC-") + card[1:]

    own_card_now = False  # an Initiative card for own attacks is carried out

    def begin_round_of_aids(self):
        self.helps = []  # what cards have promised for the attacks of this round
        self.own_card_played = False
        self.event_spaces = None

    def help_effect(self, side, card, clause, row):
        """Carries out a row that helps in attacks or activates spaces; returns whether it is one."""
        log, deed = self.log, row["deed"]
        if deed == "activate":
            self.event_spaces = int(row["amount"])
            self.event_row = row
            log.event("operates", clause, side, card, self.event_spaces)
            return True
        names = {"attack-bonus": ["bonus"], "column-bonus": ["column"], "first-fire": ["first-fire"], "advance": ["advance"], "lend": row["abilities"].split()}
        if deed not in names:
            return False
        for name in names[deed]:
            log.event("helps", clause, side, card, name, int(row["most"]))
            self.helps.append(Help(side, card, name, int(row["amount"]), int(row["most"]), row["where"]))
        return True

    def own_initiative(self, side):
        """IN-4: an Initiative card for one's own attacks, one in a round."""
        log = self.log
        card = log.action(self.seat_of[side]).args[0]
        log.demand(card in self.hand[side] and CARDS[card]["kind"] == "initiative", "TC-IN-4", f"{side} cannot play {card}")
        log.demand(not self.own_card_played, "TC-IN-4", "one such card a round")
        self.own_card_played = True
        self.hand[side].remove(card)
        log.event("interrupts", "TC-IN-4", side, card)
        before = len(self.helps)
        self.own_card_now = True
        self.carry_out_event(side, card)
        self.own_card_now = False
        log.demand(len(self.helps) > before, "TC-IN-4", f"{card} does not help in attacks")

    def helping(self, battle, side, name):
        """The helps of that name which a side has in a combat."""
        if battle.kind != "plain" or (name == "withdraw") != (side != battle.attacker):
            return []
        found = [one for one in self.helps if one.side == side and one.name == name and (not one.most or one.used < one.most or one in battle.aided)]
        return [one for one in found if self.help_fits(battle, one)]

    def help_fits(self, battle, one):
        if one.where == "clear-ground":
            return SPACES[battle.target]["terrain"] == "clear"
        if one.where == "with-cavalry" or one.name == "cavalry-surprise":
            return any(TROOPS[UNITS[unit]["troop"]]["rides"] == "1" for unit in battle.riders())
        return True

    def use_aid(self, battle, one):
        """A help is used once a combat; all that one card promised is used up together."""
        for other in self.helps:
            if other.card == one.card and other not in battle.aided:
                battle.aided.append(other)
                other.used += 1

    def use_aids_in_fire(self, battle):
        for name in ("bonus", "column", "first-fire", "advance", "multi-space", "exploit", "cavalry-surprise"):
            for one in self.helping(battle, battle.attacker, name):
                self.use_aid(battle, one)

    def lends(self, battle, side, ability):
        return next(iter(self.helping(battle, side, ability)), None)

    def first_fire(self, battle):
        """The card by which the attacker fires first, or None."""
        one = self.lends(battle, battle.attacker, "first-fire")
        return one.card if one else None

    def helping_modifiers(self, battle):
        found = []
        for one in self.helping(battle, battle.attacker, "bonus"):
            found.append(("initiative" if CARDS[one.card]["kind"] == "initiative" else "event", self.clause_of(one.card)))
        return found

    def shifts_right(self, battle):
        found = []
        if battle.kind != "treachery" and any(TROOPS[UNITS[unit]["troop"]]["column"] == "1" for unit in battle.attackers):
            found.append(("artillery", 1, "TC-CB-9"))
        for one in self.helping(battle, battle.attacker, "column"):
            found.append(("initiative", one.amount, self.clause_of(one.card)))
        return found

    def withdraw_unled(self, battle):
        """RED 45: RED withdraws before combat without a leader."""
        log = self.log
        one = self.lends(battle, battle.defender, "withdraw")
        log.demand(one, "TC-LE-4", f"{battle.defender} has no leader to withdraw")
        log.event("withdraws-unled", self.clause_of(one.card), battle.defender, battle.target, one.card)
        self.use_aid(battle, one)
        self.lead_away(battle)

    # ---- Operations of events ------------------------------------------------------------------

    def operate_by_event(self, side, card, clause):
        """WHITE and RED 32, 33 and 35, WHITE 39: an operation of the event itself."""
        spaces, self.event_spaces = self.event_spaces, None
        self.operate(side, spaces, "TC-OP-1", event=self.event_row)
        again = [row for row in EFFECTS if row["card"] == card and row["deed"] == "move-again"]
        if again:
            self.move_again(side, clause, int(again[0]["amount"]))

    def check_event_mark(self, side, row, space):
        """Where the event of a card lets a space be activated."""
        clause = self.clause_of(row["card"])
        if row["where"] == "region-and-around":
            common = set.intersection(*({REGION[place], *(REGION[other] for other in LINKS[place])} for place in [space, *self.marks]))
            self.log.demand(common, clause, f"{space} is too far from the other activated spaces")
        elif row["where"] == "with-faction":
            there = any(self.board.faction(unit) == row["factions"] for unit in self.board.units_in(space))
            self.log.demand(there, clause, f"no units of {row['factions']} stand in {space}")

    def move_again(self, side, clause, most):
        """WHITE and RED 33: spaces with units that were activated are so once more, for movement, after the fighting."""
        log, board = self.log, self.board
        again = []
        for space, mark in list(self.marks.items()):
            if mark in ("movement", "combat"):
                self.marks[space] = "spent"
        while log.acts_as(self.seat_of[side], "again", "declare"):
            if log.acts("declare"):
                self.declare()
                continue
            space = log.action().args[0]
            log.demand(len(again) < most and space not in again, clause, f"{space} does not move once more")
            log.event("again", clause, side, space)
            units = board.units_of(side, space)
            log.demand(space in self.marks or self.moved & set(units) or self.has_attacked & set(units), clause, f"nobody in {space} was activated")
            log.demand(units and space not in board.no_act, "TC-NA-1", f"nobody in {space} may act")
            self.check_waiting(side, space)
            self.check_cooperation(side, space)
            self.check_alone(side, space)
            again.append(space)
            self.marks[space] = "movement"
            self.moved -= set(board.units_of(side, space))
            self.moved_leaders -= set(board.leaders_in(space))
        if log.acts_as(self.seat_of[side], "ready", "done") and len(again) < most:
            log.action()
        if again:
            self.move_groups(side)

    def fight_together(self, side, units):
        """8.321.9: WHITE's own units and Poles never take part in one attack."""
        return side != "white" or not {None, "poland"} <= {self.board.faction(unit) for unit in units}
