"""People of all games who play, look on, talk, come and go. A program of its own: it reads {"seed": .., "people": .., "tables": ..,
"rate": .., "addresses": [[HOST, PORT], ..], "history": PATH, "first": NUMBER} from its standard input, prints a line of figures a few
times a second, and ends when it has read "finish" and everybody has looked at all tables once more."""

import asyncio
import contextlib
import json
import random
import sys
import time

from histories import History
from person import Person

HOUR = 3600 * 1000
HURRIED = {"move_ms": 2500, "countdown_ms": 1200, "hold_ms": 1500}  # a table whose clock decides now and then


class Party:
    """People who play at a table together."""

    def __init__(self, crowd, number, game, people):
        rng = crowd.rng
        self.number, self.people, self.host = number, people, people[0]
        self.key = self.invite = None
        self.made = asyncio.Event()
        self.joined = 0
        self.is_hurried = rng.random() < 0.25
        least = max(game["min_players"], len(people))
        players = rng.randint(least, max(least, min(game["max_players"], least + 1)))
        self.bots = game["bots"]
        self.create = {
            "type": "create", "game": game["game"], "players": players, "public": rng.random() < 0.5,
            "seats": ["me"] + (players - len(people)) * [{"bot": "random"}],
            "options": {name: rng.choice(values) for name, values in game["options"].items()},
            **(HURRIED if self.is_hurried else {"move_ms": HOUR, "countdown_ms": rng.choice((1000, 3000, 8000)), "hold_ms": 2000}),
        }
        self.joined_all = asyncio.Event()
        self.left = len(people)


class Crowd:
    def __init__(self, setup):
        self.seed, self.rate, self.tables = setup["seed"], setup["rate"], setup["tables"]
        self.addresses = [tuple(address) for address in setup["addresses"]]
        self.history = History(setup["history"])
        self.rng = random.Random(f"{self.seed} crowd {setup['first']}")
        self.people = [Person(self, setup["first"] + number) for number in range(setup["people"])]
        self.parties = []
        self.numbers = 0
        self.finishing = asyncio.Event()
        self.figures = {"acknowledged": 0, "requests": 0, "refused": 0, "over": 0, "begun": 0}
        self.next_turn = 0.0
        self.tasks, self.busy = set(), []  # `busy`: what people do at tables
        self.games = None
        self.keep_going = True

    # ---- Pace, tasks ----

    async def turn(self):
        """Waits so that all together do `rate` things a second."""
        now = time.monotonic()
        self.next_turn = max(now, self.next_turn + 1 / self.rate)
        await asyncio.sleep(self.next_turn - now)

    def spawn(self, coroutine):
        task = asyncio.create_task(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self.end_task)
        return task

    def end_task(self, task):
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            asyncio.get_running_loop().call_exception_handler({"message": "a person failed", "exception": task.exception()})
            self.keep_going = False

    # ---- Coming together ----

    async def gather(self):
        """Opens tables as long as there are too few."""
        while not self.finishing.is_set():
            if len(self.parties) < self.tables:
                game = self.games[self.numbers % len(self.games)]
                count = self.rng.randint(2, max(2, min(4, game["max_players"])))
                free = sorted(self.people, key=lambda person: (person.parties, self.rng.random()))
                party = Party(self, self.numbers, game, free[:count])
                self.numbers += 1
                self.parties.append(party)
                for person in party.people:
                    person.parties += 1
                    self.busy.append(self.spawn(Player(self, person, party).take_part()))
            await asyncio.sleep(0.02 if len(self.parties) < self.tables else 0.2)

    def leave_party(self, party):
        party.left -= 1
        if party.left == 0:
            self.parties.remove(party)

    async def run(self):
        for person in self.people:
            self.history.name(person.number, person.name)
            self.spawn(person.live())
            self.spawn(person.look_after())
            if person.rng.random() < 0.3:
                self.spawn(person.keep_window())
        self.games = (await self.people[0].ask({"type": "games"}))["games"]
        self.spawn(self.gather())
        for person in self.people:
            self.busy.append(self.spawn(Stranger(self, person).roam()))
        self.spawn(self.listen())
        while self.keep_going and not self.finishing.is_set():
            self.report()
            self.history.file.flush()
            await asyncio.sleep(0.1)
        for task in self.busy:
            task.cancel()
        for person in self.people:  # a last look at every table at which somebody has sat
            for key in list(person.seats):
                await person.ask(person.watch_message(person.seats[key]))
        self.report(finished=self.keep_going)
        for task in list(self.tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self.history.close()
        return 0 if self.keep_going else 1

    def report(self, **more):
        states = {}
        for party in self.parties:
            seat = party.key and party.host.seats.get(party.key)
            state = seat.status if seat else "none"
            states[state] = states.get(state, 0) + 1
        connected = sum(person.greeted for person in self.people)
        print(json.dumps({**self.figures, "connected": connected, "tables": states, **more}), flush=True)

    async def listen(self):
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := await reader.readline():
            if line.strip() == b"finish":
                self.finishing.set()
        self.keep_going = self.keep_going and self.finishing.is_set()


# ---- Somebody at a table -------------------------------------------------------------------------


class Player:
    def __init__(self, crowd, person, party):
        self.crowd, self.person, self.party, self.rng = crowd, person, party, person.rng
        self.seat = None
        self.answered = None  # the question, as it was asked, that needs no further answer

    async def ask(self, kind, twice=False, **more):
        self.crowd.figures["requests"] += 1
        answer = await self.person.ask({"type": kind, "table": self.party.key, **more}, twice)
        if answer["type"] == "refused":
            self.crowd.figures["refused"] += 1
        return answer

    async def take_part(self):
        party = self.party
        try:
            if party.host is self.person:
                made = await self.person.ask(dict(party.create))
                if made.get("code") == "bad-table":  # not with so many players
                    made = await self.person.ask({**party.create, "options": {}})
                if made["type"] != "created":
                    raise RuntimeError(made)
                party.key, party.invite = made["table"], made["invite"]
                party.made.set()
            else:
                await party.made.wait()
                if self.rng.random() < 0.2:
                    await self.ask("join", invite=party.invite)
                    await self.ask("leave", invite=party.invite)
                await self.ask("join", invite=party.invite)
            self.seat = await self.person.watch(party.key, party.invite)
            await self.ask("wishes", ask_all=True)
            party.joined += 1
            if party.joined == len(party.people):
                party.joined_all.set()
            if party.host is self.person:
                await party.joined_all.wait()
                await self.ask("start")
                self.crowd.figures["begun"] += 1
            await self.play()
            self.crowd.figures["over"] += party.host is self.person
        finally:
            self.crowd.leave_party(party)

    async def play(self):
        while self.seat.status not in ("over", "cancelled"):
            self.seat.news.clear()
            await self.react()
            if self.seat.ask and not self.seat.paused and self.is_new():
                await self.crowd.turn()
                await self.decide()
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await self.seat.news.wait()

    def is_new(self):
        """The parts of an answer have the same question, but other actions."""
        ask = self.seat.ask
        return self.answered != (ask["question"], tuple(ask["legal"]))

    async def react(self):
        """To what others propose."""
        seat, you = self.seat, self.seat.you
        if seat.undo and you in seat.undo["waits_for"]:
            await self.ask("undo_answer", agree=self.rng.random() < 0.8)
        if seat.pause and you in seat.pause["waits_for"]:
            await self.ask("pause_answer", agree=self.rng.random() < 0.8)
        if seat.paused and self.rng.random() < 0.3:
            await self.ask("resume")

    async def decide(self):
        seat, rng = self.seat, self.rng
        if not seat.ask or seat.paused:
            return
        ask = seat.ask
        if self.party.is_hurried and len(ask["legal"]) > 1 and rng.random() < 0.15:
            self.answered = ask["question"], tuple(ask["legal"])  # the clock will decide
            return
        message = {"question": ask["question"], "action": rng.choice(ask["legal"])}
        odd = rng.random()
        if odd < 0.03:
            await self.act_elsewhere(message)
        elif odd < 0.06:
            await self.act_late(message)
        else:
            await self.act(message, twice=odd > 0.95)
            if odd > 0.9:
                self.repeat_later(message)
        if rng.random() < 0.12:
            await self.do_something_else(ask)

    async def act(self, message, twice=False):
        seat = self.seat
        ask = seat.ask
        message.setdefault("id", self.person.new_id())
        answer = await self.ask("act", twice, **message)
        if answer["type"] == "done":
            self.crowd.figures["acknowledged"] += 1
        if seat.ask is ask:  # nothing has come that says what is asked now
            seat.ask = None

    async def act_elsewhere(self, message):
        """The same decision from two windows at once."""
        message["id"] = self.person.new_id()
        if self.person.window:
            link, connection = self.person.window
            self.person.send_on(link, connection, json.dumps({"type": "act", "table": self.party.key, **message}))
        await self.act(message)

    async def act_late(self, message):
        """A decision is overtaken by a later one."""
        self.repeat_later({**message, "id": self.person.new_id()}, 0.05)
        await self.act({**message, "action": self.rng.choice(self.seat.ask["legal"])} if self.seat.ask else message)

    def repeat_later(self, message, least=0.0):
        text = json.dumps({"type": "act", "table": self.party.key, **message})
        delay = least + self.rng.expovariate(1.0)

        def send():
            person = self.person
            if person.greeted:
                link, connection = self.rng.choice([(person.link, person.connection), person.window or (person.link, person.connection)])
                person.send_on(link, connection, text)

        asyncio.get_running_loop().call_later(delay, send)

    async def do_something_else(self, ask):
        rng, question = self.rng, ask["question"]
        what = rng.choice(("undo", "undo", "say", "say", "say", "whisper", "hold", "unseal", "log", "dice", "wrong", "pause", "away", "lobby"))
        if what == "say":
            await self.ask("say", text=f"{self.person.name} says {self.person.new_id()}")
        elif what == "whisper":
            await self.ask("say", text=f"{self.person.name} whispers {self.person.new_id()}", to=[rng.choice(self.seat.seats)])
        elif what == "wrong":
            await self.ask("act", question=question + rng.choice((-1, 0, 1)), action=rng.choice(["pass", "nonsense", *ask["legal"]]))
        elif what in ("hold", "unseal"):
            await self.ask(what, question=question)
        elif what == "dice":
            await self.ask("dice", **{"from": 0})
        elif what == "lobby":
            await self.person.ask({"type": "lobby", "watch": rng.random() < 0.5})
        elif what == "away" and not self.party.is_hurried:
            await self.ask("hand_over", level=rng.choice(self.party.bots))
            await asyncio.sleep(rng.uniform(0, 1))
            await self.ask("take_back")
        elif what not in ("away", "pause") or what == "pause" and rng.random() < 0.3:
            await self.ask(what)


# ---- Somebody who has no business at a table -----------------------------------------------------


class Stranger:
    def __init__(self, crowd, person):
        self.crowd, self.person, self.rng = crowd, person, person.rng

    async def roam(self):
        while not self.crowd.finishing.is_set():
            await asyncio.sleep(self.rng.expovariate(1 / 20))
            known = [party for party in self.crowd.parties if party.key and self.person not in party.people]
            if known and not self.crowd.finishing.is_set():
                await self.visit(self.rng.choice(known))

    async def visit(self, party):
        public = party.create["public"]
        seat = await self.person.watch(party.key, None if public or self.rng.random() < 0.5 else party.invite)
        if not seat:
            return
        end = time.monotonic() + self.rng.uniform(1, 15)
        while time.monotonic() < end and not self.crowd.finishing.is_set() and seat.status != "over":
            await asyncio.sleep(self.rng.uniform(0.5, 2))
            asked = next((one.seats[party.key].ask for one in party.people if party.key in one.seats and one.seats[party.key].ask), None)
            if asked and self.rng.random() < 0.3:  # nobody may decide for others
                await self.person.ask({"type": "act", "table": party.key, "question": asked["question"], "action": asked["legal"][0]})
            elif self.rng.random() < 0.1:
                await self.person.ask({"type": "say", "table": party.key, "text": f"{self.person.name} observes {self.person.new_id()}"})
        if seat.status != "over":
            await self.person.ask({"type": "watch", "table": party.key, "watch": False})
            self.person.seats.pop(party.key, None)


def main():
    setup = json.loads(sys.stdin.readline())
    return asyncio.run(Crowd(setup).run())


if __name__ == "__main__":
    sys.exit(main())
