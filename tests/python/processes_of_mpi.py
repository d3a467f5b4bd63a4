"""Run by mpirun on several processes: graphs partitioned over an mpi4py communicator give the results of one process."""

import sys

import numpy as np
from mpi4py import MPI

import fathom

comm = MPI.COMM_WORLD


def raised(call):
    """Return what `call` raises, which must be an exception of the same type on all processes."""
    try:
        call()
    except Exception as error:
        assert len(set(comm.allgather(type(error).__name__))) == 1, error
        return error
    raise AssertionError("nothing was raised")


def graphs():
    yield fathom.generate.kron(9, weights=(1, 9))
    yield fathom.generate.path(40)
    yield fathom.Graph.from_edges(["a", "b", "c", "d"], ["b", "c", "a", "d"])


def same_as_alone(g, grid):
    parts = fathom.partition(g, comm, grid=grid)
    assert (parts.num_vertices, parts.num_edges, parts.directed) == (g.num_vertices, g.num_edges, g.directed)
    assert parts.grid == (grid or (comm.size, 1))
    assert sum(len(own) for own in comm.allgather(parts.own_vertices)) == g.num_vertices
    for source in (g.nodes[0], g.nodes[g.num_vertices // 2]):
        alone, together = fathom.bfs(g, source), fathom.bfs(parts, source)
        assert np.array_equal(alone.distances, together.distances)
        assert fathom.validate_bfs(g, source, together.distances, together.predecessors)
        assert together.path_to(source) == [source]
        alone, together = fathom.sssp(g, source), fathom.sssp(parts, source)
        assert np.array_equal(alone.distances, together.distances)
        assert fathom.validate_sssp(g, source, together.distances, together.predecessors)
    for find in (fathom.weakly_connected_components, fathom.strongly_connected_components):
        alone, together = find(g), find(parts)
        assert np.array_equal(alone.labels, together.labels)
        assert np.array_equal(alone.sizes[np.argsort(alone.roots)], together.sizes[np.argsort(together.roots)])
    assert np.array_equal(fathom.core_numbers(g), fathom.core_numbers(parts))
    for directions in ("ignored", "counted"):
        alone, together = fathom.triangles(g, directions=directions), fathom.triangles(parts, directions=directions)
        assert np.array_equal(alone.triangles, together.triangles) and alone.count == together.count
        assert np.allclose(alone.clustering, together.clustering)
    scores = fathom.pagerank(g, method="power", full_precision=True).scores
    assert np.allclose(fathom.pagerank(parts, full_precision=True).scores, scores, rtol=1e-9, atol=0)
    return parts


for g in graphs():
    for grid in (None, (1, comm.size)):
        parts = same_as_alone(g, grid)

# Errors reach all processes.
g = fathom.generate.kron(8)
parts = fathom.partition(g, comm)
if comm.size > 1:
    assert "source" in str(raised(lambda: fathom.bfs(parts, 1 + comm.rank)))
    assert isinstance(raised(lambda: fathom.partition(fathom.generate.path(3 + comm.rank), comm)), ValueError)
assert "threads does not apply" in str(raised(lambda: fathom.bfs(parts, 1, threads=2)))
assert isinstance(raised(lambda: fathom.bfs(parts, 2**40)), IndexError)
assert isinstance(raised(lambda: fathom.sssp(parts, 1, keep_on_device=True)), ValueError)
assert isinstance(raised(lambda: fathom.triangles(fathom.partition(fathom.Graph.from_edges([0, 1], [1, 2]), comm))), ValueError)
assert isinstance(raised(lambda: fathom.partition(g, comm, grid=(5, 7))), ValueError)
assert isinstance(raised(lambda: fathom.partition(g, None)), TypeError)
assert isinstance(raised(lambda: fathom.read_partitioned("missing.mtx", comm)), fathom.FormatError)

# Each process reads its part of a file.
path = comm.bcast(sys.argv[1])
if comm.rank == 0:
    g.save(path)
comm.Barrier()
read = fathom.read_partitioned(path, comm)
assert np.array_equal(fathom.bfs(read, 1).distances, fathom.bfs(g, 1).distances)

# Lines of several processes may be joined in the launcher's output, so one process reports for all.
reported = comm.gather("same")
if comm.rank == 0:
    print(" ".join(reported))
