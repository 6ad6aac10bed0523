"""Combat: who fights, columns and modifiers, and fire."""

from triumph_of_chaos_data import LEADERS, LINKS, OTHER, REGION, SEASONS, SPACES, TERRAINS, TROOPS, UNITS, crosses_border, fire_row, is_army, is_garrison


class Battle:
    """A combat that is under way."""

    def __init__(self, attacker, defender, target, spaces, kind="plain"):
        self.attacker, self.defender = attacker, defender  # sides; the defender is None for Greens
        self.target, self.spaces, self.kind = target, spaces, kind
        self.attackers, self.defenders = [], []
        self.brought = set()
        self.aided = []  # helps of cards that this combat has used
        self.surprised = None  # whether the attacker surprises, once that is known
        self.storms = False  # everybody takes part who can, CB-4.1
        self.led = None  # the clause by which several spaces have joined in one attack
        self.fallen = []  # destroyed armies, which corps of the reserve may replace
        self.origin = {}

    def riders(self):
        """Who counts when a help asks for cavalry: those who attack."""
        return self.attackers


class Combat:
    """The part of the referee that knows combat."""

    def fight(self, side):
        log = self.log
        self.carry_out_orders(side)
        while log.acts("attack", "storm", "ready", "declare", "interrupt"):
            if log.acts("interrupt"):
                self.own_initiative(side)
            elif log.acts("declare"):
                self.declare()
            elif log.acts("ready"):
                log.action(self.seat_of[side])
                return
            else:
                self.attack(side)

    def order_attack(self, side, target, space):
        """CB-1.1: an attack is ordered when its space is activated."""
        self.check_attack(side, target, space)
        self.log.event("orders", "TC-CB-1.1", side, target, space)
        self.orders.append((target, space))

    def carry_out_orders(self, side):
        """CB-1.1: attacks that were ordered are made one after another; those that cannot be made any more lapse."""
        log = self.log
        while self.orders:
            target, space = self.orders.pop(0)
            if log.tells("order-lapses"):
                log.event("order-lapses", "TC-CB-1.1", side, target, space)
                log.demand(not self.could_storm(side, target, space), "TC-CB-1.1", f"{target} can be attacked from {space}")
            else:
                self.begin_attack(side, target, space, storms=True)

    def could_storm(self, side, target, space):
        """Whether an attack that was ordered can certainly still be made: enemies stand there who were not attacked, and somebody here is fresh and in supply."""
        board = self.board
        if self.marks.get(space) != "combat" or space in board.no_act or target in self.attacked_spaces:
            return False
        if not any(board.side_of(unit) == OTHER[side] for unit in board.units_in(target)):
            return False
        battle = Battle(side, OTHER[side], target, [space])
        fresh = [unit for unit in board.units_of(side, space) if unit not in self.moved and unit not in self.has_attacked]
        return any(board.fed(unit) and self.may_attack(battle, unit) for unit in fresh)

    def attack(self, side):
        action = self.log.action(self.seat_of[side])
        self.begin_attack(side, *action.args, storms=action.verb == "storm")

    def begin_attack(self, side, target, space, storms):
        log, board = self.log, self.board
        self.check_attack(side, target, space)
        log.event("attack", "TC-CB-1", side, target, space)
        battle = Battle(side, OTHER[side] if board.enemies_in(side, target) else None, target, [space])
        battle.storms = storms
        while log.acts("also"):
            other = log.action(self.seat_of[side]).args[0]
            self.check_attack(side, target, other)
            battle.spaces.append(other)
            self.lead_together(battle)
            log.event("also", battle.led, side, other)
        if log.acts("fight"):
            log.action(self.seat_of[side])
        for unit in board.units_in(target):
            self.new_factions.discard(self.board.faction(unit))
        if self.preaching(target, side, space):
            for place in battle.spaces:
                self.marks[place] = "spent"
            return
        self.attacked_spaces.add(target)
        if battle.defender and self.withdrawal(battle):
            return
        self.join(battle)
        self.reinforce(battle)
        self.fire(battle)

    def lead_together(self, battle):
        """An attack from several spaces needs a leader who can; where several could, it is not known whose ability it was."""
        if battle.led:
            return
        board = self.board
        leaders = [leader for place in battle.spaces for leader in board.leaders_in(place)]
        able = [leader for leader in leaders if board.leader_side(leader) == battle.attacker and self.able(leader, "multi-space")]
        lent = self.lends(battle, battle.attacker, "multi-space")
        if lent:
            battle.led = self.clause_of(lent.card)
            self.use_aid(battle, lent)
            return
        self.log.demand(able, "TC-CB-3", "no leader attacks from several spaces")
        battle.led = "TC-CB-3"
        if len(able) == 1:
            self.used_leaders.add(able[0])
        else:
            self.perhaps_used.update(able)

    def able(self, leader, ability):
        """Whether a leader can use an ability: one a round, in supply, with units of his side, not idle, not under NO ACT, where he is bound to act."""
        row, board = LEADERS[leader], self.board
        space, side = board.leader_at[leader], board.leader_side(leader)
        if ability not in row["abilities"].split() or leader in self.idle_leaders or leader in self.used_leaders:
            return False
        if space in board.no_act or not board.units_of(side, space) or not board.leader_fed(leader):
            return False
        return row["bound"] != "acts" or REGION[space] == row["region"]

    def check_attack(self, side, target, space):
        log, board = self.log, self.board
        log.demand(self.marks.get(space) == "combat", "TC-CB-1", f"{space} is not activated for combat")
        log.demand(target in LINKS[space] and LINKS[space][target][0] != "sea", "TC-CB-1", f"{target} cannot be attacked from {space}")
        log.demand(target not in self.attacked_spaces, "TC-CB-2", f"{target} has been attacked in this round")
        foes = [unit for unit in board.units_in(target) if board.side_of(unit) == OTHER[side] or self.board.is_green(unit) or self.at_war(side, unit)]
        log.demand(foes, "TC-CB-1", f"no enemies stand in {target}")
        log.demand(board.border_open or not crosses_border(space, target), "TC-8.317.2", "the Finnish border is shut")

    def at_war(self, side, unit):
        """Whether a side is at war with a faction whose forces nobody uses, though the enemy controls it."""
        faction = self.board.faction(unit)
        return faction is not None and self.board.rules_over(faction) == OTHER[side] and faction != "poland"

    def withdrawal(self, battle):
        """A leader of the defender may lead his men away; returns whether he does."""
        log, board = self.log, self.board
        if log.tells("stands"):
            log.event("stands", "TC-LE-1", battle.defender)
        if not log.acts("withdraw", "stand"):
            return False
        action = log.action(self.seat_of[battle.defender])
        if action.verb == "stand":
            log.event("stands", "TC-LE-4", battle.defender)
            return False
        if log.tells("withdraws-unled"):
            self.withdraw_unled(battle)
            return True
        told = self.any_event("withdraws", battle.defender)
        leader = told.args[1]
        able = board.leader_at[leader] == battle.target and self.able(leader, "withdraw")
        log.demand(able and told.args[2] == battle.target, "TC-LE-4", f"{leader} cannot withdraw")
        self.used_leaders.add(leader)
        self.lead_away(battle)
        return True

    def lead_away(self, battle):
        """The defender has gone; the attacker may advance."""
        board = self.board
        battle.defenders = list(board.units_of(battle.defender, battle.target))
        self.go_back(battle, 1, "TC-LE-4")
        self.leaders_left(battle)  # one who cannot leave Finland stays behind
        battle.attackers = [unit for space in battle.spaces for unit in board.units_of(battle.attacker, space) if unit not in self.moved]
        for space in battle.spaces:
            for unit in board.units_of(battle.attacker, space):
                battle.origin[unit] = space
        self.advance(battle)

    def join(self, battle):
        """The attacker names his units; all units in the target defend."""
        log = self.log
        side = battle.attacker
        if battle.storms:
            self.all_join(battle)
        while log.acts("join", "join-all") and not battle.storms:
            if log.action(self.seat_of[side]).verb == "join-all":
                self.all_join(battle)
            else:
                self.joins(battle)
        if log.acts("fire") and not battle.storms:
            log.action(self.seat_of[side])
        log.demand(battle.attackers, "TC-CB-4", "nobody attacks")
        if battle.kind == "plain":
            self.has_attacked.update(battle.attackers)

    def joins(self, battle):
        log, board, side = self.log, self.board, battle.attacker
        while log.tells("joins"):
            unit = log.next().args[0]
            good = board.side_of(unit) == side and board.at[unit] in battle.spaces and unit not in battle.attackers
            log.demand(good, "TC-CB-4", f"{unit} cannot take part")
            log.demand(unit not in self.moved and unit not in self.has_attacked, "TC-OP-3", f"{unit} has moved or attacked already")
            log.demand(board.fed(unit), "TC-SU-3", f"{unit} is out of supply and attacks")
            log.demand(self.may_attack(battle, unit), "TC-CB-4", f"{unit} cannot take part")
            log.event("joins", "TC-CB-4.1" if battle.storms else "TC-CB-4", unit)
            battle.attackers.append(unit)
        log.demand(self.fight_together(side, battle.attackers), "TC-8.321.9", "Poles and WHITE's own units attack together")

    def all_join(self, battle):
        """CB-4.1: everybody takes part who can."""
        board = self.board
        units = [unit for space in battle.spaces for unit in board.units_of(battle.attacker, space) if unit not in battle.attackers]
        able = set()
        for unit in sorted(units, key=list(UNITS).index):
            free = unit not in self.moved and unit not in self.has_attacked and board.fed(unit) and self.may_attack(battle, unit)
            if free and self.fight_together(battle.attacker, [unit, *battle.attackers, *able]):
                able.add(unit)
        before = set(battle.attackers)
        self.joins(battle)
        self.log.demand(set(battle.attackers) - before == able, "TC-CB-4.1", f"{sorted(able)} can take part, not {battle.attackers}")

    def reinforce(self, battle):
        """Leaders may bring a corps into the combat: the attacker's, then the defender's."""
        log, board = self.log, self.board
        while log.acts("bring", "done", "pass") and battle.kind in ("plain", "landing"):
            action = log.action()
            if action.verb != "bring":
                continue
            told = self.any_event("brings")
            leader, unit, space = told.args
            side = board.leader_side(leader)
            log.demand(action.seat == self.seat_of[side] and unit == action.args[0], "TC-LE-3", f"{leader} does not bring {unit}")
            log.demand(self.able(leader, "reinforce") and board.leader_at[leader] == space, "TC-LE-3", f"{leader} cannot bring a corps to {space}")
            self.used_leaders.add(leader)
            near = board.at[unit] in LINKS[space] and board.side_of(unit) == side and not is_army(unit) and board.fed(unit)
            log.demand(near and not is_garrison(unit) and unit not in self.moved and unit not in self.has_attacked, "TC-LE-3", f"{unit} cannot be brought")
            log.demand(board.at[unit] not in board.no_act, "TC-LE-3", f"{unit} lies under NO ACT")
            board.put(unit, space)
            log.demand(board.fits(side, space), "TC-ST-1", f"{space} is overstacked")
            if side == battle.attacker:
                battle.attackers.append(unit)
                self.has_attacked.add(unit)
            battle.brought.add(unit)
        battle.defenders = [unit for unit in board.units_in(battle.target) if board.side_of(unit) != battle.attacker]

    # ---- Fire --------------------------------------------------------------------------------

    def party(self, side):
        return side or "nobody"

    def shifts(self, battle, attacks):
        """What shifts the column of a side: reasons and columns to the left."""
        found = []
        if int(SEASONS[self.row["season"]]["column"]):
            found.append(("season", 1))
        if not attacks or battle.kind == "treachery":
            return found
        terrain = SPACES[battle.target]["terrain"]
        climbs = terrain == "mountain" and any(TROOPS[UNITS[unit]["troop"]]["climbs"] == "1" for unit in battle.attackers)
        if int(TERRAINS[terrain]["column"]) and not climbs:
            found.append(("terrain", 1))
        if battle.kind != "landing" and all(LINKS[self.board.at[unit]][battle.target][1] for unit in battle.attackers):
            found.append(("river", 1))
        return found

    def modifiers(self, battle, attacks):
        """The combat modifiers of a side: reasons and clauses; each adds 1."""
        board = self.board
        own, other = (battle.attackers, battle.defenders) if attacks else (battle.defenders, battle.attackers)
        found = []
        if sum(map(board.elite, own)) > sum(map(board.elite, other)):
            found.append(("elite", "TC-CB-8"))
        troops = [TROOPS[UNITS[unit]["troop"]] for unit in own]
        if self.row["season"] not in ("mud", "winter") and any(troop["dry"] == "1" for troop in troops):
            found.append(("air", "TC-CB-9"))
        clear = SPACES[battle.target]["terrain"] == "clear" and battle.kind != "treachery"  # 8.320.2: without terrain
        if clear and any(troop["clear"] == "1" for troop in troops):
            found.append(("tanks", "TC-CB-9"))
        if attacks and battle.kind != "treachery" and self.surprise(battle):
            found.append(("surprise", "TC-11.413"))
        if attacks:
            found += self.helping_modifiers(battle)
        return found

    def surprise(self, battle):
        """11.413: a leader with cavalry surprise with an attacking cavalry unit. Where he may have used his ability already, the log decides."""
        if battle.surprised is not None:
            return battle.surprised
        battle.surprised = self.finds_surprise(battle)
        return battle.surprised

    def finds_surprise(self, battle):
        board = self.board
        if self.lends(battle, battle.attacker, "cavalry-surprise"):
            return True
        perhaps = False
        for unit in battle.attackers:
            if TROOPS[UNITS[unit]["troop"]]["rides"] == "0":
                continue
            for leader in board.leaders_in(board.at[unit]):
                if board.leader_side(leader) == battle.attacker and self.able(leader, "cavalry-surprise"):
                    if leader not in self.perhaps_used:
                        self.used_leaders.add(leader)
                        return True
                    perhaps = True
        return perhaps and self.surprise_told()

    def surprise_told(self):
        """Whether one of the modifiers that are told now is the surprise."""
        tokens, at = self.log.tokens, self.log.at
        while at < len(tokens) and tokens[at].is_event and tokens[at].name == "combat-bonus":
            if tokens[at].clause == "TC-11.413":
                return True
            at += 1
        return False

    def fire(self, battle):
        log = self.log
        first = self.first_fire(battle)
        rows, totals = {}, {}
        for attacks in (True, False):
            rows[attacks], totals[attacks] = self.tell_column(battle, attacks)
        self.use_aids_in_fire(battle)
        self.tell_modifier(battle, totals)
        for unit in battle.attackers:
            battle.origin[unit] = self.board.at[unit]
        self.board.begin_fight({battle.target, *battle.origin.values()})
        if first:
            self.fire_in_turn(battle, first, rows, totals)
            return
        dice = [int(log.action("chance", "die", rule="TC-CB-10").args[0]) for _ in range(2)]
        losses = [self.loss_number(rows, totals, attacks, die) for attacks, die in zip((True, False), dice, strict=True)]
        log.event("fires", "TC-CB-10", self.party(battle.attacker), dice[0], losses[0])
        log.event("fires", "TC-CB-10", self.party(battle.defender), dice[1], losses[1])
        self.lose_steps(battle.defenders, losses[0], battle)
        self.lose_steps(battle.attackers, losses[1], battle)
        self.after_fire(battle, *losses)

    def tell_column(self, battle, attacks):
        """The row of the fire table of a side, and the sum of its modifiers."""
        log, board = self.log, self.board
        side = battle.attacker if attacks else battle.defender
        units = battle.attackers if attacks else battle.defenders
        strength = sum(map(board.combat, units))
        shifts = self.shifts(battle, attacks)
        right = self.shifts_right(battle) if attacks else []
        shift = sum(columns for _, columns, _ in right) - sum(columns for _, columns in shifts)
        season = -sum(columns for why, columns in shifts if why == "season")
        clause = "TC-CB-5" if shift == 0 else "TC-TU-4" if shift == season else "TC-CB-6"  # what is left when shifts cancel out
        row = fire_row("army" if any(map(is_army, units)) else "corps", strength, shift)
        for why, columns in shifts:
            log.event("shifted", "TC-TU-4" if why == "season" else "TC-CB-6", self.party(side), why, columns)
        for why, columns, right_clause in right:
            log.event("shifted-right", right_clause, self.party(side), why, columns)
        log.event("column", clause, self.party(side), strength, shift, int(row["low"]))
        total = 0
        for why, modifier_clause in self.modifiers(battle, attacks):
            total += 1
            log.event("combat-bonus", modifier_clause, self.party(side), why, 1, total)
        return row["losses"], total

    def tell_modifier(self, battle, totals):
        lead = totals[True] - totals[False]
        if lead:
            most, least = max(totals.values()), min(totals.values())
            self.log.event("modifier", "TC-CB-7", self.party(battle.attacker if lead > 0 else battle.defender), abs(lead), most, least)

    def loss_number(self, rows, totals, attacks, die):
        lead = totals[True] - totals[False]
        bonus = max(0, lead if attacks else -lead)
        return rows[attacks][min(6, die + bonus) - 1]

    def fire_in_turn(self, battle, card, rows, totals):
        """WHITE 38 and 45, RED 38: the defender takes his losses, and fires with what is left."""
        log, clause = self.log, self.clause_of(card)
        log.event("first-fire", clause, battle.attacker, card)
        die = int(log.action("chance", "die", rule=clause).args[0])
        by_attacker = self.loss_number(rows, totals, True, die)
        log.event("fires", clause, battle.attacker, die, by_attacker)
        self.lose_steps(battle.defenders, by_attacker, battle)
        by_defender = 0
        if battle.defenders:
            before = totals[False]
            rows[False], totals[False] = self.tell_column(battle, False)
            log.demand(totals[False] <= before + 1, clause, "a defender with fewer units has more modifiers")
            if totals[False] > totals[True]:  # only who fires now has use of it
                self.tell_modifier(battle, totals)
            die = int(log.action("chance", "die", rule="TC-CB-10").args[0])
            by_defender = self.loss_number(rows, totals, False, die)
            log.event("fires", "TC-CB-10", self.party(battle.defender), die, by_defender)
        else:
            log.event("fires-not", clause, self.party(battle.defender))
        self.lose_steps(battle.attackers, by_defender, battle)
        self.after_fire(battle, by_attacker, by_defender)

    def after_fire(self, battle, by_attacker, by_defender):
        self.relieve(battle, battle.defenders)
        self.relieve(battle, battle.attackers)
        self.sweep()
        self.leaders_left(battle)
        self.retreat_and_advance(battle, by_attacker, by_defender)
        self.sweep()

    # ---- Makhno's treachery ------------------------------------------------------------------

    def treachery(self, controller, space, target):
        """Makhno's men attack those who stand with them, or their controller's units next to them."""
        board = self.board
        battle = Battle(OTHER[controller], controller, target, [space], "treachery")
        self.log.event("attack", "TC-8.320.2", OTHER[controller], target, space)
        battle.attackers = [unit for unit in board.units_in(space) if self.board.faction(unit) == "makhno"]
        battle.defenders = [unit for unit in board.units_of(controller, target) if self.board.faction(unit) != "makhno"]
        self.fire(battle)
