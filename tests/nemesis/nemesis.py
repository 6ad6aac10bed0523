"""What goes wrong: a list of harms, each of which is done, lasts for a while and is undone."""

import asyncio
import contextlib
import os
import signal
import time

LEASE = 5  # seconds after which a node that says nothing is given up by the others


class Nemesis:
    def __init__(self, nodes, database, rng, note, is_short, only=None):
        self.nodes, self.database, self.rng, self.note, self.is_short, self.only = nodes, database, rng, note, is_short, only
        self.busy = set()  # nodes to which something is being done
        self.database_is_harmed = False
        self.counts = {}

    def count(self, what, more=1):
        self.counts[what] = self.counts.get(what, 0) + more

    @contextlib.contextmanager
    def outage(self, is_total=True):
        """While this lasts nobody is served; so the time must be given back."""
        begun = time.monotonic()
        yield
        if is_total:
            self.note({"outage": True, "from": begun, "to": time.monotonic()})

    def a_while(self):
        """How long something lasts: also longer than the others wait for a node, unless there is little time."""
        return self.rng.choice((0.3, 1)) if self.is_short else self.rng.choice((0.3, 1.5, 3, LEASE + 2))

    # ---- Nodes ----

    async def kill(self, node):
        """kill -9, and a start after a while."""
        self.count("node kills")
        await node.end(signal.SIGKILL)
        await asyncio.sleep(self.rng.choice((0, 0, 0.2, 1)))
        await node.start()

    async def drain(self, node):
        self.count("node drains")
        await node.end(signal.SIGTERM, is_disturbed=not self.is_short)
        await node.start()

    async def stop(self, node):
        """SIGSTOP for a moment, or for longer than the others wait."""
        self.count("node stops")
        node.signal(signal.SIGSTOP)
        with self.outage(len(self.nodes) == 1):
            await asyncio.sleep(self.a_while())
        node.signal(signal.SIGCONT)

    async def set_clock(self, node):
        """The clock of a machine is wrong, and is set right. Meanwhile nodes whose clocks differ tell people times that do not fit together."""
        self.count("clocks set")
        begun = time.monotonic()
        node.set_clock(self.rng.choice((-3600, -90, 45, 600, 86400)) * 1000)
        await asyncio.sleep(self.a_while())
        node.set_clock(0)
        if len(self.nodes) > 1:
            self.note({"clocks differ": True, "from": begun, "to": time.monotonic()})

    # ---- Connections ----

    async def cut_people(self, node):
        self.count("cuts", node.front.cut())
        await asyncio.sleep(0.1)

    async def delay_people(self, node):
        self.count("delays")
        node.front.delay = self.rng.uniform(0.05, 0.5)
        await asyncio.sleep(self.a_while())
        node.front.heal()

    async def stall_people(self, node):
        """Half-open connections: one direction, or both, say nothing."""
        self.count("stalls")
        node.front.stall(self.rng.choice((None, 0, 1)))
        await asyncio.sleep(self.a_while())
        if self.rng.random() < 0.5:
            self.count("cuts", node.front.cut())
        node.front.heal()

    async def cut_store(self, node):
        self.count("cuts", node.store.cut())
        await asyncio.sleep(0.1)

    async def delay_store(self, node):
        self.count("delays")
        node.store.delay = self.rng.uniform(0.01, 0.2)
        await asyncio.sleep(self.a_while())
        node.store.heal()

    async def stall_store(self, node):
        """The database hears nothing, or is not heard: a commit may be done that nobody knows of."""
        self.count("stalls")
        node.store.stall(self.rng.choice((None, 0, 1)))
        await asyncio.sleep(self.a_while())
        self.count("cuts", node.store.cut())
        node.store.heal()

    async def refuse_store(self, node):
        """The node cannot reach the database for a while."""
        self.count("cuts", node.store.cut())
        node.store.is_refusing = True
        await asyncio.sleep(self.a_while())
        node.store.heal()

    async def cut_peers(self, node):
        self.count("cuts", node.peers.cut())
        await asyncio.sleep(0.1)

    async def delay_peers(self, node):
        self.count("delays")
        node.peers.delay = self.rng.uniform(0.02, 0.3)
        await asyncio.sleep(self.a_while())
        node.peers.heal()

    async def part_peers(self, node):
        """The other nodes cannot reach this one, and get no answer or a refusal; it lives and reaches the database."""
        self.count("stalls")
        if self.rng.random() < 0.5:
            node.peers.stall(self.rng.choice((None, 0, 1)))
        else:
            node.peers.is_refusing = True
            self.count("cuts", node.peers.cut())
        await asyncio.sleep(self.a_while())
        self.count("cuts", node.peers.cut())
        node.peers.heal()

    async def unplug(self, node):
        """A cable of the node, or several, are pulled out and put in again."""
        kinds = self.rng.choice((["people"], ["store"], ["store"], ["peers"], ["peers"], ["store", "peers"], ["people", "store", "peers"]))
        self.count("cuts", len(kinds))
        for is_in in (False, True):
            for kind in kinds:
                node.network.plug(kind, node.number, is_in)
            if not is_in:
                await asyncio.sleep(self.a_while())

    # ---- The database ----

    async def kill_database(self):
        """kill -9 of its first process; the others end by themselves when they notice."""
        self.count("database restarts")
        await asyncio.to_thread(self.database.stop, signal.SIGKILL)
        with self.outage():
            await asyncio.sleep(self.rng.choice((0, 0.5)))
        await asyncio.to_thread(self.database.start)

    async def crash_database(self):
        self.count("database restarts")
        await asyncio.to_thread(self.database.stop, signal.SIGQUIT)
        with self.outage():
            await asyncio.sleep(self.a_while())
        await asyncio.to_thread(self.database.start)

    async def restart_database(self):
        self.count("database restarts")
        await asyncio.to_thread(self.database.stop, signal.SIGINT)
        await asyncio.to_thread(self.database.start)

    async def stop_backends(self):
        """One connection's process stands still, or all of them."""
        self.count("database stops")
        found = self.database.backends()
        if found and self.rng.random() < 0.5:
            found = [self.rng.choice(found)]
        for number in (signal.SIGSTOP, signal.SIGCONT):
            for pid in found:
                with contextlib.suppress(OSError):
                    os.kill(pid, number)
            if number == signal.SIGSTOP:
                await asyncio.sleep(self.a_while())

    async def fill_disk(self):
        """A full disk makes PostgreSQL refuse to write, or end."""
        self.count("full disks")
        await asyncio.to_thread(self.database.fill_disk)
        await asyncio.sleep(self.a_while())
        self.database.free_disk()
        await asyncio.to_thread(self.database.start)

    # ---- All of it ----

    def harms_of_nodes(self):
        """Pairs of a harm and how often it is chosen."""
        return self.chosen([(self.kill, 20), (self.drain, 2), (self.stop, 3), (self.cut_people, 3), (self.delay_people, 2), (self.stall_people, 2),
                (self.cut_store, 4), (self.delay_store, 1), (self.stall_store, 2), (self.refuse_store, 2),
                *([(self.set_clock, 1)] if "SET_CLOCK" in os.environ else []),
                *([(self.cut_peers, 4), (self.delay_peers, 1), (self.part_peers, 2)] if self.nodes[0].peers else []),
                *([(self.unplug, 10)] if self.nodes[0].network else [])])

    def harms_of_the_database(self):
        return self.chosen([(self.kill_database, 3), (self.crash_database, 3), (self.restart_database, 2), (self.stop_backends, 2),
                *([(self.fill_disk, 2)] if self.database.is_small else [])])

    def chosen(self, harms):
        return [(harm, weight) for harm, weight in harms if not self.only or harm.__name__ in self.only]

    def choose(self, harms):
        return self.rng.choices([harm for harm, _ in harms], [weight for _, weight in harms])[0]

    async def harm_node(self, harm, node):
        """What is being done is noted, so that the checker knows when nobody was served."""
        self.busy.add(node)
        begun = time.monotonic()
        try:
            await harm(node)
        finally:
            self.busy.discard(node)
            self.note({"harm": harm.__name__, "node": node.number, "from": begun, "to": time.monotonic()})

    async def harm_database(self, harm):
        self.database_is_harmed = True
        begun = time.monotonic()
        try:
            await harm()
        finally:
            self.database_is_harmed = False
            self.note({"harm": harm.__name__, "node": None, "from": begun, "to": time.monotonic()})
