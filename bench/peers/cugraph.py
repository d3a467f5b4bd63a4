"""cuGraph's half, through pylibcugraph: a pool allocator, a renumbered graph on the device, results left on the device.

A trial is one call between two device synchronizations, by the host's clock, after one call that is not counted.
"""

import os
import statistics
import time

import numpy

GRAPHS = ["kron:20:16", "kron:22:16", "uniform:22:16", "kron:24:16", "rmat:22:16", "grid:1500x1500"]
QUICK_GRAPHS = ["kron:12:16", "grid:100x100"]
WORKS = ["bfs", "weak", "pagerank", "triangles", "cores", "sssp", "betweenness", "strong", "pagerank-double"]
# The largest graph is measured only for what takes little time and memory, and deep graphs only for what ends soon: cuGraph
# takes about half a second for a search of 2,000 to 3,000 levels.
WORKS_OF_DEEP_GRAPHS = ("bfs", "weak", "sssp", "pagerank", "triangles", "cores")
WORKS_OF = {"kron:24:16": ("bfs", "weak", "pagerank"), "grid:1500x1500": WORKS_OF_DEEP_GRAPHS, "USA-road-NE": WORKS_OF_DEEP_GRAPHS}
TOLERANCE = 1e-6
SOURCES_OF_BETWEENNESS = 32
SEED = 27491095  # Fathom's default


def splitmix(x):
    mask = (1 << 64) - 1
    x = (x + 0x9E3779B97F4A7C15) & mask
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
    return x ^ (x >> 31)


def sampled_vertices(vertices, count, seed=SEED):
    """The vertices of `fathom betweenness --samples COUNT`: the first of a shuffle of all vertices, also of isolated ones."""
    moved, chosen = {}, []
    for i in range(count):
        j = i + ((splitmix(splitmix(seed) ^ i) * (vertices - i)) >> 64)
        chosen.append(moved.get(j, j))
        moved[j] = moved.get(i, i)
    return chosen


class Peer:
    name = "cuGraph"

    def __init__(self, _folder, options):
        try:
            import cupy
            import pylibcugraph
            import rmm
        except ImportError as missing:
            raise RuntimeError(f"this Python cannot import pylibcugraph: {missing}; run bench/peers/install cugraph") from missing
        rmm.reinitialize(pool_allocator=True, initial_pool_size=options.pool_bytes)
        from rmm.allocators.cupy import rmm_cupy_allocator

        cupy.cuda.set_allocator(rmm_cupy_allocator)
        self.cupy, self.cugraph, self.options = cupy, pylibcugraph, options
        self.handle = pylibcugraph.ResourceHandle()
        self.graphs = {}

    def version(self):
        return f"cuGraph {self.cugraph.__version__}, {self.cupy.cuda.runtime.getDeviceProperties(0)['name'].decode()}"

    def directed(self, work):
        return work == "strong"

    def applies(self, work, name):
        return work in WORKS_OF.get(os.path.basename(name).partition(".")[0], WORKS)

    def forget(self):
        self.graphs.clear()

    def graph(self, files, weights=None, transposed=False):
        """weights: None, 'random', or 'ones' in double precision."""
        key = (files.base, weights, transposed)
        if key not in self.graphs:
            self.graphs.clear()
            cupy, rows = self.cupy, files.rows()
            offsets, targets = cupy.asarray(rows.offsets), cupy.asarray(rows.targets)
            sources = cupy.zeros(len(targets), cupy.int32)
            # Entry e of a row list belongs to the row whose offset was last passed; empty rows share an offset.
            starts, repeated = cupy.unique(offsets[1:-1], return_counts=True)
            inside = starts < len(targets)
            sources[starts[inside]] = repeated[inside].astype(cupy.int32)
            sources = cupy.cumsum(sources, dtype=cupy.int32)
            values = None
            if weights == "ones":
                values = cupy.ones(len(targets), cupy.float64)
            elif weights == "random":
                values = cupy.asarray(files.weights().astype(numpy.float32))
            self.graphs[key] = self.cugraph.SGGraph(
                self.handle,
                self.cugraph.GraphProperties(is_symmetric=not rows.directed, is_multigraph=False),
                sources,
                targets,
                weight_array=values,
                store_transposed=transposed,
                renumber=True,
                do_expensive_check=False,
                vertices_array=cupy.arange(rows.vertices, dtype=cupy.int32),
            )
        return self.graphs[key]

    def timed(self, calls):
        """Median seconds of the calls, and the results of the last one."""
        synchronize = self.cupy.cuda.runtime.deviceSynchronize
        calls[0]()
        seconds = []
        for call in calls:
            synchronize()
            began = time.perf_counter()
            found = call()
            synchronize()
            seconds.append(time.perf_counter() - began)
        return {"seconds": statistics.median(seconds), "trials": len(seconds)}, found

    def by_vertex(self, vertices, values, count):
        whole = numpy.zeros(count, self.cupy.asnumpy(values[:0]).dtype)
        whole[self.cupy.asnumpy(vertices)] = self.cupy.asnumpy(values)
        return whole

    def pair(self, work, files, fathom, _threads):
        trials, n = self.options.trials, files.rows().vertices
        one, handle = self.cugraph, self.handle
        if work in ("bfs", "sssp"):
            return self.searches(work, files, fathom, n)
        if work == "weak":
            theirs, found = self.repeat(lambda g: one.weakly_connected_components(handle, g, None, None, None, None, False), files)
            ours = fathom.repeated(trials, "components", files.fathom_file())
            return ours, theirs, same_partition(ours["values"], self.by_vertex(*found, n))
        if work == "strong":
            theirs, found = self.repeat(lambda g: one.strongly_connected_components(handle, g, None, None, None, None, False), files)
            ours = fathom.repeated(trials, "components", files.fathom_file(), "--strong")
            return ours, theirs, same_partition(ours["values"], self.by_vertex(*found, n))
        if work == "betweenness":
            count = min(SOURCES_OF_BETWEENNESS, n)
            chosen = numpy.array(sampled_vertices(n, count))
            # Searches from isolated vertices add nothing. Without them, both programs search from the same vertices with edges.
            rows = files.rows()
            with_edges = chosen[rows.offsets[chosen + 1] > rows.offsets[chosen]]
            sources = self.cupy.asarray(with_edges, self.cupy.int32)
            theirs, found = self.repeat(lambda g: one.betweenness_centrality(handle, g, sources, None, True, False, False), files)
            ours = fathom.repeated(trials, "betweenness", files.fathom_file(), "--samples", str(count))
            # The scales of estimates differ; the sources' own values are scaled differently from the others.
            left, right = ours["values"].copy(), self.by_vertex(*found, n).astype(numpy.float64)
            left[chosen] = right[chosen] = 0
            theirs["difference"] = float(numpy.abs(left / left.max() - right / right.max()).max())
            theirs["sources"] = len(with_edges)
            return ours, theirs, theirs["difference"] <= 1e-3
        if work == "triangles":
            theirs, found = self.repeat(lambda g: one.triangle_count(handle, g, None, False), files)
            ours = fathom.repeated(trials, "triangles", files.fathom_file())
            return ours, theirs, bool(numpy.array_equal(ours["values"], self.by_vertex(*found, n)))
        if work == "cores":
            theirs, found = self.repeat(lambda g: one.core_number(handle, g, "bidirectional", False), files)
            ours = fathom.repeated(trials, "cores", files.fathom_file())
            return ours, theirs, bool(numpy.array_equal(ours["values"], self.by_vertex(*found, n)))
        double = work == "pagerank-double"
        options = ["--full-precision"] if double else []
        theirs, found = self.repeat(
            lambda g: one.pagerank(handle, g, None, None, None, None, 0.85, TOLERANCE, 500, False, fail_on_nonconvergence=False),
            files,
            weights="ones" if double else None,
            transposed=True,
        )
        theirs["precision"], theirs["converged"] = str(found[1].dtype), bool(found[2])
        ours = fathom.pagerank(trials, files.fathom_file(), TOLERANCE, *options)
        difference = float(numpy.abs(ours["values"] - self.by_vertex(*found[:2], n)).sum())
        theirs["difference"] = difference
        return ours, theirs, difference < 20 * TOLERANCE

    def repeat(self, call, files, **options):
        graph = self.graph(files, **options)
        return self.timed([lambda: call(graph)] * self.options.trials)

    def searches(self, work, files, fathom, n):
        cupy, one = self.cupy, self.cugraph
        weighted = work == "sssp"
        sources = fathom.random_sources(files.sg(), self.options.sources)
        graph = self.graph(files, weights="random" if weighted else None)
        if weighted:
            calls = [lambda s=s: one.sssp(self.handle, graph, s, float(1 << 30), True, False) for s in sources]
        else:
            lists = [cupy.asarray([s], cupy.int32) for s in sources]
            calls = [lambda s=s: one.bfs(self.handle, graph, s, True, -1, True, False) for s in lists]
        theirs, found = self.timed(calls)
        ours = fathom.searches(work, files.fathom_file(weighted), sources)
        vertices, distances = (found[0], found[1]) if weighted else (found[2], found[0])
        last = self.by_vertex(vertices, distances, n).astype(numpy.float64)
        limit = 1e30 if weighted else float(1 << 30)
        last[last > limit] = -1
        expected = ours["distances"][-1].astype(numpy.float64)
        expected[~numpy.isfinite(expected) | (expected > limit)] = -1
        return ours, theirs, bool(numpy.array_equal(last, expected))


def same_partition(left, right):
    """Whether two labelings have the same classes, whatever their labels are."""
    pairs = numpy.unique(numpy.stack([left.astype(numpy.int64), right.astype(numpy.int64)]), axis=1).shape[1]
    return pairs == len(numpy.unique(left)) == len(numpy.unique(right))
