# open_spiel.py: OpenSpiel's playouts in C++, built from the sources that PyPI has; see bench/README.md.
"""Fetches the sources of OpenSpiel, which have those of abseil and nlohmann/json that it needs, and builds open_spiel/playouts.cc
with its core and two of its games. Nothing of it is part of this project: it goes into a folder of the build."""
import hashlib
import io
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.parse
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERSION = "2.0.2"
DIGEST = "6f520dfe499b9e5e1e3a31cf77bf071abb02b98104789e7698021922a064e856"
INDEX = "https://pypi.org/simple/open-spiel/"


def fetch(folder):
    """Returns the folder that has the sources, and fetches them if they are not there."""
    sources = folder / f"open_spiel-{VERSION}"
    if sources.is_dir():
        return sources
    with urllib.request.urlopen(INDEX, timeout=60) as answer:
        links = re.findall(r'href="([^"#]*)', answer.read().decode())
    link = next(link for link in links if link.endswith(f"/open_spiel-{VERSION}.tar.gz"))
    with urllib.request.urlopen(urllib.parse.urljoin(INDEX, link), timeout=300) as answer:
        archive = answer.read()
    if hashlib.sha256(archive).hexdigest() != DIGEST:
        sys.exit("bench: this is not the OpenSpiel that was meant")
    partly = folder / "unpacking"
    shutil.rmtree(partly, ignore_errors=True)
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        packed.extractall(partly, filter="data")
    (partly / sources.name).rename(sources)
    return sources


def version_of(compiler):
    return subprocess.run([compiler, "--version"], check=True, capture_output=True, text=True).stdout.splitlines()[0]


def compilers(build):
    """Returns in words what our build was compiled with, and the command of the same compiler for C++."""
    log = (build / "meson-logs" / "meson-log.txt").read_text()
    name = "clang" if re.search(r"^C compiler for the host machine: .*clang", log, re.MULTILINE) else "gcc"
    return version_of(name), {"gcc": "g++", "clang": "clang++"}[name]


def build(folder, compiler):
    """Returns the program of the playouts, and in words what it was compiled with."""
    if not shutil.which("cmake"):
        sys.exit("bench: OpenSpiel needs cmake (Debian: cmake), or run with --only servers")
    folder.mkdir(exist_ok=True)
    sources = fetch(folder)
    place = folder / f"build-{compiler}"
    launcher = ["-D", "CMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    configure = ["cmake", "-S", HERE / "open_spiel", "-B", place, "-D", f"OPEN_SPIEL={sources}", "-D", f"CMAKE_CXX_COMPILER={compiler}"]
    for command in ([*configure, *launcher], ["cmake", "--build", place, "--target", "playouts", "--parallel", "2"]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            sys.exit(f"bench: OpenSpiel does not build:\n{done.stdout[-3000:]}")
    return str(place / "playouts"), version_of(compiler)
