"""Training on several machines: two nodes of Ray in a network namespace of their own, since Ray listens everywhere.

It needs PyTorch and Ray: tests/python/run --soak."""

import fcntl
import importlib.util
import os
import socket
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOAK = bool(os.environ.get("APPARAT_SOAK"))
INSIDE = "APPARAT_NAMESPACE"


def bring_up_loopback():
    """What ``ip link set lo up`` does."""
    set_flags, up_and_running = 0x8914, 0x41
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sh14x", b"lo", up_and_running))


def train_on_two_nodes(folder):
    """Runs inside the namespace."""
    bring_up_loopback()
    interfaces = [name for _, name in socket.if_nameindex()]
    assert interfaces == ["lo"], interfaces
    import numpy as np
    import ray
    from ray.cluster_utils import Cluster

    from apparat import train
    from apparat.train.cluster import training_on
    from apparat.train.settings import run_of

    run = run_of(
        {
            "game": "red-empire",
            "updates": 4,
            "tables": {"games": 9, "limit": 4000},
            "network": {"hidden": 16, "words": 8},
            "learning": {"steps": 24, "batch": 64},
            "evaluation": {"games": 0, "final": 0},
            "machine": {"device": "cpu", "threads": 1},
        }
    )
    node = {"num_cpus": 1, "object_store_memory": 100 << 20}
    machines = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    machines.add_node(**node)
    machines.wait_for_nodes()

    def weights(training):
        return np.concatenate([tensor.numpy().ravel() for tensor in training.network.state_dict().values()])

    def go(training, updates):
        training.stopped = False
        while training.update < updates:
            training._step(lambda text: None, 0.0)
        return training

    whole = go(training_on(machines.address, run, folder / "whole"), 4)
    nodes = ray.get([worker.node.remote() for worker in whole.players.workers])
    assert len(set(nodes)) == 2, nodes
    whole.players.close()
    first = go(training_on(machines.address, run, folder / "parts"), 2)
    first.folder.mkdir()
    first.save()
    first.players.close()
    again = training_on(machines.address, run, folder / "parts", resume=True)
    assert again.update == 2
    go(again, 4)
    again.players.close()
    np.testing.assert_array_equal(weights(whole), weights(again))
    # What the workers did is what one machine does with the same parts.
    assert whole.decisions == again.decisions == 4 * 24 * 9
    words = [str(folder / "run.toml"), "--ray", machines.address, "--workers", "2", "--minutes", "0.0001"]
    (folder / "run.toml").write_text(run.text())
    command = subprocess.run([sys.executable, "-m", "apparat.train", *words], capture_output=True, text=True, timeout=300)
    assert command.returncode == 0, command.stderr
    assert (folder / "run" / "weights.npz").exists()
    train.read_weights(folder / "run" / "weights.npz")
    machines.shutdown()


@unittest.skipIf(not SOAK and not importlib.util.find_spec("ray"), "needs ray")
class SeveralMachines(unittest.TestCase):
    def test_two_nodes(self):
        with tempfile.TemporaryDirectory() as folder:
            command = ["unshare", "--map-root-user", "--net", sys.executable, __file__, folder]
            variables = {**os.environ, INSIDE: "1", "RAY_USAGE_STATS_ENABLED": "0", "RAY_DISABLE_IMPORT_WARNING": "1"}
            result = subprocess.run(
                command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=900
            )
            self.assertEqual(result.returncode, 0, result.stdout)


if __name__ == "__main__":
    if os.environ.get(INSIDE):
        train_on_two_nodes(Path(sys.argv[1]))
    else:
        unittest.main()
