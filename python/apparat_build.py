"""Builds the package (PEP 517) with nothing but the standard library: compiles the project's library with meson, and the extension
with the C compiler against CPython's limited API, so that one wheel serves every Python from 3.11 on.

APPARAT_BUILD names a meson build folder that has the library already; CC is the compiler. The wheel uses the system's
libjansson and libsodium; with APPARAT_BUNDLE=1 it has both inside, and is tagged with the oldest glibc that it runs with.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
# The sources of the library lie around this folder, or, in a source distribution, inside it.
ROOT = HERE / "library" if (HERE / "library").is_dir() else HERE.parent
LIMITED_API = "0x030b0000"
LIBRARIES = ("jansson", "libsodium")
# What a source distribution needs of the project.
SOURCES = ("LICENSE", "meson.build", "meson_options.txt", "games", "include", "lang", "src", "tools")
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic")


def version() -> str:
    """The version that meson.build states."""
    found = re.search(r"^  version: '([\d.]+)'", (ROOT / "meson.build").read_text(), re.M)
    if not found:
        raise SystemExit("meson.build states no version")
    return found[1]


NAME = f"{PROJECT['name'].replace('-', '_')}-{version()}"


# ---- Compiling


def run(*words: str | Path) -> str:
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if result.returncode:
        raise SystemExit(f"{shlex.join(map(str, words))}\n{result.stdout}{result.stderr}")
    return result.stdout


def built_library() -> Path:
    """The meson build folder, with the library in it as an archive."""
    given = os.environ.get("APPARAT_BUILD")
    folder = Path(given).resolve() if given else ROOT / "build-python"
    if not (folder / "build.ninja").exists():
        run("meson", "setup", folder, ROOT, "-Dprogram=false", "-Dtests=false", "-Dbuildtype=release", "-Dweb=disabled")
    if not given or not (folder / "src/library/libapparat.a").exists():
        run("ninja", "-C", folder, "src/library/libapparat.a")
    return folder


def compile_extension(target: Path) -> None:
    build = built_library()
    compiler = shlex.split(os.environ.get("CC", "cc"))
    needed = shlex.split(run("pkg-config", "--cflags", "--libs", *LIBRARIES))
    includes = [f"-I{folder}" for folder in (sysconfig.get_path("include"), ROOT / "include", build / "include")]
    flags = [
        "-std=c17",
        "-O2",
        "-g0",
        "-fPIC",
        "-fvisibility=hidden",
        "-pthread",
        *WARNINGS,
        *shlex.split(os.environ.get("CFLAGS", "")),
    ]
    if sys.platform == "darwin":
        shared = ["-bundle", "-undefined", "dynamic_lookup"]
    else:  # the functions of the library are for the extension alone
        shared = ["-shared", "-Wl,--exclude-libs,ALL", *(["-Wl,-rpath,$ORIGIN/libs"] if is_bundle() else [])]
    sources = sorted((HERE / "extension").glob("*.c"))
    archive = build / "src/library/libapparat.a"
    run(*compiler, *shared, *flags, f"-DPy_LIMITED_API={LIMITED_API}", *includes, *sources, archive, *needed, "-o", target)


# ---- What a bundle has


def is_bundle() -> bool:
    return os.environ.get("APPARAT_BUNDLE", "") not in ("", "0")


def bundled(extension: Path) -> list[Path]:
    """The libraries that the extension was linked with, where the system has them."""
    found = re.findall(r"=> (\S*/lib(?:jansson|sodium)\.so\S*)", run("ldd", extension))
    if len(found) != len(LIBRARIES):
        raise SystemExit(f"{extension} does not need the libraries that a bundle has")
    return [Path(path) for path in found]


def licence_of(library: Path) -> bytes:
    """What the package that a library comes from says about its licence."""
    package = run("dpkg-query", "--search", f"*/{library.name}").partition(":")[0]
    return Path("/usr/share/doc", package, "copyright").read_bytes()


def oldest_glibc(files: list[Path]) -> str:
    """The version of glibc that these files need, as it stands in a tag."""
    needed = {
        tuple(map(int, found.split("."))) for path in files for found in re.findall(r"GLIBC_([\d.]+)", run("objdump", "-T", path))
    }
    return "_".join(map(str, max(needed)[:2]))


# ---- The wheel


def tag(glibc: str | None = None) -> str:
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    return "cp311-abi3-" + (platform.replace("linux", f"manylinux_{glibc}", 1) if glibc else platform)


def metadata() -> str:
    lines = ["Metadata-Version: 2.1", f"Name: {PROJECT['name']}", f"Version: {version()}", f"Summary: {PROJECT['description']}"]
    lines += [f"Requires-Python: {PROJECT['requires-python']}", f"License: {PROJECT['license']['text']}"]
    lines += [f"Keywords: {','.join(PROJECT['keywords'])}", *(f"Classifier: {line}" for line in PROJECT["classifiers"])]
    lines += [f"Requires-Dist: {line}" for line in PROJECT["dependencies"]]
    for extra, needs in PROJECT["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {line} ; extra == "{extra}"' for line in needs)]
    lines += ["Description-Content-Type: text/markdown", "", (HERE / "README.md").read_text()]
    return "\n".join(lines)


def information(tagged: str) -> dict[str, bytes]:
    """The files of the folder .dist-info, but for the list of all files."""
    wheel = f"Wheel-Version: 1.0\nGenerator: apparat_build\nRoot-Is-Purelib: false\nTag: {tagged}\n"
    return {"METADATA": metadata().encode(), "WHEEL": wheel.encode(), "LICENSE": (ROOT / "LICENSE").read_bytes()}


def get_requires_for_build_wheel(config_settings: dict[str, str] | None = None) -> list[str]:
    """Meson and ninja, where the system does not have them."""
    if os.environ.get("APPARAT_BUILD"):
        return []
    return [package for package in ("meson", "ninja") if not shutil.which(package)]


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: dict[str, str] | None = None) -> str:
    folder = Path(metadata_directory) / f"{NAME}.dist-info"
    folder.mkdir(parents=True)
    for name, content in information(tag()).items():
        (folder / name).write_bytes(content)
    return folder.name


def build_wheel(wheel_directory: str, config_settings: dict[str, str] | None = None, metadata_directory: str | None = None) -> str:
    files = {f"apparat/{path.name}": path.read_bytes() for path in sorted((HERE / "apparat").iterdir()) if is_shipped(path)}
    with tempfile.TemporaryDirectory() as folder:
        extension = Path(folder) / "_engine.abi3.so"
        compile_extension(extension)
        files[f"apparat/{extension.name}"] = extension.read_bytes()
        libraries = bundled(extension) if is_bundle() else []
        tagged = tag(oldest_glibc([extension, *libraries]) if libraries else None)
    files |= {f"{NAME}.dist-info/{name}": content for name, content in information(tagged).items()}
    for library in libraries:
        files[f"apparat/libs/{library.name}"] = library.read_bytes()
        files[f"{NAME}.dist-info/LICENSE.{library.name}"] = licence_of(library)
    listing = io.StringIO()
    writer = csv.writer(listing, lineterminator="\n")
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        writer.writerow([name, f"sha256={digest}", len(content)])
    writer.writerow([f"{NAME}.dist-info/RECORD", "", ""])
    files[f"{NAME}.dist-info/RECORD"] = listing.getvalue().encode()
    wheel = Path(wheel_directory) / f"{NAME}-{tagged}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))  # the same sources give the same wheel
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return wheel.name


def is_shipped(path: Path) -> bool:
    return path.suffix in (".py", ".pyi") or path.name == "py.typed"


# ---- The source distribution


def get_requires_for_build_sdist(config_settings: dict[str, str] | None = None) -> list[str]:
    return []


def build_sdist(sdist_directory: str, config_settings: dict[str, str] | None = None) -> str:
    target = Path(sdist_directory) / f"{NAME}.tar.gz"
    with tarfile.open(target, "w:gz") as archive:
        for path in sorted(HERE.iterdir()):
            if path.name not in ("library", "__pycache__") and not path.name.endswith((".egg-info", ".so")):
                archive.add(path, f"{NAME}/{path.name}", filter=plain)
        for name in SOURCES:
            archive.add(ROOT / name, f"{NAME}/library/{name}", filter=plain)
        information = tarfile.TarInfo(f"{NAME}/PKG-INFO")
        content = metadata().encode()
        information.size = len(content)
        archive.addfile(information, io.BytesIO(content))
    return target.name


def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """An entry of the archive without what belongs to this machine; None for what was built."""
    name = Path(entry.name).name
    if name == "__pycache__" or name == "node_modules" or name.endswith((".pyc", ".so")):
        return None
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry
