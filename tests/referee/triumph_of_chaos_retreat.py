"""After the fire of a combat: retreat, what becomes of leaders, advance and counter-attack."""

from triumph_of_chaos_combat import Battle
from triumph_of_chaos_data import LAND, LEADERS, LINKS, OTHER, SPACES, TERRAINS, UNITS, crosses_border, is_army, is_garrison


class Retreats:
    """The part of the referee that knows retreat and advance."""

    def retreat_and_advance(self, battle, by_attacker, by_defender):
        log, board = self.log, self.board
        defenders = [unit for unit in battle.defenders if board.at[unit] == battle.target]
        if by_attacker > by_defender and battle.attackers and defenders:
            spaces = min(2, by_attacker - by_defender)
            log.event("retreats", "TC-8.320.2" if battle.kind == "treachery" else "TC-RT-1", self.party(battle.defender), spaces)
            if not self.cancelled(battle):
                self.go_back(battle, spaces, "TC-RT-3")
        board.end_fight()
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
