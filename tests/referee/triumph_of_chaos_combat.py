"""Combat: who fights, columns and modifiers, fire, losses, relief, retreat, advance and counter-attack."""

from triumph_of_chaos_data import LAND, LEADERS, LINKS, OTHER, REGION, SEASONS, SPACES, TERRAINS, TROOPS, UNITS, crosses_border, fire_row, is_army, is_finn, is_garrison


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
        log, board = self.log, self.board
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
        board = self.board
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
        if first:
            self.fire_in_turn(battle, first, rows, totals)
            return
        dice = [int(log.action("chance", "die", rule="TC-CB-10").args[0]) for _ in range(2)]
        losses = [self.loss_number(rows, totals, attacks, die) for attacks, die in zip((True, False), dice)]
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

    # ---- Losses ------------------------------------------------------------------------------

    def best_loss(self, units, number):
        """The greatest sum of loss factors, step by step, that does not pass a number."""
        sums = {0}
        for unit in units:
            row = UNITS[unit]
            costs = [int(row["reduced_loss"])] if unit in self.board.reduced else [int(row["loss"])]
            if unit not in self.board.reduced and row["steps"] == "2":
                costs.append(int(row["reduced_loss"]))
            gains, total = [0], 0
            for cost in costs:
                total += cost
                gains.append(total)
            sums = {have + gain for have in sums for gain in gains if have + gain <= number}
        return max(sums)

    def lose_steps(self, units, number, battle):
        """Steps are lost until their factors come as near to the loss number as they can."""
        log, board = self.log, self.board
        best = self.best_loss(units, number)
        lost = 0
        while lost < best:
            wanted = None
            if log.acts("lose"):
                action = log.action()
                wanted = action.args[0]
                side = board.side_of(wanted)
                log.demand(side is None or action.seat == self.seat_of[side] or battle.kind == "treachery", "TC-LS-1", f"{action.seat} does not lead {wanted}")
            token = log.next()
            unit = token.args[0] if token.is_event and token.name == "step-lost" else None
            log.demand(unit in units and wanted in (None, unit), "TC-LS-1", f"{best - lost} of {number} are still to be lost, the log has: {token}")
            lost += board.loss(unit)
            log.event("step-lost", "TC-LS-1", unit, number - lost)
            self.lose_step(unit, units, battle)
        log.demand(lost == best, "TC-LS-1", f"losses come to {lost}, not to {best}")
        if units and number > lost:
            log.event("losses-over", "TC-LS-1", self.party(battle.defender if units is battle.defenders else battle.attacker), number - lost)

    def lose_step(self, unit, units, battle):
        log, board = self.log, self.board
        if board.steps(unit) == 2:
            board.reduced.add(unit)
            return
        if self.revolt_ends(unit):
            units.remove(unit)
            return
        if self.board.is_green(unit):
            self.green_dies(unit)
        else:
            log.event("destroyed", "TC-LS-2", unit)
            if is_army(unit):
                battle.fallen.append(unit)
                battle.origin.setdefault(unit, board.at[unit])
                battle.fed_when_lost = getattr(battle, "fed_when_lost", {})
                battle.fed_when_lost[unit] = (board.at[unit], board.fed(unit), board.side_of(unit))
            board.take_off(unit, "dead")
        board.reduced.discard(unit)
        units.remove(unit)

    def may_relieve(self, army, corps, space):
        """TC-LS-3: which corps takes the place of an army; Finns of the reserve come only to Finland while the border is shut, others only elsewhere."""
        board = self.board
        if board.where[corps] != "reserve" or is_army(corps) or board.is_insurgent(army):  # 16.34
            return False
        if self.board.faction(army) != self.board.faction(corps):
            return False
        if self.board.faction(army) is None and UNITS[army]["side"] != UNITS[corps]["side"]:
            return False
        if is_finn(army) and not is_finn(corps):
            return False
        return board.border_open or self.board.faction(corps) is not None or is_finn(corps) == (LAND[space] == "finland")

    def relieve(self, battle, units):
        log, board = self.log, self.board
        role = "defender" if units is battle.defenders else "attacker"
        side = battle.defender if role == "defender" else battle.attacker
        fallen = [army for army in battle.fallen if battle.fed_when_lost[army][2] == side or battle.kind == "treachery"]
        for army in sorted(fallen, key=list(UNITS).index):
            space, fed, _ = battle.fed_when_lost[army]
            corps = [unit for unit in UNITS if self.may_relieve(army, unit, space)]
            if log.acts("relieve"):
                action = log.action()
                log.demand(action.args[0] == army and action.args[1] in corps and fed, "TC-LS-3", f"{action} cannot be done")
                chosen = action.args[1]
            elif log.tells("relieved") and log.next().args[0] == army:
                chosen = log.next().args[1]
                log.demand(chosen in corps and fed, "TC-LS-3", f"{chosen} cannot take the place of {army}")
            else:
                log.demand(not fed or not corps, "TC-LS-3", f"{army} is not replaced by one of {corps}, the log has: {log.next()}")
                self.not_relieved(army)
                battle.fallen.remove(army)
                continue
            log.event("relieved", "TC-LS-3", army, chosen)
            board.put(chosen, space)
            battle.origin[chosen] = space
            units.append(chosen)
            if army in self.has_attacked:  # it stands for the army
                self.has_attacked.add(chosen)
            battle.fallen.remove(army)

    def not_relieved(self, army):
        log, board = self.log, self.board
        log.event("not-relieved", "TC-16.34" if self.board.is_insurgent(army) else "TC-LS-3", army)
        if "always-rebuilt" in UNITS[army]["traits"]:
            log.event("unit-dead", "TC-8.320.3", army)
            return
        log.event("unit-gone", self.gone_clause(army), army)
        board.take_off(army, "gone")

    # ---- Retreat -----------------------------------------------------------------------------

    def retreat_and_advance(self, battle, by_attacker, by_defender):
        log, board = self.log, self.board
        defenders = [unit for unit in battle.defenders if board.at[unit] == battle.target]
        if by_attacker > by_defender and battle.attackers and defenders:
            spaces = min(2, by_attacker - by_defender)
            log.event("retreats", "TC-8.320.2" if battle.kind == "treachery" else "TC-RT-1", self.party(battle.defender), spaces)
            if not self.cancelled(battle):
                self.go_back(battle, spaces, "TC-RT-3")
        self.sweep()
        self.leaders_left(battle)
        if battle.kind == "treachery":
            return
        if not board.strangers_in(battle.attacker, battle.target):
            self.advance(battle)
        elif battle.kind == "plain":
            self.counter(battle)
        self.leaders_left(battle)
        if log.tells("not-again"):
            log.event("not-again", "TC-CB-2", battle.target)

    def miracle(self, battle):
        """8.321.13: a die on the Vistula; returns whether it lets the defender lose a step instead."""
        log, board = self.log, self.board
        side, target = battle.defender, battle.target
        log.action(self.seat_of[side])
        standing = [unit for unit in battle.defenders if board.at[unit] == target]
        army = any(board.faction(unit) == "poland" and is_army(unit) for unit in standing)
        led = any(LEADERS[leader]["faction"] == "poland" for leader in board.leaders_in(target))
        ours = LAND[target] == "poland" and board.user("poland") == side and board.owner["warszawa"] == side
        log.demand(army and led and ours and sum(board.steps(unit) for unit in standing) > 1, "TC-8.321.13", f"no miracle can save {target}")
        die = int(log.action("chance", "die", rule="TC-8.321.13").args[0])
        log.event("vistula-die", "TC-8.321.13", die, 3)
        log.event("vistula-holds" if die <= 3 else "vistula-fails", "TC-8.321.13")
        return die <= 3

    def cancelled(self, battle):
        """A step instead of the retreat, where the ground or a miracle allows it."""
        log, board = self.log, self.board
        held = log.acts("miracle") and self.miracle(battle)
        if log.acts("cancel"):
            unit = log.action(self.seat_of[battle.defender]).args[0]
            terrain = SPACES[battle.target]["terrain"]
            log.demand((held or TERRAINS[terrain]["cancel"] != "0") and unit in battle.defenders, "TC-RT-2", f"{unit} cannot hold {battle.target}")
            log.event("cancelled", "TC-8.321.13" if held else "TC-RT-2", battle.defender, unit)
            if board.steps(unit) == 2:
                board.reduced.add(unit)
            else:
                if log.tells("destroyed"):
                    log.event("destroyed", "TC-LS-2", unit)
                fed, space = board.fed(unit), board.at[unit]
                board.take_off(unit, "dead")
                board.reduced.discard(unit)
                battle.defenders.remove(unit)
                if is_army(unit):
                    battle.fallen.append(unit)
                    battle.fed_when_lost = getattr(battle, "fed_when_lost", {})
                    battle.fed_when_lost[unit] = (space, fed, battle.defender)
                    self.relieve(battle, battle.defenders)
            log.demand(battle.defenders, "TC-RT-2", "nobody is left to hold the space")
            return True
        if log.acts("retreat"):
            log.action(self.seat_of[battle.defender])
        return False

    def go_back(self, battle, spaces, clause):
        """Each unit of the defender retreats the full length, or is lost."""
        log, board = self.log, self.board
        standing = [unit for unit in battle.defenders if board.at[unit] == battle.target]
        gone = {unit: 0 for unit in standing}
        end, fall_back = None, []
        while True:
            self.leaders_with(battle)
            if log.acts("fall-back"):
                end = log.action(self.seat_of.get(battle.defender)).args[0]
                fall_back = [unit for unit in gone if gone[unit] < spaces]
            elif log.acts("back"):
                unit, space = log.action(self.seat_of.get(battle.defender)).args
                log.demand(unit in gone, "TC-RT-3", f"{unit} need not retreat")
                told = self.any_event("goes-back", unit, space)
                log.demand(told.clause == clause, clause, f"{told}")
                self.step_back(battle, unit, space)
                gone[unit] += 1
                log.demand(gone[unit] <= spaces, "TC-RT-3", f"{unit} goes too far")
            elif log.tells("goes-back"):
                unit, space = log.next().args
                log.demand(unit in gone, "TC-RT-3", f"{unit} need not retreat")
                log.event("goes-back", clause, unit, space)
                self.step_back(battle, unit, space)
                gone[unit] += 1
            elif log.tells("gives-way"):
                self.give_way(battle, gone, spaces)
            elif log.tells("no-way-back"):
                unit = log.take().args[0]
                log.demand(unit in gone, "TC-RT-4", f"{unit} need not retreat")
                del gone[unit]
                self.lost_on_the_way(unit)
                battle.defenders.remove(unit)
            elif log.tells("green-dies"):
                unit = log.next().args[0]
                log.demand(unit in gone and board.is_green(unit), "TC-16.32", f"{unit} is no Green army that retreats")
                gone.pop(unit)
                self.green_dies(unit)
                battle.defenders.remove(unit)
            elif log.acts("with"):
                self.leader_with(battle)
            else:
                break
            if log.tells("owner") and log.next().args[0] in [board.at[unit] for unit in gone if self.board.faction(unit) == "central-powers"]:
                owner = battle.defender or "central-powers"  # only they go back through what is nobody's
                log.event("owner", "TC-CO-1", log.next().args[0], owner)
                board.own(log.tokens[log.at - 1].args[0], owner)
        for unit, steps in gone.items():
            log.demand(unit not in fall_back or board.at[unit] == end, "TC-RT-3.1", f"{unit} does not fall back to {end}")
            log.demand(steps == spaces, "TC-RT-3", f"{unit} has gone back {steps} of {spaces} spaces")
            log.demand(board.at[unit] != battle.target and board.fits(battle.defender, board.at[unit]), "TC-RT-3", f"{unit} cannot stay in {board.at[unit]}")

    def give_way(self, battle, gone, spaces):
        """8.321.9: WHITE's own units in a space to which a Pole must retreat are eliminated."""
        log, board = self.log, self.board
        unit, space = log.next().args
        log.event("gives-way", "TC-8.321.9", unit, space)
        poles = [pole for pole in gone if board.faction(pole) == "poland" and board.at[pole] == battle.target]
        own = board.at[unit] == space and board.side_of(unit) == "white" and board.faction(unit) is None
        log.demand(poles and own and battle.defender == "white", "TC-8.321.9", f"{unit} need not give way in {space}")
        near = space in LINKS[battle.target] if spaces == 1 else any(space in LINKS[between] for between in LINKS[battle.target])
        log.demand(near, "TC-8.321.9", f"no Pole retreats to {space}")
        board.take_off(unit, "gone" if board.is_insurgent(unit) else "dead")
        board.reduced.discard(unit)
        self.sweep()

    def step_back(self, battle, unit, space):
        log, board = self.log, self.board
        before = board.at[unit]
        side = battle.defender
        log.demand(space in LINKS[before] and LINKS[before][space][0] != "sea" and space != battle.target, "TC-RT-3", f"{unit} cannot go from {before} to {space}")
        if side is None:  # forces that nobody uses go back among themselves, or through what is nobody's
            log.demand(not board.units_of("red", space) and not board.units_of("white", space), "TC-RT-3", f"{unit} cannot retreat to {space}")
        else:
            own = board.owner[space] == side or (self.board.faction(unit) == "central-powers" and not board.enemies_in(side, space))
            log.demand(own and not board.strangers_in(side, space), "TC-RT-3", f"{unit} cannot retreat to {space}")
        log.demand(board.border_open or not crosses_border(before, space), "TC-8.317.2", "the Finnish border is shut")
        board.put(unit, space)
        if battle.kind != "treachery":
            self.moved.add(unit)

    def lost_on_the_way(self, unit):
        log, board = self.log, self.board
        army = is_army(unit)
        if army and "always-rebuilt" not in UNITS[unit]["traits"]:
            log.event("unit-gone", self.gone_clause(unit), unit)
            board.take_off(unit, "gone")
        else:
            if log.tells("unit-dead"):
                log.event("unit-dead", "TC-8.320.3" if is_army(unit) else "TC-8.62.2" if is_garrison(unit) else "TC-RT-4", unit)
            board.take_off(unit, "dead")
        board.reduced.discard(unit)

    def leaders_with(self, battle):
        while self.log.tells("leader-with"):
            self.follow(battle)

    def leader_with(self, battle):
        leader, unit = self.log.action(self.seat_of[battle.defender]).args
        told = self.log.next()
        self.log.demand(told.is_event and told.args == [leader, unit], "TC-RT-5", f"{leader} goes with {unit}, the log has: {told}")
        self.follow(battle)

    def follow(self, battle):
        """A leader retreats with a unit."""
        log, board = self.log, self.board
        leader, unit = log.next().args
        log.event("leader-with", "TC-RT-5", leader, unit)
        log.demand(board.leader_at[leader] == battle.target and board.side_of(unit) == battle.defender, "TC-RT-5", f"{leader} cannot go with {unit}")
        board.put_leader(leader, board.at[unit])

    def leaders_left(self, battle):
        """Leaders whose units are all lost: a die for each."""
        board = self.board
        for space in [battle.target] + battle.spaces:
            for leader in list(board.leaders_in(space)):
                side = board.leader_side(leader)
                if side and not board.units_of(side, space) and self.dies_now(leader):
                    self.lone_leader(leader)
        self.sweep()

    def dies_now(self, leader):
        """Whether the log goes on with a die for this leader: a leader who stood alone before needs none."""
        tokens, at = self.log.tokens, self.log.at
        if at < len(tokens) and tokens[at].is_event:
            return tokens[at].name == "leader-escapes" and tokens[at].args[0] == leader
        return at + 1 < len(tokens) and tokens[at].verb == "die" and tokens[at + 1].is_event and tokens[at + 1].name == "leader-die" and tokens[at + 1].args[0] == leader

    # ---- Advance -----------------------------------------------------------------------------

    def advance(self, battle):
        """Attacking units at full strength may advance into the empty space, and leaders with them."""
        log, board = self.log, self.board
        side, target = battle.attacker, battle.target
        advanced = everybody = False
        while True:
            if log.acts("advance-all"):
                log.action(self.seat_of[side])
                everybody = True
            if everybody and (log.tells("called-up") or log.acts("preach", "pass")):
                if self.entering(side, [], [], target, target):
                    break
            elif log.acts("advance") or (everybody and log.tells("advances")):
                unit = log.action(self.seat_of[side]).args[0] if log.acts() else log.next().args[0]
                log.demand(unit in battle.attackers and unit not in board.reduced and not is_garrison(unit), "TC-AD-1", f"{unit} cannot advance")
                log.demand(not board.strangers_in(side, target), "TC-AD-1", f"{target} is not empty")
                log.demand(not board.is_shut(LAND[target]) or self.board.faction(unit) == "central-powers", "TC-8.315.2", f"{target} is shut")
                if log.tells("called-up") or log.acts("preach", "pass"):
                    if self.entering(side, [unit], [], board.at[unit], target):
                        break
                    if board.strangers_in(side, target):  # those who were called up hold the space
                        continue
                log.event("advances", "TC-AD-1", unit, target)
                board.put(unit, target)
                self.moved.add(unit)
                log.demand(board.fits(side, target), "TC-ST-1", f"{target} is overstacked")
                self.take_space(side, target)
                self.alone_with_enemy(target, side)
                advanced = True
            elif log.acts("pick-leader") or log.tells("leader-advances"):
                leader = log.action(self.seat_of[side]).args[0] if log.acts() else log.next().args[0]
                log.demand(board.leader_side(leader) == side and advanced, "TC-AD-1", f"{leader} cannot advance")
                self.any_event("leader-advances", leader)
                board.put_leader(leader, target)
            elif log.acts("further"):
                self.advance_further(battle)
            elif log.acts("leader-to"):
                leader, space = log.action(self.seat_of[side]).args
                near = space in LINKS[target] and board.units_of(side, space) and board.leader_at[leader] == target
                log.demand(near, "TC-LE-5", f"{leader} cannot go on to {space}")
                log.event("leader-advances", "TC-LE-5", leader, space)
                board.put_leader(leader, space)
            elif log.acts_as(self.seat_of[side], "done"):
                log.action()
            else:
                break
        if log.tells("nobody-advances"):
            log.event("nobody-advances", "TC-AD-2", target)
            log.demand(not advanced, "TC-AD-2", f"somebody has advanced into {target}")
        if not advanced and battle.defender is None and log.tells("owner"):
            log.take()
            board.own(target, side)

    def advance_further(self, battle):
        """Exploitation: a unit that has advanced goes one space further."""
        log, board = self.log, self.board
        side = battle.attacker
        unit, space = log.action(self.seat_of[side]).args
        log.demand(board.at[unit] == battle.target and space in LINKS[battle.target], "TC-LE-5", f"{unit} cannot go on to {space}")
        log.demand(not board.strangers_in(side, space), "TC-LE-5", f"{space} is not empty")
        if self.entering(side, [unit], [], battle.target, space):
            return
        self.any_event("further", unit, space)
        board.put(unit, space)
        while log.tells("leader-advances"):
            board.put_leader(log.next().args[0], log.take().args[1])
        self.take_space(side, space)
        self.alone_with_enemy(space, side)
        while log.tells("leader-advances"):
            board.put_leader(log.next().args[0], log.take().args[1])

    def counter(self, battle):
        """A leader of the defender may attack in his turn."""
        log, board = self.log, self.board
        if log.acts("counter"):
            side = battle.defender
            target = log.action(self.seat_of[side]).args[0]
            able = [leader for leader in board.leaders_in(battle.target) if board.leader_side(leader) == side and self.able(leader, "counter-attack")]
            if len(able) == 1:
                self.used_leaders.add(able[0])
            log.demand(able and target in battle.spaces and board.units_of(OTHER[side], target), "TC-LE-6", f"{target} cannot be counter-attacked")
            log.event("counter", "TC-LE-6", side, target)
            answer = Battle(side, OTHER[side], target, [battle.target], "counter")
            moved, self.moved = self.moved, set()
            attacked, self.has_attacked = self.has_attacked, set()
            self.join(answer)
            self.moved, self.has_attacked = moved, attacked
            answer.defenders = list(board.units_of(OTHER[side], target))
            self.fire(answer)
        elif log.acts("pass", "done", "stand") and battle.defender and log.next().seat == self.seat_of[battle.defender] and self.is_counter_pass():
            log.action()

    def is_counter_pass(self):
        return True

    # ---- Makhno's treachery ------------------------------------------------------------------

    def treachery(self, controller, space, target):
        """Makhno's men attack those who stand with them, or their controller's units next to them."""
        board = self.board
        battle = Battle(OTHER[controller], controller, target, [space], "treachery")
        self.log.event("attack", "TC-8.320.2", OTHER[controller], target, space)
        battle.attackers = [unit for unit in board.units_in(space) if self.board.faction(unit) == "makhno"]
        battle.defenders = [unit for unit in board.units_of(controller, target) if self.board.faction(unit) != "makhno"]
        self.fire(battle)
