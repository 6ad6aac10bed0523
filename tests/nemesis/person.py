"""A person: comes to any node, goes to another when it dies, repeats what was not answered under the same id."""

import asyncio
import itertools
import json
import random
import time

import links

LOST = (links.Closed, OSError, asyncio.IncompleteReadError, TimeoutError)
SILENCE = 12  # seconds without a word after which somebody tries another node
PING_EVERY = 4

_connections = itertools.count(1)


class Seat:
    """What a person knows of a table that he looks at: enough to decide, no more."""

    def __init__(self, key, invite):
        self.key, self.invite = key, invite
        self.status = self.you = self.ask = self.undo = self.pause = self.paused = self.open = None
        self.seats = []
        self.news = asyncio.Event()
        self.heard = time.monotonic()

    def take(self, message):
        self.heard = time.monotonic()
        if message["type"] == "table":
            self.status, self.you = message["status"], message["you"]
            self.seats = [one["seat"] for one in message["seats"]]
            self.pause, self.paused = message.get("pause"), message.get("paused")
        self.ask, self.open, self.undo = message.get("ask"), message.get("open"), message.get("undo")
        self.news.set()


class Person:
    def __init__(self, crowd, number):
        self.crowd, self.number = crowd, number
        self.rng = random.Random(f"{crowd.seed} {number}")
        self.name = f"P{number}"
        self.cookie = None
        self.seats = {}  # by key
        self.waiting = {}  # messages that were not answered, by id: the text and the future answer
        self.link = self.connection = self.window = None
        self.greeted = False
        self.heard = time.monotonic()
        self.count = 0
        self.parties = 0

    # ---- Connections ----

    async def open(self):
        """Returns a connection to any node, and its number."""
        node = self.rng.randrange(len(self.crowd.addresses))
        address = self.crowd.addresses[node]
        async with asyncio.timeout(SILENCE):
            if not self.cookie:
                status, heads, _ = await links.request(address, "POST", "/api/guest", {"name": self.name})
                if status != 200:
                    raise links.Closed(status)
                self.cookie = heads["set-cookie"].split(";")[0]
            link = await links.Link.open(address, self.cookie)
        number = next(_connections)
        self.crowd.history.write(self.number, number, "open", node)
        return link, number

    def send_on(self, link, connection, text):
        self.crowd.history.write(self.number, connection, "sent", text)
        link.send(text)

    async def live(self):
        """Is somewhere, until the task is cancelled."""
        while True:
            try:
                self.link, self.connection = await self.open()
            except LOST:
                await asyncio.sleep(self.rng.uniform(0.1, 0.6))
                continue
            code = "null"
            try:
                self.heard = time.monotonic()
                self.greet(self.link, self.connection)
                while True:
                    self.receive(await self.link.receive())
            except links.Closed as closed:
                code = closed.code or "null"
            finally:
                self.crowd.history.write(self.number, self.connection, "closed", code)
                self.link.close()
                self.link, self.greeted = None, False
            await asyncio.sleep(self.rng.uniform(0, 0.3))

    def greet(self, link, connection):
        self.send_on(link, connection, json.dumps({"type": "hello", "id": self.new_id(), "version": 1}))
        for seat in self.seats.values():
            if seat.status not in ("over", "cancelled"):
                self.send_on(link, connection, json.dumps(self.watch_message(seat)))

    def watch_message(self, seat):
        return {"type": "watch", "id": self.new_id(), "table": seat.key, **({"invite": seat.invite} if seat.invite else {})}

    async def keep_window(self):
        """Some people look at their tables in a second window, too, at another node perhaps."""
        while True:
            await asyncio.sleep(self.rng.uniform(1, 10))
            try:
                link, connection = await self.open()
            except LOST:
                continue
            code = "null"
            try:
                self.greet(link, connection)
                self.window = link, connection
                async with asyncio.timeout(self.rng.uniform(5, 40)):
                    while True:
                        self.crowd.history.write(self.number, connection, "got", await link.receive())
            except links.Closed as closed:
                code = closed.code or "null"
            except TimeoutError:
                pass
            finally:
                self.window = None
                self.crowd.history.write(self.number, connection, "closed", code)
                link.close()

    async def look_after(self):
        """Notices that nothing comes any more, and asks for the time."""
        while True:
            await asyncio.sleep(self.rng.uniform(1, PING_EVERY))
            if self.link and time.monotonic() - self.heard > SILENCE:
                self.link.close()
            elif self.link and self.greeted:
                self.send_on(self.link, self.connection, json.dumps({"type": "ping", "id": self.new_id()}))
                now = time.monotonic()
                for seat in self.seats.values():
                    if seat.status not in ("over", "cancelled") and now - seat.heard > SILENCE:
                        seat.heard = now
                        self.send_on(self.link, self.connection, json.dumps(self.watch_message(seat)))

    # ---- Messages ----

    def new_id(self):
        self.count += 1
        return f"{self.number}-{self.count}"

    async def ask(self, message, twice=False):
        """Sends a message again under its id until it is answered, and returns the answer."""
        message.setdefault("id", self.new_id())
        text, answer = json.dumps(message), asyncio.get_running_loop().create_future()
        self.waiting[message["id"]] = text, answer
        if self.greeted:
            self.send_on(self.link, self.connection, text)
            if twice:
                self.send_on(self.link, self.connection, text)
        try:
            return await answer
        finally:
            self.waiting.pop(message["id"], None)

    def repeat(self, numbers):
        for number in numbers:
            if self.greeted and number in self.waiting:
                self.send_on(self.link, self.connection, self.waiting[number][0])

    def receive(self, text):
        self.crowd.history.write(self.number, self.connection, "got", text)
        self.heard = time.monotonic()
        message = json.loads(text)
        kind = message["type"]
        if kind == "welcome":
            self.greeted = True
            self.repeat(list(self.waiting))
        elif kind == "refused" and message["code"] == "storage":
            numbers = [message["id"]] if "id" in message else list(self.waiting)
            asyncio.get_running_loop().call_later(self.rng.uniform(0.2, 0.5), self.repeat, numbers)
            return
        if kind in ("table", "change") and message["table"] in self.seats:
            self.seats[message["table"]].take(message)
        number = message.get("id")
        if number in self.waiting and not self.waiting[number][1].done():
            self.waiting[number][1].set_result(message)

    async def watch(self, key, invite=None):
        """Begins to look at a table; returns None if there is none for this person."""
        seat = self.seats.setdefault(key, Seat(key, invite))
        answer = await self.ask(self.watch_message(seat))
        if answer["type"] != "table":
            del self.seats[key]
            return None
        return seat
