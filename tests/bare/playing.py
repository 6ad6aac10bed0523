"""Start an installed server, fetch its page with everything that it needs, and play two games to their ends: one as a program
that speaks the protocol, one on the page in a real Chromium."""

import ctypes
import fcntl
import os
import re
import shlex
import socket
import struct
import subprocess
import sys
import tempfile
import time

from root import SOURCES, Failed, run, say

sys.path.insert(0, str(SOURCES / "tests" / "server"))
from front_case import GAME, QUICK
from wire import Site, Table

PORT = 8080
PATIENCE = 60  # seconds until it listens
NEW_NETWORK, SET_FLAGS, UP = 0x40000000, 0x8914, 1  # CLONE_NEWNET, SIOCSIFFLAGS, IFF_UP

# Bots do not take their time, and the person may answer as fast as a program can.
OPTIONS = [f"{name}={value}" for name, value in QUICK.items()]


def leave_the_network():
    """From here on there is nothing but this machine, and all its ports are free."""
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_NETWORK) != 0:
        raise Failed("no network of its own: unshare() failed")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sh14x", b"lo", UP))


def unit_words(root, unit):
    """Reads the unit of the service; returns the command line that starts it as systemd does: as its user, with its folder."""
    text = (root.path / unit).read_text()
    fields = dict(re.findall(r"^(\w+)=(.*)$", text, re.M))
    state = f"/var/lib/{fields['StateDirectory']}"
    root.run("install", "-d", "-o", fields["User"], "-g", fields["Group"], "-m", fields["StateDirectoryMode"], state)
    start = shlex.split(fields["ExecStart"].replace("%S", "/var/lib"))
    who = [f"--reuid={fields['User']}", f"--regid={fields['Group']}", "--clear-groups", "--no-new-privs"]
    return root.words("setpriv", *who, "sh", "-c", f"umask {fields['UMask']}; exec {shlex.join(start)}")


def fetch_all(site):
    """Fetches the page, and whatever it and its styles and scripts name; returns how many files these are."""
    todo, seen = ["/"], {}
    while todo:
        path = todo.pop()
        status, headers, body = site.request("GET", path)
        if status != 200 or not body:
            raise Failed(f"{path} is answered with status {status}")
        seen[path] = len(body)
        kind = headers["Content-Type"]
        if any(word in kind for word in ("html", "css", "javascript")):
            found = re.findall(r"/?assets/[\w.-]+\.(?:js|css|wasm|woff2|svg|png|json)", body.decode())
            todo += {"/" + name.lstrip("/") for name in found} - set(seen) - set(todo)
    for part in (r"/assets/app-[\w-]+\.js", r"\.css", r"\.wasm"):
        if not any(re.search(part, path) for path in seen):
            raise Failed(f"the page has nothing like {part}: {sorted(seen)}")
    return len(seen)


def play_one_game(site):
    link = site.socket(site.guest("Ann"))
    if link.hello()["type"] != "welcome":
        raise Failed("the server does not greet")
    made = link.ask(**GAME, seats=["me", {"bot": "random"}, {"bot": "random"}, {"bot": "random"}])
    key = made["table"]
    link.ask(type="wishes", table=key, ask_all=True)
    if link.ask(type="start", table=key)["type"] != "done":
        raise Failed("the game does not start")
    table = Table(link, key)
    acts = table.play()
    record = site.request("GET", f"/records/{key}.apr")
    link.close()
    if table.status != "over" or not acts or record[0] != 200:
        raise Failed(f"the game ended as {table.status} after {acts} decisions; its record: {record[0]}")
    return acts


def play_on_the_page(site):
    """Opens the page in Chromium, with what ./setup --dev has put on this machine, and plays there; returns how often something
    was pressed."""
    if not (SOURCES / "web/node_modules/playwright-core").is_dir():
        raise Failed("nothing drives a browser here: run ./setup --dev")
    with tempfile.NamedTemporaryFile("w") as games:  # the games of this checkout do not matter
        games.write("[]")
        games.flush()
        words = ["node", SOURCES / "tests/browser/installed.mjs", "http://{}:{}".format(*site.address), GAME["game"]]
        said = run(*words, env={**os.environ, "GAMES_LIST": games.name})
    return int(said.split()[-1])


def serve_and_play(words, meanwhile=lambda: None):
    """Starts this server, plays, and stops it."""
    process = subprocess.Popen([str(word) for word in words], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        began = time.monotonic()
        site = Site(("127.0.0.1", PORT))
        while True:
            try:
                healthy = site.request("GET", "/healthz")[0] == 200
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > began + PATIENCE:
                    raise Failed("the server does not listen") from None
                time.sleep(0.1)
        if not healthy:
            raise Failed("/healthz is not well")
        files = fetch_all(site)
        acts = play_one_game(site)
        meanwhile()
        presses = play_on_the_page(site)
        say(f"a page of {files} files; games of {acts} decisions and of {presses} presses on the page were played to their ends")
        process.terminate()
        if process.wait(PATIENCE) != 0:
            raise Failed("the server did not end well")
    except Failed as failure:
        process.kill()
        raise Failed(f"{failure}\n{process.communicate()[0]}") from None
    finally:
        process.kill()
        process.wait()
