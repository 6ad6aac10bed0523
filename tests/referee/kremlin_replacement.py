"""Phase 6: the chief's order of posts, promotions and demotions, progress by age, and the count of 6.4."""

from kremlin_board import FIRST_LEVEL, NAMES, POSTS, SECOND_LEVEL
from kremlin_listen import Matter
from kremlin_phases import Phases

LEVELS = [["chief"], FIRST_LEVEL, SECOND_LEVEL, ["candidates"], ["people"]]
FIRST_SPONSORS = ["kgb", "foreign", "defense"]
FILLED_AFTER = {
    "chief": (FIRST_LEVEL, "KR-6.11", [SECOND_LEVEL, ["candidates"], ["people"]]),
    "defense": (SECOND_LEVEL, "KR-6.21", [["candidates"], ["people"]]),
    "sport": (["candidates"], "KR-6.31", [["people"]]),
}
ENOUGH = 8


def level(place):
    return next(number for number, places in enumerate(LEVELS) if place in places)


class Replacement(Phases):
    def phase_replacement(self):
        chief = self.holder("chief")
        if chief and not self.is_active(chief):
            yield from self.listen(Matter("replacement-open", chief), cards_alone=True)
            chief = self.holder("chief")
        self.moved_by = {}
        self.refused = set()
        self.order_is_open = False
        if self.is_active(chief):
            yield from self.demand()
            yield from self.order_of_posts()
        yield from self.promotions()
        yield from self.count_of_living()

    # ---- 6 The order of posts ----

    def order_of_posts(self):
        while True:
            chief = self.holder("chief")
            if not self.is_active(chief):
                return
            by = self.control[chief]
            order = {post: self.holder(post) for post in POSTS}
            self.order_is_open = False
            if by:
                yield from self.new_order(chief, by, order)
            before = {post: self.holder(post) for post in POSTS}
            changed = any(order[post] != before[post] for post in POSTS)
            if by:
                self.tell("order" if changed else "order-kept", "KR-6", chief)
            if not changed:  # all listen to that together with what he says next
                self.order_is_open = True
                return
            stands = yield from self.said_and_heard(Matter("order", chief, deed="order"), by)
            if self.holder("chief") != chief or not self.is_active(chief):
                return
            if stands:
                break
        yield from self.order_stands(order, before)

    def new_order(self, chief, by, order):
        """Moves within levels; whoever held the new post takes the old one; nobody is moved twice by name."""
        moved = set()
        while True:
            _, action = yield self.ask("KR-6", by, "nothing")
            if action == ["nothing"]:
                return
            self.check(action[0] == "move", "KR-6", f"{by}: {action}")
            name, post = action[1], action[2]
            old = next((each for each in POSTS if order[each] == name), None)
            self.check(old is not None and post in POSTS and post != old and level(old) == level(post) and level(post) > 0, "KR-6", f"{name} cannot get {post}")
            self.check(name not in moved, "KR-6", f"{name} is moved twice")
            moved.add(name)
            order[old], order[post] = order[post], name
            self.tell("moved", "KR-6", name, post)

    def order_stands(self, order, before):
        """What the board has changed since the announcement stays out of the order. Protected men need leave."""
        order = {post: name for post, name in order.items() if name is None or self.is_member(name)}
        kept = yield from self.leaves_of_order(order)
        if kept is None:
            return
        self.carry_out(order, kept)

    def carry_out(self, order, kept):
        targets = {}
        for post in POSTS:
            name = order.get(post)
            if name and self.place[name] != post and name not in kept:
                targets[name] = post
        for post in POSTS:
            name = next((each for each, to in targets.items() if to == post), None)
            if name:
                self.shift(name, post, "KR-6")
        for name, post in targets.items():
            self.place[name] = post

    def shift(self, name, place, clause):
        """A politician takes a place that somebody has given him."""
        if place not in POSTS and self.is_member(name):
            self.leaves_politburo(name)
        self.tell("shifted", clause, name, place)
        if place in POSTS:
            self.remark_absence(name)

    # ---- 6.1 ----

    def promotions(self):
        """One sponsor after another. Those who have finished are listened to together, until a vacancy is filled by age or somebody promotes."""
        said = {}  # who has spoken since the last round, and for whom
        first = at = 0
        while True:
            post = POSTS[at]
            action = yield from self.ask_sponsor(post, said)
            if action == ["nothing"] and self.waits_for_no_round(post, said):
                if post in FILLED_AFTER:
                    self.fill_by_age(post)
                if post == POSTS[-1]:
                    return
                at += 1
                first = first if said else at
                continue
            sponsor = self.holder(post) if action != ["nothing"] else [name for name in said if self.is_member(name)][-1]
            before = dict(self.place)
            yield from self.listen(Matter("promote", sponsor, deed=action[0], men=lambda: [name for name in said if self.is_member(name)], by=dict(said)))
            if self.somebody_anew(POSTS[first:at + 1], said, self.may_sponsor):
                at = next(number for number, each in enumerate(POSTS) if number >= first and self.may_sponsor(self.holder(each)) and self.holder(each) not in said)
                if at == 0 and self.order_is_open:
                    said = {}
                    yield from self.order_of_posts()
                continue
            if action == ["nothing"]:
                said = {}
                self.order_is_open = False
                if post in FILLED_AFTER:
                    self.fill_by_age(post)
                if post == POSTS[-1]:
                    return
                first = at = at + 1
                continue
            if not self.still_possible(sponsor, post, action, before):
                said.pop(sponsor)
                continue
            said = {}
            first = at
            self.order_is_open = False
            if post == "chief" and action[0] != "promote":
                allowed = yield from self.leave_to_demote(action[1], self.refused)
                if not allowed:
                    continue
            self.touched = self.moved_by.setdefault(post, set())
            self.carry_out_promotion(sponsor, action, self.clause_of_sponsor(post))

    def clause_of_sponsor(self, post):
        return "KR-6.1" if post == "chief" else "KR-6.2" if post in FIRST_SPONSORS else "KR-6.3"

    def may_act(self, name):
        """Is he there, and is there something that he could do?"""
        if not name or not self.is_active(name):
            return False
        post = self.place[name]
        return post == "chief" or self.may_be_filled(post in FIRST_SPONSORS)

    def may_sponsor(self, name):
        """At 96 nothing that costs years; but an order of posts costs none."""
        return self.may_act(name) and (not self.is_too_old(name) or (self.place[name] == "chief" and self.order_is_open))

    def ask_sponsor(self, post, said):
        name = self.holder(post)
        if not self.may_act(name):
            return ["nothing"]
        by = self.control[name]
        if self.is_too_old(name):
            self.remark("too-old", "KR-RE-2", name)
            if self.may_sponsor(name):
                said[name] = by
            return ["nothing"]
        said[name] = by
        if not by:
            self.remark("no-will", "KR-IN-2", name)
            return ["nothing"]
        self.touched = self.moved_by.setdefault(post, set())
        clause = self.clause_of_sponsor(post)
        _, action = yield self.ask(clause, by, "nothing")
        if post == "chief":
            self.hear_chief(name, action, self.refused)
        else:
            self.hear_sponsor(name, action, clause, post in FIRST_SPONSORS)
        return action

    def waits_for_no_round(self, post, said):
        """Nothing is to be listened to, or nothing happens on the board before the next sponsor is asked."""
        return not said or (post != POSTS[-1] and not (post in FILLED_AFTER and self.is_due(post)))

    def is_due(self, post):
        """Would age fill a vacancy now?"""
        if post == POSTS[-1]:
            return self.places_left() > 0 and bool(self.at("people"))
        posts, _, sources = FILLED_AFTER[post]
        return any(not self.holder(each) for each in posts) and any(self.place[name] in places for places in sources for name in NAMES)

    def fill_by_age(self, post):
        if post == POSTS[-1]:
            self.fill_candidates()
        else:
            self.progress(*FILLED_AFTER[post])

    def still_possible(self, sponsor, post, action, before):
        names = action[1:] if action[0] == "exchange" else action[1:2]
        if self.holder(post) != sponsor or not self.is_active(sponsor) or self.is_too_old(sponsor):
            return False
        if any(self.place[name] != before[name] for name in names):
            return False
        return action[0] == "exchange" or self.has_room(action[2])

    def hear_chief(self, chief, action, refused):
        verb = action[0]
        if action == ["nothing"]:
            self.tell("finished", "KR-6.1", chief)
            return
        if verb == "exchange":
            down, up = action[1:]
            self.check(self.on_board(down) and self.on_board(up), "KR-6.1", f"{action}")
            self.check(level(self.place[up]) == level(self.place[down]) + 1 and level(self.place[down]) in (1, 2), "KR-6.1", f"{down} and {up} are not one step apart")
            self.check(not {down, up} & self.touched, "KR-6.1", f"{down} or {up} has been moved by the chief already")
            self.tell("exchanges", "KR-6.1", chief, down, up)
            return
        self.check(verb in ("promote", "demote"), "KR-6.1", f"{action}")
        name, place = action[1:]
        self.check(self.on_board(name) and name != chief and name not in self.touched, "KR-6.1", f"{name} cannot be moved by the chief")
        step = level(place) - level(self.place[name])
        self.check(step == (-1 if verb == "promote" else 1) and place != "chief", "KR-6.1", f"{verb} {name} to {place} is not one step")
        self.check(self.has_room(place), "KR-6.1", f"{place} is taken")
        self.tell("promotes" if verb == "promote" else "demotes", "KR-6.1", chief, name, place)

    def has_room(self, place):
        if place in POSTS:
            return self.holder(place) is None
        return place == "people" or self.places_left() > 0

    def carry_out_promotion(self, sponsor, action, clause):
        if action[0] == "exchange":
            down, up = action[1:]
            high, low = self.place[down], self.place[up]
            self.shift(up, high, clause)
            self.shift(down, low, clause)
            self.place[up], self.place[down] = high, low
            self.touched |= {down, up}
            self.ages(sponsor, 2, clause)
            return
        name, place = action[1:]
        self.shift(name, place, clause)
        self.place[name] = place
        self.touched.add(name)
        self.ages(sponsor, 1, clause)

    # ---- 6.11 to 6.31 ----

    def progress(self, posts, clause, sources):
        """Each vacancy in order: the oldest of the first of these levels that has anybody."""
        for post in posts:
            if self.holder(post):
                continue
            for places in sources:
                names = [name for name in NAMES if self.place[name] in places]
                if names:
                    self.progresses(names, post, clause)
                    break

    def progresses(self, names, place, clause):
        name = self.oldest(names)
        self.tell_older_in_print(names, name)
        self.tell("progresses", clause, name, place)
        if place in POSTS:
            self.remark_absence(name)
        self.place[name] = place

    def fill_candidates(self):
        while self.places_left() > 0 and self.at("people"):
            self.progresses(self.at("people"), "candidates", "KR-6.31")

    def may_be_filled(self, second):
        """Is there a vacancy and somebody to fill it?"""
        if second and any(not self.holder(post) for post in SECOND_LEVEL) and self.at("candidates"):
            return True
        return self.places_left() > 0 and bool(self.at("people"))

    def hear_sponsor(self, sponsor, action, clause, second):
        if action == ["nothing"]:
            self.tell("finished", clause, sponsor)
            return
        self.check(action[0] == "promote" and len(action) == 3, clause, f"{action}")
        name, place = action[1:]
        self.check(name not in self.touched, clause, f"{sponsor} has promoted {name} already")
        good = (self.place[name] == "people" and place == "candidates") or (second and self.place[name] == "candidates" and place in SECOND_LEVEL)
        self.check(good and self.has_room(place), clause, f"{sponsor} cannot promote {name} to {place}")
        self.tell("promotes", clause, sponsor, name, place)

    # ---- 6.4 ----

    def living(self):
        return sum(self.on_board(name) for name in NAMES)

    def count_of_living(self):
        """Counted when its last round is silent; if eight are left, vacancies are filled by age and the year goes on."""
        if self.living() >= ENOUGH:
            return
        yield from self.listen(Matter("fewer", men=lambda: [name for name in self.members() if self.is_active(name)][:1]))
        if self.living() >= ENOUGH:
            self.tell("enough-again", "KR-6.4", self.living())
            self.progress(FIRST_LEVEL, "KR-6.11", [SECOND_LEVEL, ["candidates"], ["people"]])
            self.progress(SECOND_LEVEL, "KR-6.21", [["candidates"], ["people"]])
            self.fill_candidates()
            return
        self.tell("fewer", "KR-6.4", self.living())
        highest = next((name for name in self.members() if self.is_active(name)), None)
        yield from self.game_ends("too-few", "KR-6.4", highest)
