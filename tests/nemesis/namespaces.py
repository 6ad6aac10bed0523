"""A network of our own: each node is in a network namespace, with three cables that can be unplugged. What is cut here is cut as
between machines: nobody is told, and the systems at both ends send again for a while. Needs root. The run itself is in a namespace,
too (alone()), so that nothing of this machine is touched; its side of the cables has the addresses that end with 1."""

import ctypes
import os
import subprocess

CLONE_NEWNET = 0x40000000
KINDS = {"people": "10.99.1", "store": "10.99.2", "peers": "10.99.3"}


def alone():
    """This process, and all that it starts, has a network of its own from now on."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "no network namespace can be made here")
    _ip("link", "set", "lo", "up")


def _ip(*words):
    subprocess.run(["ip", *map(str, words)], check=True)


class Network:
    def __init__(self, nodes):
        self.names = [f"nemesis-{os.getpid()}-{number}" for number in range(nodes)]
        for kind, block in KINDS.items():
            _ip("link", "add", kind, "type", "bridge")
            _ip("addr", "add", f"{block}.1/24", "dev", kind)
            _ip("link", "set", kind, "up")
        for number, name in enumerate(self.names):
            _ip("netns", "add", name)
            _ip("-n", name, "link", "set", "lo", "up")
            for kind in KINDS:
                self._lay_cable(number, name, kind)

    def _lay_cable(self, number, name, kind):
        cable = f"{kind}{number}"
        _ip("link", "add", cable, "type", "veth", "peer", "name", kind, "netns", name)
        _ip("link", "set", cable, "master", kind)
        _ip("-n", name, "addr", "add", f"{self.address(kind, number)}/24", "dev", kind)
        _ip("-n", name, "link", "set", kind, "up")
        _ip("link", "set", cable, "up")

    @staticmethod
    def address(kind, number):
        return f"{KINDS[kind]}.{10 + number}"

    def inside(self, number):
        """Returns the words before a command that is to run where this node is."""
        return ["ip", "netns", "exec", self.names[number]]

    def plug(self, kind, number, is_in):
        _ip("link", "set", f"{kind}{number}", "up" if is_in else "down")

    def close(self):
        for name in self.names:
            subprocess.run(["ip", "netns", "del", name], check=False)
