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
import unittest.mock
from pathlib import Path

from patience import PATIENCE

SOAK = bool(os.environ.get("APPARAT_SOAK"))
INSIDE = "APPARAT_NAMESPACE"

# Ray gives its processes seconds to start, to register and to answer, and takes them for dead if the machine is too busy for
# that. Its workers also step back for all other processes (nice 15), so that on a busy machine they hardly run at all.
SETTINGS = {
    "RAY_worker_niceness": 0,
    "RAY_worker_register_timeout_seconds": PATIENCE,
    "RAY_raylet_start_wait_time_s": PATIENCE,
    "RAY_agent_register_timeout_ms": 1000 * PATIENCE,
    "RAY_gcs_server_port_wait_time_s": PATIENCE,
    "RAY_gcs_rpc_server_connect_timeout_s": PATIENCE,
    "RAY_gcs_rpc_server_reconnect_timeout_s": PATIENCE,
    "RAY_gcs_server_request_timeout_seconds": PATIENCE,
    "RAY_py_gcs_connect_timeout_s": PATIENCE,
    "RAY_raylet_client_num_connect_attempts": PATIENCE,
    "RAY_health_check_timeout_ms": 1000 * PATIENCE,
    "RAY_io_context_monitor_healthy_deadline_ms": 1000 * PATIENCE,
    "RAY_grpc_keepalive_timeout_ms": 1000 * PATIENCE,
    "RAY_DASHBOARD_STARTUP_TIMEOUT_S": PATIENCE,
    "RAY_USAGE_STATS_ENABLED": 0,
    "RAY_DISABLE_IMPORT_WARNING": 1,
}


def bring_up_loopback():
    """What ``ip link set lo up`` does."""
    set_flags, up_and_running = 0x8914, 0x41
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sh14x", b"lo", up_and_running))


def two_nodes():
    """A cluster. A node would wait 15 seconds, and no longer, for its agents to tell which ports they have found; so it is told
    which ones they have. In the namespace all ports are free."""
    from ray._private import services
    from ray.cluster_utils import Cluster

    def ports(first):
        names = ("metrics_agent_port", "metrics_export_port", "dashboard_agent_listen_port", "runtime_env_agent_port")
        return {name: first + n for n, name in enumerate(names)}

    def started(command, kind, *more, **named):
        """Starts a program of a node. Ray chooses a port for one of them and does not tell the node which."""
        if kind == "raylet":
            command = [*command, f"--dashboard_agent_listen_port={node['dashboard_agent_listen_port']}"]
        return start(command, kind, *more, **named)

    start = services.start_ray_process
    with unittest.mock.patch.object(services, "start_ray_process", started):
        node = {"num_cpus": 1, "object_store_memory": 100 << 20, "wait": False, **ports(7000)}
        machines = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
        node |= ports(7100)
        machines.add_node(**node)
    machines.wait_for_nodes(PATIENCE)
    return machines


def train_on_two_nodes(folder):
    """Runs inside the namespace."""
    bring_up_loopback()
    interfaces = [name for _, name in socket.if_nameindex()]
    assert interfaces == ["lo"], interfaces
    import numpy as np
    import ray

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
    machines = two_nodes()

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
    command = subprocess.run([sys.executable, "-m", "apparat.train", *words], capture_output=True, text=True)
    assert command.returncode == 0, command.stderr
    assert (folder / "run" / "weights.npz").exists()
    train.read_weights(folder / "run" / "weights.npz")
    machines.shutdown()


@unittest.skipIf(not SOAK and not importlib.util.find_spec("ray"), "needs ray")
class SeveralMachines(unittest.TestCase):
    def test_two_nodes(self):
        with tempfile.TemporaryDirectory() as folder:
            command = ["unshare", "--map-root-user", "--net", sys.executable, __file__, folder]
            settings = {name: str(value) for name, value in SETTINGS.items()}
            variables = {**os.environ, **settings, INSIDE: "1", "RAY_TMPDIR": folder}
            result = subprocess.run(
                command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE
            )
            self.assertEqual(result.returncode, 0, result.stdout)


if __name__ == "__main__":
    if os.environ.get(INSIDE):
        train_on_two_nodes(Path(sys.argv[1]))
    else:
        unittest.main()
