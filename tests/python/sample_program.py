"""A program that uses every public function with declared types. test_types.py runs it, and has type checkers read it strictly.

    python sample_program.py FOLDER    writes its files there
"""

# pyright: strict
from __future__ import annotations

import pathlib
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

import fathom
from fathom import Graph, Receipt, Report, generate
from fathom.report import Fields


def graphs(folder: pathlib.Path) -> list[Graph]:
    plain: Graph = Graph.from_edges([0, 1, 2], [1, 2, 3], [1.0, 2.0, 3.0], directed=False)
    made: list[Graph] = [
        plain, Graph.from_csr(plain.indptr, plain.indices), Graph.from_scipy(plain.to_scipy()), Graph.from_networkx(plain.to_networkx()),
        Graph.from_pandas(plain.to_pandas(), weight="weight", directed=False), Graph.from_arrow(plain.to_pandas(), "source", "target"),
        generate.from_spec("path:4"), generate.with_random_weights(generate.path(4), 1, 9), generate.kron(3), generate.rmat(3), generate.uniform(3),
        generate.random(4, 2), generate.grid(2, 3), generate.geometric(3), generate.delaunay(3), generate.small_world(9, 4, 0.1), generate.star(4),
        generate.complete(4), generate.binary_tree(4),
    ]
    lost: str = plain.save(folder / "graph.fathom")
    made.append(fathom.read(folder / "graph.fathom"))
    names: list[str] = generate.names()
    print(lost, len(names))
    return made


def properties(g: Graph) -> None:
    counts: tuple[int, int, int] = g.num_vertices, g.num_edges, g.nbytes
    flags: tuple[bool, bool] = g.directed, g.weighted
    offsets: npt.NDArray[np.int64] = g.indptr
    targets: npt.NDArray[np.int32] = g.indices
    weights: npt.NDArray[np.float32] | npt.NDArray[np.float64] | None = g.weights
    degrees: npt.NDArray[np.int64] = g.degrees
    nodes: Sequence[Any] = g.nodes
    receipt: Receipt = g.receipt
    measured: Fields = g.properties
    prepared: Fields = g.prepare("cpu")
    position: int = g.vertex(nodes[0])
    parts: list[Graph] = [g.subgraph(nodes[:2]), g.ego_graph(nodes[0], 1), g.largest_component(), g.reverse(), fathom.k_core(g, 1)]
    print(counts, flags, offsets, targets, weights, degrees, receipt, measured, prepared, position, parts, g == parts[3], len(g))


def searches(g: Graph, folder: pathlib.Path) -> None:
    found: fathom.BfsResult = fathom.bfs(g, 0, report_levels=True)
    report: Report = found.report
    hops: npt.NDArray[np.int32] | None = found.distances
    path: list[Any] = found.path_to(1)
    several: fathom.MultiBfsResult = fathom.multi_bfs(g, [0, 1])
    rows: npt.NDArray[np.signedinteger[Any]] = fathom.distances(g, [0, 1], dtype=np.int8)
    written: Report = fathom.distances_to_file(g, folder / "rows.npy", [0])
    lengths: fathom.SsspResult = fathom.sssp(g, 0)
    pair: fathom.PathResult = fathom.shortest_path(g, 0, 1, length="weights")
    verdicts: list[Fields] = [fathom.validate_bfs(g, 0, hops), fathom.validate_sssp(g, 0, lengths.distances)]
    chosen: npt.NDArray[Any] = fathom.random_sources(g, 2)
    near: fathom.NeighborsResult = fathom.neighbors(g, [0], 2)
    vertices, distances = near.of(0)
    counts: npt.NDArray[np.int64] = fathom.neighbor_counts(g, [0], 2)
    walks: fathom.RandomWalksResult = fathom.random_walks(g, [0], 4, weighted=True)
    batch: fathom.SampledNeighborsResult = fathom.sample_neighbors(g, [0], [2, -1])
    print(walks.walks, walks.walk(0), batch.nodes, batch.node_names)
    index: fathom.ReachIndex = fathom.ReachIndex.build(g, "all", 2)
    index.save(folder / "index.reach")
    again: fathom.ReachIndex = fathom.ReachIndex.load(folder / "index.reach", g)
    sizes: tuple[int, int] = again.k, again.nbytes
    print(report.table(), report.to_json(), path, lengths.path_to(1), several.sources, rows, written.seconds, pair.vertices, verdicts, chosen)
    print(vertices, distances, counts, sizes, again.selected, again.hops(0, 1), again.reaches(0, 1))


def structure(g: Graph) -> None:
    components: list[fathom.ComponentsResult] = [fathom.connected_components(g), fathom.weakly_connected_components(g),
                                                 fathom.strongly_connected_components(g)]
    largest: list[int] = [found.largest.size + found.largest_positions.size + found.count for found in components]
    far: fathom.EccentricityResult = fathom.eccentricity(g)
    span: fathom.DiameterResult = fathom.diameter(g)
    closed: fathom.TrianglesResult = fathom.triangles(g, directions="ignored")
    coefficients: tuple[npt.NDArray[np.float64], float, float] = closed.clustering, closed.average_clustering, closed.transitivity
    cores: npt.NDArray[np.int32] = fathom.core_numbers(g)
    layers: npt.NDArray[np.int32] = fathom.onion_layers(g)
    trusses: tuple[npt.NDArray[np.int32], Graph] = fathom.truss_numbers(g), fathom.k_truss(g)
    blocks: fathom.BiconnectedResult = fathom.biconnected_components(g, edges=True)
    ends: list[npt.NDArray[Any]] = [fathom.bridges(g), fathom.articulation_points(g), blocks.component(0), blocks.component_edges(0)]
    forest: fathom.SpanningForestResult = fathom.spanning_forest(g)
    order: fathom.TopologicalOrderResult = fathom.topological_order(Graph.from_edges([0], [1]))
    longest: fathom.PathResult = fathom.longest_path(Graph.from_edges([0], [1]), length="hops")
    parts: tuple[fathom.CommunitiesResult, fathom.LocalEfficiencyResult] = fathom.label_propagation(g), fathom.local_efficiency(g)
    louvain: fathom.CommunitiesResult = fathom.communities(g, weighted=False, resolution=1.5, max_levels=9, seed=1)
    leiden: list[npt.NDArray[np.int32]] = fathom.communities(g, method="leiden", all_levels=True).levels
    quality: float = fathom.modularity(g, louvain.labels, weighted=False)
    colors: fathom.BipartiteResult = fathom.two_coloring(g)
    reduced: fathom.Graph = fathom.transitive_reduction(Graph.from_edges([0], [1]))
    print(louvain.modularity, len(leiden), quality, parts[0].community(0), parts[1].mean, colors.bipartite, colors.part(0) if colors.bipartite else colors.odd_cycle, len(reduced))
    print(largest, far.values, span.ends, coefficients, cores, layers, trusses, blocks.count, ends, forest.total, order.acyclic, order.generations, order.generation(0),
          longest.length)


def centrality(g: Graph) -> None:
    near: list[fathom.CentralityResult] = [fathom.closeness(g), fathom.harmonic(g, samples=2)]
    between: fathom.BetweennessResult = fathom.betweenness(g, edges=True, weighted=True)
    scores: list[fathom.PagerankResult] = [fathom.pagerank(g, dtype=np.float32), fathom.personalized_pagerank(g, [0])]
    bound: float = fathom.sampling_error(10, 100)
    print(near, between.edges, scores[0].scores, bound)


def programs() -> list[fathom.SearchProgram | fathom.SuperstepProgram]:
    """Compile programs; a type checker reads this, and test_programs.py runs such calls."""
    search: fathom.SearchProgram = fathom.compile_search("struct s {};", searches=["x"])
    result: fathom.SearchProgramResult = search(generate.path(3), [0])
    steps: fathom.SuperstepProgram = fathom.compile_program("struct p {};", values=["x"])
    values: fathom.SuperstepProgramResult = steps(generate.path(3))
    print(result.searches["x"], values.values["x"])
    return [search, steps]


def processes(comm: Any, folder: pathlib.Path) -> None:
    """Partition graphs over the processes of an mpi4py communicator; a type checker reads this, and processes_of_mpi.py runs such calls."""
    parts: fathom.PartitionedGraph = fathom.partition(generate.path(3), comm)
    again: fathom.PartitionedGraph = fathom.read_partitioned(folder / "graph.fathom", comm)
    rows: npt.NDArray[np.signedinteger[Any]] = fathom.distances(parts, [0])
    report: Report = fathom.distances_to_file(parts, folder / "rows.npy", [0])
    found: fathom.MultiBfsResult = fathom.multi_bfs(parts, [0])
    print(parts.own_vertices, parts.grid, again.nodes, rows, report, found)


def devices(g: Graph, folder: pathlib.Path) -> None:
    listed: list[Fields] = fathom.devices()
    reason: str = fathom.why_no_cuda()
    print(listed, reason)
    try:
        with fathom.measure_energy("cpu") as energy:
            fathom.bfs(g, 0)
        reading: Fields | None = energy.reading
        print(reading)
    except fathom.DeviceError as error:
        print(error)
    try:
        fathom.read(folder / "absent.mtx")
    except (fathom.FormatError, fathom.Cancelled, FileNotFoundError) as error:
        print(error)


def pages(g: Graph, folder: pathlib.Path) -> None:
    """Write a page and plot levels; a type checker reads this, and test_reports.py runs such calls."""
    fathom.report_html(g, folder / "page.html", title="A graph")
    fathom.bfs(g, 0, report_levels=True).report.plot()


def main(folder: pathlib.Path) -> None:
    made = graphs(folder)
    for g in made:
        properties(g)
    searches(made[0], folder)
    structure(made[0])
    centrality(made[0])
    devices(made[0], folder)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
