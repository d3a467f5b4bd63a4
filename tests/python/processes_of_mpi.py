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
    listed = [g.nodes[i] for i in (0, g.num_vertices // 2, 0)]
    for options in ({}, {"depth_limit": 1}, {"dtype": np.int16, "method": "bitwise"}, {"dtype": np.int8, "width": 64}):
        alone, together = fathom.multi_bfs(g, listed, **options), fathom.multi_bfs(parts, listed, **options)
        assert np.array_equal(alone.distances, together.distances) and alone.distances.dtype == together.distances.dtype
        assert np.array_equal(alone.sources, together.sources) and together.predecessors is None
        assert (together.report.sources, together.report.searches, together.report.ranks) == (3, 2, comm.size)
    assert np.array_equal(fathom.distances(g), fathom.distances(parts))
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
for options, words in (({"return_predecessors": True}, "have no predecessors"), ({"method": "joint"}, "method='joint' requires the whole graph"),
                       ({"width": 1024}, "at most 512"), ({"width": 100}, "width is 100"), ({"threads": 2}, "threads does not apply"),
                       ({"devices": ["cpu", "cpu"]}, "devices does not apply"), ({"keep_on_device": True}, "keep_on_device does not apply"),
                       ({"depth_limit": -1}, "depth_limit is -1"), ({"dtype": float}, "dtype is float64")):
    error = raised(lambda: fathom.multi_bfs(parts, [1], **options))
    assert isinstance(error, ValueError) and words in str(error), error
error = raised(lambda: fathom.distances(parts, [1, 256]))
assert isinstance(error, IndexError) and "sources[1] is 256, outside the graph of vertices 0 to 255" in str(error)
error = raised(lambda: fathom.distances(fathom.partition(fathom.generate.path(200), comm), [1], dtype=np.int8))
assert isinstance(error, ValueError) and "a distance of 198 does not fit in 8 bits" in str(error)
assert isinstance(raised(lambda: fathom.neighbors(parts, [1], 2)), TypeError)
if comm.size > 1:
    for listed in ([1 + comm.rank], [1] * comm.rank):
        assert "disagree on the sources" in str(raised(lambda: fathom.distances(parts, listed)))

# A process that cannot begin a call ends that of the others, and the graph remains usable.
wrong = comm.size - 1
for call, kind, words in (
        (lambda is_wrong: fathom.bfs(parts, 256 if is_wrong else 1), IndexError, "source is 256, outside the graph"),
        (lambda is_wrong: fathom.bfs(parts, 1, target="x" if is_wrong else 2), KeyError, "x"),
        (lambda is_wrong: fathom.bfs(parts, 1, strategy="up" if is_wrong else "top_down"), ValueError, "strategy"),
        (lambda is_wrong: fathom.bfs(parts, 1, return_distances="no" if is_wrong else True), TypeError, "return_distances"),
        (lambda is_wrong: fathom.sssp(parts, 1, **({"delt": 1} if is_wrong else {})), TypeError, "delt"),
        (lambda is_wrong: fathom.distances(parts, [1, 300] if is_wrong else [1]), IndexError, "sources[1] is 300"),
        (lambda is_wrong: fathom.distances_to_file(parts, "" if is_wrong else "unwritten.npy", [1]), FileNotFoundError, "No such file"),
        (lambda is_wrong: fathom.weakly_connected_components(parts, device="gpu" if is_wrong else "cpu"), ValueError, "gpu"),
        (lambda is_wrong: fathom.pagerank(parts, alpha=2 if is_wrong else 0.5), ValueError, "alpha"),
        (lambda is_wrong: fathom.core_numbers(parts, threads=2 if is_wrong else 0), ValueError, "threads does not apply"),
        (lambda is_wrong: fathom.triangles(parts, directions="both" if is_wrong else "ignored"), ValueError, "directions")):
    try:
        call(comm.rank == wrong)
        raise AssertionError(f"nothing was raised: {words}")
    except (LookupError, TypeError, ValueError, OSError) as error:
        assert isinstance(error, kind if comm.rank == wrong else ValueError) and words in str(error), (comm.rank, words, error)
        assert comm.rank == wrong or f"rank {wrong}: " in str(error), error
assert fathom.bfs(parts, 1).distances[1] == 0

# An exception of a progress callback propagates on its own process.
seen = []


def stop_the_first(*progress):
    seen.append(progress)
    if comm.rank == 0:
        raise KeyError("stop")


try:
    fathom.distances(parts, [1], progress=stop_the_first)
    raise AssertionError("nothing was raised")
except KeyError:
    assert comm.rank == 0
except fathom.DeviceError as error:
    assert comm.rank > 0 and "rank 0" in str(error)
assert seen == [("searching", 0, 1)]

# Searches from no vertex, and results of which only some are requested.
none = fathom.multi_bfs(parts, [], dtype=np.int8)
assert none.distances.shape == (0, 256) and none.distances.dtype == np.int8 and none.sources.size == 0
assert fathom.multi_bfs(parts, [1], return_distances=False).distances is None
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

# The first process writes distances to a file.
fathom.distances_to_file(parts, path + ".npy", [3, 1, 3], dtype=np.int16)
comm.Barrier()
written = np.load(path + ".npy")
assert np.array_equal(written, fathom.distances(g, [3, 1, 3])) and written.dtype == np.int16
assert isinstance(raised(lambda: fathom.distances_to_file(parts, path + "/no.npy", [1])), OSError)
assert "resume=True requires the whole graph" in str(raised(lambda: fathom.distances_to_file(parts, path + ".npy", [1], resume=True)))

# Lines of several processes may be joined in the launcher's output, so one process reports for all.
reported = comm.gather("same")
if comm.rank == 0:
    print(" ".join(reported))
