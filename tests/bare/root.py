"""A bare Debian 12 in a folder, as whoever installs Apparat may have it: with nothing but its base, and a person who may use
sudo. Needs root and a Debian whose apt reaches a mirror. Processes and mounts of a test are in namespaces of their own, so
that all of them end with it, and its folder is removed whatever happens."""

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2]
SUITE = "bookworm"
PERSON = "person"
FOLDER = "BARE_FOLDER"  # the variable of the environment that names the folder of the test
TRUSTED = Path("/usr/local/share/ca-certificates")  # what this machine trusts beside Debian's own list


class Failed(Exception):
    """Something that was to be installed, or to run, does not."""


def say(text):
    print(f"{Path(sys.argv[0]).stem}: {text}", flush=True)


def run(*words, quiet=True, **more):
    """Runs a command; what it says is shown if it fails, and otherwise returned."""
    words = [str(word) for word in words]
    done = subprocess.run(words, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE if quiet else None, stderr=subprocess.STDOUT, **more)
    if done.returncode != 0:
        raise Failed(f"{shlex.join(words)}: status {done.returncode}\n{done.stdout or ''}")
    return done.stdout


def install_here(*programs):
    """Installs the packages of these programs on this machine, if they are missing."""
    missing = [name for name in programs if not shutil.which(name)]
    if missing:
        run("apt-get", "-qq", "update")
        quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *missing, env=quietly)


def alone(main, *programs):
    """Runs main(folder) in namespaces of its own, with a folder that is removed afterwards; ends the program."""
    if FOLDER in os.environ:
        try:
            main(Path(os.environ[FOLDER]))
        except Failed as failure:
            say(f"failed: {failure}")
            sys.exit(1)
        say("ok")
        sys.exit(0)
    if os.geteuid() != 0:
        sys.exit(f"{Path(sys.argv[0]).stem}: cannot run: not root, who alone can make a system and enter it")
    try:
        install_here("mmdebstrap", *programs)
    except (Failed, OSError) as failure:
        sys.exit(f"{Path(sys.argv[0]).stem}: cannot run: {failure}")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(130))
    folder = tempfile.mkdtemp(prefix="apparat-bare-")
    os.chmod(folder, 0o755)  # others than root may look into it, too
    inner = subprocess.Popen(
        ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private",
         sys.executable, *sys.argv],
        env={**os.environ, FOLDER: folder, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    try:
        status = inner.wait()
    finally:
        inner.kill()
        inner.wait()
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(status)


def mirror():
    """The mirror that this machine's apt uses."""
    targets = run("apt-get", "indextargets", "--format", "$(RELEASE) $(REPO_URI)", "Created-By: Packages")
    found = re.search(rf"^{SUITE} (\S+)", targets, re.M)
    if not found:
        raise Failed(f"no mirror of {SUITE} among the sources of apt, expected one")
    return found[1]


def make_tree(path, *packages):
    """Puts a bare system into a folder: what Debian calls required, apt, and these packages."""
    say("making a bare Debian")
    include = [f"--include={','.join(packages)}"] if packages else []
    run("mmdebstrap", "--variant=minbase", "--mode=root", "--dpkgopt=force-unsafe-io", *include, SUITE, path, mirror())
    # What is needed to reach mirrors from inside: proxies and the like, names, certificates.
    acquire = run("apt-config", "dump", "Acquire").splitlines(keepends=True)
    (path / "etc/apt/apt.conf.d/90acquire").write_text("".join(line for line in acquire if "IndexTargets" not in line))
    shutil.copyfile("/etc/resolv.conf", path / "etc/resolv.conf")
    (path / "etc/hosts").write_text(f"127.0.0.1 localhost {socket.gethostname()}\n")
    for certificate in TRUSTED.glob("*.crt"):
        (path / TRUSTED.relative_to("/")).mkdir(parents=True, exist_ok=True)
        shutil.copy(certificate, path / TRUSTED.relative_to("/"))


def copy_sources(to):
    """Copies the files of the checkout, as somebody gets them who clones it."""
    to.mkdir(parents=True)
    names = subprocess.run(["git", "ls-files", "-z"], cwd=SOURCES, stdout=subprocess.PIPE, check=True)
    if names.returncode != 0:
        raise Failed(f"{SOURCES} is no git checkout, expected one: its tracked files are copied")
    packed = subprocess.run(["tar", "--null", "-T", "-", "-cf", "-"], cwd=SOURCES, input=names.stdout, stdout=subprocess.PIPE, check=True)
    subprocess.run(["tar", "-xf", "-", "-C", to], input=packed.stdout, check=True)


class Root:
    """A bare system that can be entered."""

    def __init__(self, path, *packages, like=None):
        """With these packages, or a copy of another one that was not entered yet."""
        self.path = path
        if like:
            run("cp", "-a", "--reflink=auto", like.path, path)
        else:
            make_tree(path, *packages)

    def enter(self):
        """Mounts what every booted system has; the mounts end with the test."""
        run("mount", "-t", "proc", "proc", self.path / "proc")
        (self.path / "dev/pts").mkdir(exist_ok=True)
        run("mount", "-t", "devpts", "-o", "newinstance,ptmxmode=0666", "devpts", self.path / "dev/pts")
        run("ln", "-sf", "pts/ptmx", self.path / "dev/ptmx")

    def words(self, *words):
        """A command line that runs this one inside, without anything of this machine's environment."""
        proxies = [f"{name}={os.environ[name]}" for name in ("http_proxy", "https_proxy") if name in os.environ]
        clean = ["env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "TERM=dumb", "HOME=/root", *proxies]
        return ["chroot", self.path, *clean, *words]

    def run(self, *words, **more):
        return run(*self.words(*words), **more)


class PersonsRoot(Root):
    """A system that a person has just installed, who may use sudo: what every such system has is there, and a checkout."""

    def __init__(self, path):
        super().__init__(path, "ca-certificates", "sudo", "systemd")
        self.run("update-ca-certificates")
        self.run("useradd", "--create-home", "--shell", "/bin/bash", PERSON)
        (path / "etc/sudoers.d/person").write_text(f"{PERSON} ALL=(ALL) NOPASSWD: ALL\n")

    def follow(self, lines):
        """Types these lines as the person, in a copy of the checkout; returns the folder that it lies in."""
        home = self.path / "home" / PERSON
        copy_sources(home / "apparat")
        self.run("chown", "-R", f"{PERSON}:", f"/home/{PERSON}/apparat")
        who = ["setpriv", f"--reuid={PERSON}", f"--regid={PERSON}", "--init-groups", "env", f"HOME=/home/{PERSON}", f"USER={PERSON}"]
        for line in lines:
            say(line)
            if "systemctl" in line:  # systemd runs where a system was booted; the test starts the service itself
                line = line.replace(" --now", "")
            self.run(*who, "sh", "-ec", f"cd /home/{PERSON}/apparat; {line}")
        return home
