#!/usr/bin/env python3
"""Build the image as docs/hosting.md says, on a bare Debian 12 that needs no registry, and play there. buildah stands in
for podman, which takes the same words for building: it can build and run without a kernel that has all namespaces. What
`podman run` is told is done by hand: a root that cannot be written, no capabilities, a volume."""

import json
import os
import shlex

from instructions import commands
from playing import OPTIONS, PORT, leave_the_network, serve_and_play
from root import Failed, Root, alone, copy_sources, make_tree, run, say

BASE = "localhost/bare"


def make_base(folder):
    """An image with the bare system, such as a registry has."""
    tree = folder / "base"
    make_tree(tree)
    container = run("buildah", "from", "scratch").strip()
    run("buildah", "add", "--quiet", container, tree, "/")
    run("buildah", "commit", "--quiet", container, BASE)
    run("buildah", "rm", container)
    run("rm", "-rf", tree)


def build(folder, line):
    """Types the line of the document, with another base."""
    program, verb, *rest = shlex.split(line)
    if (program, verb) != ("podman", "build"):
        raise Failed(f"expected podman build, read '{line}'")
    copy_sources(folder / "sources")
    say(line)
    run("buildah", verb, "--isolation", "chroot", "--pull=never", "--build-arg", f"BASE={BASE}", *rest, cwd=folder / "sources")


def mount_container(folder, image, volume):
    """Returns the root of a container of this image, which cannot be written, but for the volume and where programs put what
    is not kept."""
    container = run("buildah", "from", "--pull=never", image).strip()
    mounted = run("buildah", "mount", container).strip()
    root = Root.__new__(Root)
    root.path = folder / "container"
    root.path.mkdir()
    run("mount", "--bind", mounted, root.path)
    run("mount", "-o", "remount,bind,ro", root.path)
    run("mount", "-t", "proc", "proc", root.path / "proc")
    for path in ("tmp", "run"):
        run("mount", "-t", "tmpfs", "tmpfs", root.path / path)
    kept = folder / "volume"
    run("cp", "-a", f"{mounted}{volume}", kept)  # a new volume begins as the image has it
    run("mount", "--bind", kept, f"{root.path}{volume}")
    return root


def read_lines(build_line, run_line):
    """Returns the name of the image, the options of podman, and those of the program."""
    build_words, words = shlex.split(build_line), shlex.split(run_line)
    image = build_words[build_words.index("-t") + 1]
    at = len(words) - 1 - words[::-1].index(image)  # the container may have the same name, before it
    if f"127.0.0.1:{PORT}:{PORT}" not in words[:at] or "--read-only" not in words[:at]:
        raise Failed(f"expected a published port and --read-only, read '{run_line}'")
    return image, words[:at], words[at + 1 :]


def play_in_container(folder, build_line, run_line):
    image, options, more = read_lines(build_line, run_line)
    volume = options[options.index("-v") + 1].split(":")[1]
    config = json.loads(run("buildah", "inspect", "--type", "image", image))["Docker"]["config"]
    if volume not in config["Volumes"] or f"{PORT}/tcp" not in config["ExposedPorts"]:
        raise Failed(f"the image does not have the volume and the port of the instructions: {config}")
    root = mount_container(folder, image, volume)
    user = ["setpriv", f"--reuid={config['User']}", f"--regid={config['User']}", "--clear-groups", "--bounding-set=-all", "--no-new-privs"]
    limits = [word for option in OPTIONS for word in ("--limit", option)]
    leave_the_network()
    kind, *health = config["Healthcheck"]["Test"]
    if kind != "CMD":
        raise Failed(f"expected a command as the check of health, found {kind}")
    serve_and_play(root.words(*user, *config["Entrypoint"], *more, *limits), lambda: root.run(*user, *health))
    say("its check of health is content")


def main(folder):
    os.environ.update({"STORAGE_DRIVER": "vfs", "BUILDAH_ISOLATION": "chroot", "CONTAINERS_STORAGE_CONF": f"{folder}/storage.conf"})
    (folder / "storage.conf").write_text(f'[storage]\ndriver = "vfs"\ngraphroot = "{folder}/images"\nrunroot = "{folder}/run"\n')
    make_base(folder)
    build_line, run_line = commands("In a container.")
    build(folder, build_line)
    play_in_container(folder, build_line, run_line)


if __name__ == "__main__":
    alone(main, "buildah", "chromium")
