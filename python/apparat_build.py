"""Builds the package (PEP 517) with nothing but the standard library: compiles the project's library with meson, and the extension
with the C compiler against CPython's limited API, so that one wheel serves every Python from 3.11 on.

APPARAT_BUILD names a meson build folder that has the library already; CC is the compiler. The wheel uses the system's
libjansson and libsodium; with APPARAT_BUNDLE=1 it has both inside, and is tagged with the oldest glibc that it runs with. The
package ziglang from PyPI then links it, if it is there, with a glibc that is older than the system's.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import importlib.util
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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
# The sources of the library lie around this folder, or, in a source distribution, inside it.
ROOT = HERE / "library" if (HERE / "library").is_dir() else HERE.parent
LIMITED_API = "0x030b0000"
LIBRARIES = ("jansson", "libsodium")
# What Debian's libsodium.a needs; zig knows the symbols of every version.
OLDEST_GLIBC = "2.25"
# What a source distribution needs of the project.
SOURCES = ("LICENSE", "meson.build", "meson_options.txt", "bench/training", "games", "include", "lang", "src", "tools")
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
    includes = [f"-I{folder}" for folder in (sysconfig.get_path("include"), ROOT / "include", build / "include")]
    flags = ["-std=c17", "-O2", "-g0", "-fPIC", "-fvisibility=hidden", "-pthread", *WARNINGS]
    flags += [f"-DPy_LIMITED_API={LIMITED_API}", *shlex.split(os.environ.get("CFLAGS", ""))]

    def compiled(source: Path) -> Path:
        made = target.with_name(f"{source.stem}.o")
        run(*compiler, *flags, *includes, "-c", source, "-o", made)
        return made

    with ThreadPoolExecutor(os.cpu_count()) as compilers:
        objects = list(compilers.map(compiled, sorted((HERE / "extension").glob("*.c"))))
    if sys.platform == "darwin":
        shared = ["-bundle", "-undefined", "dynamic_lookup"]
    else:  # the functions of the libraries are for the extension alone
        exports = target.with_suffix(".map")
        exports.write_text("{ global: PyInit__engine; local: *; };\n")
        shared = ["-shared", f"-Wl,--version-script={exports}", *(["-Wl,-rpath,$ORIGIN/libs"] if is_bundle() else [])]
    linker = older_compiler() if is_bundle() else compiler
    needed = bundled() if is_bundle() else shlex.split(run("pkg-config", "--libs", *LIBRARIES))
    run(*linker, *shared, "-pthread", *objects, build / "src/library/libapparat.a", *needed, "-o", target)


# ---- What a bundle has


def is_bundle() -> bool:
    return os.environ.get("APPARAT_BUNDLE", "") not in ("", "0")


def older_compiler() -> list[str]:
    """What links with an older glibc, if it is there; otherwise the usual compiler."""
    if importlib.util.find_spec("ziglang") is None or not sys.platform.startswith("linux"):
        return shlex.split(os.environ.get("CC", "cc"))
    return [sys.executable, "-m", "ziglang", "cc", "-target", f"{os.uname().machine}-linux-gnu.{OLDEST_GLIBC}"]


def bundled() -> list[Path]:
    """The libraries that a bundle has inside: as they are, if an old glibc is enough for them, otherwise as archives, which become
    a part of the extension."""
    found = []
    for name in LIBRARIES:
        path = Path(run("pkg-config", "--variable=libdir", name).strip(), f"lib{name.removeprefix('lib')}.so").resolve()
        if glibc_of(run("objdump", "-T", path)) > version_of(OLDEST_GLIBC):
            path = path.with_name(path.name.partition(".so")[0] + ".a")
        if not path.exists():
            raise SystemExit(f"a bundle needs {path}, which is not there")
        found.append(path)
    return found


def licence_of(library: Path) -> bytes:
    """What the package that a library comes from says about its licence."""
    package = run("dpkg-query", "--search", f"*/{library.name}").partition(":")[0]
    return Path("/usr/share/doc", package, "copyright").read_bytes()


def version_of(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def glibc_of(symbols: str) -> tuple[int, ...]:
    """The version of glibc that a list of symbols needs."""
    return max(version_of(found) for found in re.findall(r"GLIBC_([\d.]+)", symbols))


def oldest_glibc(extension: Path, libraries: list[Path]) -> str:
    """The version of glibc that an extension needs with its libraries, as it stands in a tag."""
    symbols = run("objdump", "-T", extension)
    missing = re.findall(r"^\S+ +D +\*UND\*\s+\S+ +(?!_?Py|json_)(\w+)$", symbols, re.M)
    if missing:
        raise SystemExit(f"glibc {OLDEST_GLIBC} has no {', '.join(missing)}, which this system's archives need")
    shared = "".join(run("objdump", "-T", library) for library in libraries if library.suffix != ".a")
    return "_".join(map(str, glibc_of(symbols + shared)[:2]))


def soname(library: Path) -> str:
    """The name by which a program asks for a library."""
    found = re.search(r"SONAME +(\S+)", run("objdump", "-p", library))
    return found[1] if found else library.name


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
    """Meson and ninja, where the system does not have them, and what links a bundle."""
    older = ["ziglang"] if is_bundle() and sys.platform.startswith("linux") else []
    if os.environ.get("APPARAT_BUILD"):
        return older
    return older + [package for package in ("meson", "ninja") if not shutil.which(package)]


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: dict[str, str] | None = None) -> str:
    folder = Path(metadata_directory) / f"{NAME}.dist-info"
    folder.mkdir(parents=True)
    for name, content in information(tag()).items():
        (folder / name).write_bytes(content)
    return folder.name


def build_wheel(wheel_directory: str, config_settings: dict[str, str] | None = None, metadata_directory: str | None = None) -> str:
    package = sorted((HERE / "apparat").rglob("*"))
    files = {path.relative_to(HERE).as_posix(): path.read_bytes() for path in package if is_shipped(path)}
    with tempfile.TemporaryDirectory() as folder:
        extension = Path(folder) / "_engine.abi3.so"
        compile_extension(extension)
        files[f"apparat/{extension.name}"] = extension.read_bytes()
        libraries = bundled() if is_bundle() else []
        tagged = tag(oldest_glibc(extension, libraries) if libraries else None)
    files |= {f"{NAME}.dist-info/{name}": content for name, content in information(tagged).items()}
    for library in libraries:
        if library.suffix != ".a":
            files[f"apparat/libs/{soname(library)}"] = library.read_bytes()
        files[f"{NAME}.dist-info/LICENSE.{library.name.partition('.')[0]}"] = licence_of(library)
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
            entry.external_attr = (0o755 if ".so" in name else 0o644) << 16
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
            if path.name not in ("library", "dist", "__pycache__") and not path.name.endswith((".egg-info", ".so")):
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
