"""Random graphs of all kinds, built from random containers, with the edges that a plain Python oracle expects them to store."""

from __future__ import annotations

import copy
import pathlib
import pickle
import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import networkx as nx
import numpy as np
import pandas
import pyarrow
import scipy.sparse

import fathom

try:
    import polars
except ImportError:
    polars = None

from fuzz_columns import FLOATS, INTEGERS, NAMES, STRINGS, column, holds, objects, weight_column

Edge = tuple[int, int, float]


@dataclass
class Sample:
    """A graph, and what is known about it from the oracle: names by position, stored edges as (source, target, weight)."""

    graph: fathom.Graph
    names: list[Any]
    edges: list[Edge]
    weighted: bool
    story: str
    out: list[list[tuple[int, float]]] = field(init=False)
    directed: bool = field(init=False)
    """Whether some edge has no reverse; parallel edges need as many reverse ones, of the same weights."""

    def __post_init__(self) -> None:
        self.directed = sorted(self.edges) != sorted((v, u, w) for u, v, w in self.edges)
        self.out = [[] for _ in self.names]
        for u, v, w in self.edges:
            self.out[u].append((v, w))

    @property
    def n(self) -> int:
        return len(self.names)

    def networkx(self, simple: bool = True, loops: bool = True) -> Any:
        """The stored edges over positions: a Graph or DiGraph, of multigraph kind unless simple."""
        kinds = {(True, True): nx.DiGraph, (False, True): nx.Graph, (True, False): nx.MultiDiGraph, (False, False): nx.MultiGraph}
        made = kinds[self.directed, simple]()
        made.add_nodes_from(range(self.n))
        for u, v, w in self.edges:
            if (u != v or loops) and (self.directed or u <= v or simple):
                made.add_edge(u, v, weight=w)
        return made


# -- the oracle of graph building -----------------------------------------------------------------------------------------------------


def stored_edges(raw: list[Edge], directed: bool, loops: str, parallel: str) -> list[Edge]:
    """Edges that a graph of `raw` stores; an undirected edge in both directions, a self-loop once."""
    groups: dict[tuple[int, int], list[float]] = defaultdict(list)
    for u, v, w in raw:
        if u != v or loops == "keep":
            groups[(u, v) if directed else (min(u, v), max(u, v))].append(w)
    choose: dict[str, Callable[[list[float]], list[float]]] = {
        "keep": lambda ws: ws, "min": lambda ws: [min(ws)], "first": lambda ws: ws[:1], "sum": lambda ws: [sum(ws)]}
    once = [(u, v, w) for (u, v), ws in groups.items() for w in choose[parallel](ws)]
    return once if directed else once + [(v, u, w) for u, v, w in once if u != v]


def stored_weights(edges: list[Edge], raw: list[Edge], exact: bool) -> list[Edge]:
    """The edges with weights in the precision that the graph chooses for them."""
    def changes(w: float) -> bool:
        with np.errstate(all="ignore"):
            rounded = float(np.float32(w))
        return rounded != w and (exact or w == int(w) or abs(w) >= 2**24 or abs(w) < 1.2e-38)

    if any(changes(w) for *_, w in raw) or any(changes(w) for *_, w in edges):
        return edges
    return [(u, v, float(np.float32(w))) for u, v, w in edges]


# -- graphs ---------------------------------------------------------------------------------------------------------------------------


def random_edges(n: int, rng: random.Random) -> list[tuple[int, int]]:
    """Pairs below n of a random shape."""
    if n == 0:
        return []
    shape = rng.choice(["sparse", "random", "dense", "tree", "path", "acyclic", "hub", "loops", "two parts", "none"])
    def some(count: int, a: int = 0, b: int = n) -> list[tuple[int, int]]:
        return [(rng.randrange(a, b), rng.randrange(a, b)) for _ in range(count)]

    if shape == "tree":
        return [(rng.randrange(v), v) for v in range(1, n)]
    if shape == "path":
        return list(zip(range(n - 1), range(1, n)))
    if shape == "acyclic":
        return [(min(e), max(e)) for e in some(2 * n) if e[0] != e[1]]
    if shape == "hub":
        return [(0, v) for v in range(n)] + [(v, 0) for v in range(0, n, 2)] + some(n // 2)
    if shape == "loops":
        return some(n) + [(v, v) for v in range(0, n, 2)] * 2
    if shape == "two parts":
        return some(n, 0, max(1, n // 2)) + some(n, n // 2, n)
    return some({"sparse": n // 2, "random": 2 * n, "dense": n * n // 3 + 1, "none": 0}[shape])


def random_weights(m: int, rng: random.Random) -> list[float] | None:
    kind = rng.choice(["none", "none", "zeros", "small", "small", "decimals", "uniform", "large", "extreme", "negative"])
    draw: dict[str, Callable[[], float]] = {
        "zeros": lambda: rng.choice([0, 0, 1]), "small": lambda: rng.randint(0, 9), "decimals": lambda: rng.choice([0.1, 0.25, 0.3, 1.5, 2]),
        "uniform": rng.random, "large": lambda: rng.choice([1, 2**24 + 1, 2**31, 2**40 + 1]),
        "extreme": lambda: rng.choice([0, 1e-300, 1e-40, 1.5, 1e38, 1e40, 1e200]), "negative": lambda: rng.randint(-5, 5),
    }
    return None if kind == "none" else [float(draw[kind]()) for _ in range(m)]


def _policies(rng: random.Random) -> tuple[dict[str, Any], str, str]:
    """Options for parallel edges and loops, and what they stand for: the policy of loops and that of parallel edges."""
    loops, duplicates, finer = rng.choice(["keep", "remove"]), rng.choice(["keep", "remove"]), rng.choice([None, None, "min", "sum", "first", "keep"])
    options: dict[str, Any] = {"self_loops": loops, "duplicates": duplicates}
    if finer is not None:
        options["parallel_edges"] = finer
    return options, loops, finer or {"keep": "keep", "remove": "min"}[duplicates]


def random_sample(seed: int, folder: pathlib.Path) -> Sample:
    """Return the graph of a seed. Files are written into `folder`."""
    rng = random.Random(seed)
    n = rng.choice([0, 1, 2, 3, 5, 8, 8, 13, 21, 40])
    pairs = random_edges(n, rng)
    rng.shuffle(pairs)
    weights = random_weights(len(pairs), rng)
    raw = [(u, v, 1.0 if weights is None else weights[i]) for i, (u, v) in enumerate(pairs)]
    build = rng.choice(BUILDERS)
    sample = build(n, raw, weights is not None, rng, folder)
    sample.story = f"seed {seed}, {build.__name__.strip('_')}, {sample.story}"
    return _changed(sample, rng, folder)


def _changed(sample: Sample, rng: random.Random, folder: pathlib.Path) -> Sample:
    """The same graph as it comes back from a copy, a pickle or a file."""
    way = rng.choice(["", "", "", "copied", "pickled", "saved", "reversed twice"])
    if way == "pickled":
        sample.graph = pickle.loads(pickle.dumps(sample.graph))
    elif way == "copied":
        sample.graph = copy.deepcopy(copy.copy(sample.graph))
    elif way == "reversed twice":
        sample.graph = sample.graph.reverse().reverse(threads=1)
    elif way == "saved" and not sample.graph.save(folder / "copy.fathom", format="fathom", prepared=rng.random() < 0.5, threads=1):
        sample.graph = fathom.read(folder / "copy.fathom", trust=rng.random() < 0.5)
    sample.story += f", {way}" if way else ""
    return sample


def _sample(graph: fathom.Graph, names: list[Any], raw: list[Edge], directed: bool, loops: str, parallel: str, weighted: bool, exact: bool,
            story: Any) -> Sample:
    raw = [(u, v, w if weighted else 1.0) for u, v, w in raw]
    kept = stored_edges(raw, directed, loops, parallel)
    if weighted:
        kept = stored_weights(kept, [e for e in raw if e[0] != e[1] or loops == "keep"], exact)
    else:
        kept = [(u, v, 1.0) for u, v, _ in kept]
    return Sample(graph, names, kept, weighted and bool(kept), str(story))


def _from_positions(n: int, raw: list[Edge], weighted: bool, rng: random.Random, folder: pathlib.Path) -> Sample:
    """from_edges() with the numbers 0 to n - 1, or as columns of all kinds."""
    options, loops, parallel = _policies(rng)
    options.update(directed=rng.random() < 0.6, symmetrize=rng.random() < 0.2, exact_weights=rng.random() < 0.3, threads=rng.choice([0, 1, 2]),
                   keep_id_gaps=rng.random() < 0.3)
    us, vs, ws = [u for u, *_ in raw], [v for _, v, _ in raw], [w for *_, w in raw]
    weight = weight_column(ws, rng) if weighted else None
    if raw and rng.random() < 0.2:
        both: Any = rng.choice([list, np.array, lambda p: np.asfortranarray(p), lambda p: [list(e) for e in p], iter])(list(zip(us, vs)))
        graph = fathom.Graph.from_edges(both, weight=weight, num_vertices=n, **options)
    else:
        graph = fathom.Graph.from_edges(column(us, rng), column(vs, rng), weight, n, **options)
    directed = options["directed"] and not options["symmetrize"]
    return _sample(graph, list(range(n)), raw, directed, loops, parallel, weighted, options["exact_weights"], options)


def _from_csr(n: int, raw: list[Edge], weighted: bool, rng: random.Random, folder: pathlib.Path) -> Sample:
    """from_csr(), with rows in any order, and arrays that are copied or borrowed."""
    options, loops, parallel = _policies(rng)
    if rng.random() < 0.5:
        options, loops, parallel = {}, "keep", "keep"
    options.update(copy=rng.choice([None, True, False]), in_edges=rng.random() < 0.7, exact_weights=rng.random() < 0.3,
                   symmetrize=rng.random() < 0.2, threads=rng.choice([0, 1, 2]))
    if rng.random() < 0.3:
        raw = [*raw, *((v, u, w) for u, v, w in raw if u != v)]
        options["directed"] = False
    rows = sorted(raw, key=lambda e: e[0])
    first: dict[frozenset[int], float] = {}
    if options.get("directed") is False and parallel == "first":  # the first of both directions
        rows = [(u, v, first.setdefault(frozenset((u, v)), w)) for u, v, w in rows]
    indptr = np.searchsorted([u for u, *_ in rows], np.arange(n + 1))
    used = column(indptr.tolist(), rng), column([v for _, v, _ in rows], rng)
    graph = fathom.Graph.from_csr(*used, weight_column([w for *_, w in rows], rng) if weighted else None, **options)
    adds_reverse = options["symmetrize"] and options.get("directed", True)  # rows of an undirected graph have both directions
    return _sample(graph, list(range(n)), rows, not adds_reverse, loops, parallel, weighted, options["exact_weights"], options)


def _from_scipy(n: int, raw: list[Edge], weighted: bool, rng: random.Random, folder: pathlib.Path) -> Sample:
    """from_scipy() of every format, as array or matrix, with indices of 32 and 64 bits; SciPy adds up duplicates of some formats."""
    once = {(u, v): w for u, v, w in raw}
    rows = [(u, v, w) for (u, v), w in once.items()]
    kinds = [t for t in [*INTEGERS, *FLOATS] if holds(t, [w for *_, w in rows])]
    values = np.array([w for *_, w in rows], rng.choice(kinds))
    index = rng.choice([np.int32, np.int64])
    ends = np.array([e[:2] for e in rows], index).reshape(-1, 2)
    make = rng.choice([scipy.sparse.coo_array, scipy.sparse.coo_matrix])
    matrix = make((values, (ends[:, 0], ends[:, 1])), shape=(n, n))
    form = rng.choice(["csr", "csc", "coo", "csr"] + (["lil", "dok"] if n and all(w != 0 for *_, w in rows) else []))
    matrix = matrix.asformat(form)
    if form in ("csr", "csc"):
        matrix.indices, matrix.indptr = matrix.indices.astype(index), matrix.indptr.astype(index)
    options: dict[str, Any] = {"copy": rng.choice([None, True, False]), "exact_weights": rng.random() < 0.3}
    if not weighted:
        options["weight"] = False
    graph = fathom.Graph.from_scipy(matrix, **options)
    return _sample(graph, list(range(n)), rows, True, "keep", "keep", weighted, options["exact_weights"], (form, index.__name__, options))


def _names(n: int, rng: random.Random, kinds: str = "ids strings tuples mixed") -> list[Any]:
    kind = rng.choice(kinds.split())
    if kind == "ids":
        return rng.sample(range(rng.choice([2 * n + 1, 10**6, 2**40, 2**63 - 1])), n)
    if kind == "strings":
        return [f"n{i * 7919 % 1000}-é" for i in range(n)]
    if kind == "tuples":
        return [(i % 3, str(i)) for i in range(n)]
    return [[i, f"s{i}", (i,), i + 0.5][i % 4] for i in range(n)]


def _by_names(listed: list[Any], raw: list[Edge], sorted_ids: bool = True) -> tuple[list[Any], list[Edge]]:
    """Names by position as from_edges() numbers them, and the edges between these positions."""
    us, vs = [listed[u] for u, *_ in raw], [listed[v] for _, v, _ in raw]
    if sorted_ids and all(type(v) is int for v in [*us, *vs]):
        names = sorted({*us, *vs})
    else:
        names = list(dict.fromkeys([*us, *vs]))
    index = {name: i for i, name in enumerate(names)}
    return names, [(index[a], index[b], w) for a, b, (*_, w) in zip(us, vs, raw)]


def _from_names(n: int, raw: list[Edge], weighted: bool, rng: random.Random, folder: pathlib.Path) -> Sample:
    """from_edges(), from_pandas() and from_arrow() with ids and names."""
    options, loops, parallel = _policies(rng)
    options.update(directed=rng.random() < 0.6, exact_weights=rng.random() < 0.3)
    listed = _names(n, rng)
    names, edges = _by_names(listed, raw)
    us, vs = [listed[u] for u, *_ in raw], [listed[v] for _, v, _ in raw]
    weight = weight_column([w for *_, w in raw], rng) if weighted else None
    whole, text = all(type(v) is int for v in [*us, *vs]), all(type(v) is str for v in [*us, *vs])
    make = (lambda values: column(values, rng)) if whole else rng.choice(STRINGS if text else NAMES)
    way = rng.choice(["edges", "edges", "pandas", "polars", "arrow", "batch"] if (whole or text) and raw else ["edges", "edges", "pandas"])
    if way == "polars" and polars is None:
        way = "arrow"
    if way == "edges":
        graph = fathom.Graph.from_edges(make(us), make(vs), weight, **options)
    else:
        columns = {"from": us, "to": vs, "w": [w for *_, w in raw]}
        directed = options.pop("directed")
        ways: dict[str, Callable[[], Any]] = {
            "pandas": lambda: fathom.Graph.from_pandas(pandas.DataFrame({k: v if k == "w" else objects(v) if not whole else v for k, v in columns.items()}),
                                                       "from", "to", "w" if weighted else None, directed, **options),
            "polars": lambda: fathom.Graph.from_pandas(polars.DataFrame(columns, strict=True), "from", "to", "w" if weighted else None, directed, **options),
            "arrow": lambda: fathom.Graph.from_arrow(pyarrow.table(columns), "from", "to", "w" if weighted else None, directed, **options),
            "batch": lambda: fathom.Graph.from_arrow(pyarrow.table(columns).to_batches()[0], "from", "to", "w" if weighted else None, directed, **options),
        }
        graph = ways[way]()
        options["directed"] = directed
    return _sample(graph, names, edges, options["directed"], loops, parallel, weighted, options["exact_weights"], (way, options))


def _from_networkx(n: int, raw: list[Edge], weighted: bool, rng: random.Random, folder: pathlib.Path) -> Sample:
    """from_networkx() of the four kinds of graphs."""
    directed, multigraph = rng.random() < 0.5, rng.random() < 0.5
    kinds = {(False, False): nx.Graph, (True, False): nx.DiGraph, (False, True): nx.MultiGraph, (True, True): nx.MultiDiGraph}
    G, listed = kinds[directed, multigraph](), _names(n, rng)
    G.add_nodes_from(listed)
    for u, v, w in raw:
        G.add_edge(listed[u], listed[v], **({"cost": w} if w != 1 or rng.random() < 0.5 else {}))
    options, loops, parallel = _policies(rng)
    if parallel == "first":  # NetworkX lists edges in an order of its own
        options, parallel = {**options, "parallel_edges": "min"}, "min"
    index = {name: i for i, name in enumerate(listed)}
    # Data of an edge that comes again is replaced, unless the second has none.
    edges = [(index[u], index[v], float(w)) for u, v, w in G.edges(data="cost", default=1)]
    view = rng.choice([G, G, G.copy(as_view=True), G.subgraph(list(G))])
    graph = fathom.Graph.from_networkx(view, weight="cost" if weighted else None, **options)
    return _sample(graph, listed, edges, directed, loops, parallel, weighted, False, (type(G).__name__, options))


def _from_file(n: int, raw: list[Edge], weighted: bool, rng: random.Random, folder: pathlib.Path) -> Sample:
    """read() of an edge list or a table."""
    options, loops, parallel = _policies(rng)
    raw = [(u, v, w) for u, v, w in raw if w == int(w) and abs(w) < 2**53] or ([(0, 0, 1.0)] if n else [])
    if n == 0:
        return _from_positions(n, [], weighted, rng, folder)
    form, directed = rng.choice(["snap", "csv"]), rng.random() < 0.5
    options.update(directed=directed, symmetrize=rng.random() < 0.2, threads=rng.choice([0, 1]), exact_weights=rng.random() < 0.5)
    listed = _names(n, rng, "ids" if form == "snap" else "ids strings")
    names, edges = _by_names(listed, raw)
    if form == "csv" and not all(type(v) is int for v in names):
        names = list(dict.fromkeys(name for u, v, _ in raw for name in (listed[u], listed[v])))  # row by row
        index = {name: i for i, name in enumerate(names)}
        edges = [(index[listed[u]], index[listed[v]], w) for u, v, w in raw]
    if form == "snap" and rng.random() < 0.5:
        listed = names = list(range(n))
        edges = raw
        options.update(keep_id_gaps=True, num_vertices=n)
    if not weighted and rng.random() < 0.6:
        options["weights"] = False  # of a file that has a column of weights
    separator = "\t" if form == "snap" else rng.choice([",", ";"])
    lines = [separator.join([str(listed[u]), str(listed[v]), *([str(int(w))] if weighted or "weights" in options else [])]) for u, v, w in raw]
    file = folder / f"edges.{form if form == 'csv' else 'txt'}"
    if form == "csv":
        header = rng.random() < 0.6
        if header:
            lines.insert(0, separator.join(["a", "b", *(["c"] if weighted or "weights" in options else [])]))
        options.update(source_column="a" if header else 1, target_column=2, separator=separator, header=header,
                       **({"weight_column": "c" if header else "3"} if weighted else {}))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    graph = fathom.read(file, format=form, **options)
    return _sample(graph, names, edges, directed and not options["symmetrize"], loops, parallel, weighted, options["exact_weights"], options)


BUILDERS = [_from_positions, _from_positions, _from_csr, _from_scipy, _from_names, _from_names, _from_networkx, _from_file]
