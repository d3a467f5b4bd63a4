"""Graphs partitioned over the processes of an mpi4py communicator."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fathom

needs_mpi = pytest.mark.skipif(importlib.util.find_spec("mpi4py") is None or shutil.which("mpirun") is None,
                               reason="mpi4py or mpirun is missing")


@needs_mpi
@pytest.mark.parametrize("processes", [1, 3])
def test_results_are_those_of_one_process(processes: int, tmp_path: Path) -> None:
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "OMPI_MCA_rmaps_base_oversubscribe": "1"}
    script = Path(__file__).parent / "processes_of_mpi.py"
    done = subprocess.run(["mpirun", "-np", str(processes), sys.executable, str(script), str(tmp_path / "graph.fathom")],
                          capture_output=True, text=True, timeout=120, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["same"] * processes


@needs_mpi
def test_a_single_process_partitions() -> None:
    from mpi4py import MPI
    parts = fathom.partition(fathom.Graph.from_edges(["a", "b"], ["b", "c"]), MPI.COMM_SELF)
    assert fathom.bfs(parts, "a").distances.tolist() == [0, 1, 2]
    assert list(parts.nodes) == ["a", "b", "c"] and parts.own_vertices == range(3) and not parts.weighted
    assert repr(parts) == "PartitionedGraph(directed, 3 vertices, 2 edges; here 3 vertices from 0)"


def test_comm_is_checked() -> None:
    pytest.importorskip("mpi4py", reason="mpi4py is missing")
    with pytest.raises(TypeError, match="comm is a str; pass an intracommunicator of mpi4py"):
        fathom.partition(fathom.generate.path(3), "world")
    with pytest.raises(ValueError, match="grid is \\(0, 1\\)"):
        fathom.partition(fathom.generate.path(3), "world", grid=(0, 1))


def test_functions_without_parts_say_so() -> None:
    with pytest.raises(TypeError, match="does not take a PartitionedGraph; pass a whole graph"):
        fathom.closeness(fathom.PartitionedGraph.__new__(fathom.PartitionedGraph))  # type: ignore[arg-type]
