"""Columns of edge endpoints from lists, arrays and tables: dictionary encoding of names, and refusals."""

from __future__ import annotations

import enum
import io
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import fathom
from fathom import Graph

SRC, DST = ["b", "a", "b", "d"], ["a", "c", "c", "b"]  # in order of first appearance, all sources first: b, a, d, c


def edges(graph: Graph) -> list[tuple[Any, Any]]:
    sources = np.repeat(np.arange(graph.num_vertices), graph.degrees).tolist()
    return sorted((graph.nodes[u], graph.nodes[v]) for u, v in zip(sources, graph.indices.tolist()))


def columns_of_packages() -> dict[str, tuple[Any, Any]]:
    made: dict[str, tuple[Any, Any]] = {
        "lists": (SRC, DST), "tuples": (tuple(SRC), tuple(DST)), "NumPy": (np.array(SRC), np.array(DST)),
        "objects": (np.array(SRC, object), np.array(DST, object)), "iterators": (iter(SRC), (name for name in DST)),
        "views": (dict(enumerate(SRC)).values(), dict(enumerate(DST)).values()), "mixed": (np.array(SRC), list(DST)),
        "NumPy strings": (np.array(SRC, np.dtypes.StringDType()), np.array(DST, np.dtypes.StringDType())) if hasattr(np.dtypes, "StringDType") else (SRC, DST),
    }
    pandas, pyarrow, polars = (pytest.importorskip(name) if name != "polars" else _polars() for name in ("pandas", "pyarrow", "polars"))
    made["pandas"] = pandas.Series(SRC), pandas.Series(DST)
    made["pandas objects"] = pandas.Series(SRC, dtype=object), pandas.Series(DST, dtype=object)
    unused = pandas.CategoricalDtype(["zz", "c", "d", "a", "b"])
    made["pandas categories"] = pandas.Series(SRC, dtype=unused), pandas.Series(DST, dtype=unused)
    for kind in ("string[python]", "string[pyarrow]"):
        made[f"pandas {kind}"] = pandas.Series(SRC, dtype=kind), pandas.Index(DST, dtype=kind)
    made["pandas of Arrow"] = tuple(pandas.Series(names, dtype=pandas.ArrowDtype(pyarrow.large_string())) for names in (SRC, DST))
    made["Arrow"] = pyarrow.array(SRC), pyarrow.array(DST)
    made["Arrow slices"] = pyarrow.array(["zz", *SRC, "zz"]).slice(1, 4), pyarrow.array(["zz", *DST], pyarrow.large_string()).slice(1)
    repeated = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, 1, 2, 3]), pyarrow.array(SRC))  # "b" twice
    made["Arrow dictionary with repetitions"] = repeated, pyarrow.array(DST)
    made["Arrow chunks"] = pyarrow.chunked_array([SRC[:1], SRC[1:]]), pyarrow.chunked_array([DST[:3], [], DST[3:]], pyarrow.string())
    made["Arrow dictionaries"] = tuple(pyarrow.chunked_array([pyarrow.array(part).dictionary_encode() for part in (names[:2], names[2:])])
                                       for names in (SRC, DST))
    if polars:
        made["Polars"] = polars.Series(SRC), polars.Series(DST)
        made["Polars categories"] = polars.Series(SRC, dtype=polars.Categorical), polars.Series(DST, dtype=polars.Enum(["d", "c", "b", "a"]))
    return made


def _polars() -> Any:
    try:
        import polars
    except ImportError:
        return None
    return polars


COLUMNS = columns_of_packages()


@pytest.mark.parametrize("package", COLUMNS)
def test_names_from_any_package(package: str) -> None:
    graph = Graph.from_edges(*COLUMNS[package])
    assert list(graph.nodes) == ["b", "a", "d", "c"] and edges(graph) == sorted(zip(SRC, DST))


def test_tables_of_names() -> None:
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    tables = [pandas.DataFrame({"source": SRC, "target": DST}), pandas.DataFrame({"source": SRC, "target": DST}, dtype="category")]
    arrow = [pyarrow.table({"source": SRC, "target": DST}), pyarrow.table({"source": pyarrow.array(SRC).dictionary_encode(), "target": DST})]
    if polars := _polars():
        tables.append(polars.DataFrame({"source": SRC, "target": DST}))
        tables.append(tables[-1].with_columns(polars.col("source").cast(polars.Categorical), polars.col("target").cast(polars.Enum(["c", "a", "b"]))))
        arrow += tables[-2:]
        for build in (Graph.from_pandas, Graph.from_arrow):
            with pytest.raises(TypeError, match=r"collect\(\) first"):
                build(tables[-1].lazy())
    for table in tables:
        assert edges(Graph.from_pandas(table)) == sorted(zip(SRC, DST))
    for table in arrow:
        assert edges(Graph.from_arrow(table)) == sorted(zip(SRC, DST))
    with pytest.raises(KeyError, match="no column is called 'from'; the columns are 'source', 'target'"):
        Graph.from_pandas(tables[0], "from")


def test_random_strings_agree_with_a_dictionary() -> None:
    generator = np.random.default_rng(5)
    # Lengths on both sides of a machine word, code points of one to four bytes, and enough names for a larger table.
    names = np.array([chr(int(generator.choice([97, 233, 8364, 128512]))) * int(generator.integers(0, 4)) + "x" * (i % 19) + str(i)
                      for i in range(3000)] + ["", "a\0b"])
    src, dst = (names[generator.integers(0, names.size, 5000)].tolist() for _ in range(2))
    expected = list(dict.fromkeys([*src, *dst]))
    for convert in (list, np.array, lambda listed: np.array(listed, object)):
        graph = Graph.from_edges(convert(src), convert(dst), self_loops="keep")
        assert list(graph.nodes) == expected and set(edges(graph)) == set(zip(src, dst))


def test_strings_that_are_not_plain_text() -> None:
    class Color(str, enum.Enum):
        RED = "red"

    assert Graph.from_edges([Color.RED], ["b"]).nodes[0] is Color.RED
    assert list(Graph.from_edges(["a\ud800", "b"], ["b", "c"]).nodes) == ["a\ud800", "b", "c"]  # without a UTF-8 form
    assert list(Graph.from_edges(["a", 1], ["b", "a"]).nodes) == ["a", 1, "b"]
    saved = pickle.loads(pickle.dumps(Graph.from_edges(SRC, DST)))
    assert list(saved.nodes) == ["b", "a", "d", "c"] and list(saved.subgraph(["d", "a"]).nodes) == ["a", "d"]


def test_random_names_agree_with_a_dictionary() -> None:
    generator = np.random.default_rng(4)
    names = np.array([f"n{i}" for i in range(300)] + [(i, str(i)) for i in range(50)] + list(range(50)) + [2.5], object)
    src, dst = (names[generator.integers(0, names.size, 2000)] for _ in range(2))
    index: dict[Any, int] = {}
    expected = [index.setdefault(name, len(index)) for name in [*src, *dst]]
    graph = Graph.from_edges(list(src), list(dst), duplicates="keep", self_loops="keep")
    assert list(graph.nodes) == list(index)
    order = np.lexsort((expected[2000:], expected[:2000]))
    assert graph.indices.tolist() == np.array(expected[2000:])[order].tolist()
    assert np.repeat(np.arange(graph.num_vertices), graph.degrees).tolist() == np.array(expected[:2000])[order].tolist()


@pytest.mark.parametrize("pairs", [np.array([[3, 1], [1, 2]]), [(3, 1), (1, 2)], [[3, 1], [1, 2]], iter([(3, 1), (1, 2)]), {(3, 1), (1, 2)},
                                   {3: 1, 1: 2}.items(), np.matrix([[3, 1], [1, 2]]), np.asfortranarray([[3, 1], [1, 2]], ">u2")])
def test_pairs(pairs: Any) -> None:
    assert edges(Graph.from_edges(pairs)) == [(1, 2), (3, 1)]


@pytest.mark.parametrize(("src", "dst", "error", "words"), [
    ({1, 2}, [1, 2], TypeError, "src is a set, whose entries have no order; use a list"),
    ("ab", "bc", TypeError, "src is 'ab'; use a list or array"),
    (1, 2, TypeError, "src is 1; use a list or array"),
    ([1, 2], None, ValueError, "src is not a list of pairs"),
    (["ab", "cd"], None, ValueError, "src is not a list of pairs"),
    ([(1, 2, 0.5)], None, ValueError, "src is not a list of pairs.*pass the third entries as weight"),
    ({1: 2}, None, TypeError, r"src is a dict; pass pairs \(source, target\), such as src.items\(\)"),
    (None, None, TypeError, "src is None; pass src and dst"),
    ([1, -5], [2, 3], ValueError, r"src\[1\] is -5: ids must be nonnegative; number the vertices from 0, or pass strings"),
    ([2**64], [1], ValueError, "src has the id 18446744073709551616; ids must be at least 0 and below"),
    (np.array([1.0]), [2], TypeError, r"src has dtype float64.*astype\('int64'\)"),
    (np.zeros((2, 3), int), None, ValueError, r"src has shape \(2, 3\)"),
    (["a", None], ["b", "c"], ValueError, r"src\[1\] has no value"),
    ([1, 2], ["b", float("nan")], ValueError, r"dst\[1\] has no value"),
    ([[], []], [1, 2], ValueError, "src has 2 dimensions"),
    ([{}, "a"], [1, 2], TypeError, "not hashable"),
    (np.ma.masked_array([0, 1], [0, 1]), [1, 2], TypeError, "src has masked entries"),
    ([0, 1, 2], [1, 2], ValueError, "src has 3 entries and dst has 2"),
])
def test_refusals(src: Any, dst: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Graph.from_edges(src, dst)


def test_tables_are_not_columns() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"source": [1], "target": [2]})
    for arguments in ((frame,), (frame, frame)):
        with pytest.raises(TypeError, match="use Graph.from_pandas"):
            Graph.from_edges(*arguments)
    with pytest.raises(ValueError, match="2 columns are called 'source'; rename them"):
        Graph.from_pandas(pandas.DataFrame([["a", "b", "c"]], columns=["source", "source", "target"]))
    with pytest.raises(ValueError, match="use different columns"):
        Graph.from_pandas(frame, "source", "source")
    with pytest.raises(ValueError, match="column 'source' has no value in row 1"):
        Graph.from_pandas(pandas.DataFrame({"source": ["a", None], "target": ["b", "c"]}))


def weight_columns() -> dict[str, tuple[Any, Any]]:
    """A column of 1 and 2.5 by package, and one with the second value missing."""
    pandas, polars, pyarrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    return {
        "pandas": (pandas.Series([1, 2.5], index=[7, 8]), pandas.Series([1, None])),
        "pandas nullable": (pandas.array([1, 2.5], dtype="Float64"), pandas.array([1, None], dtype="Int64")),
        "polars": (polars.Series([1.0, 2.5]), polars.Series([1, None])),
        "arrow": (pyarrow.array([1, 2.5]), pyarrow.array([1, None])),
        "arrow chunks": (pyarrow.chunked_array([[1], [2.5]], pyarrow.float64()), pyarrow.chunked_array([[1], [None]], pyarrow.int64())),
        "arrow decimals": (pyarrow.array([Decimal("1"), Decimal("2.5")]), pyarrow.array([Decimal(1), None])),
    }


@pytest.mark.parametrize("package", ["pandas", "pandas nullable", "polars", "arrow", "arrow chunks", "arrow decimals"])
def test_weights_of_every_package(package: str) -> None:
    whole, missing = weight_columns()[package]
    for build in (lambda w: Graph.from_edges([0, 1], [1, 2], w), lambda w: Graph.from_csr([0, 1, 2, 2], [1, 2], w)):
        assert build(whole).weights.tolist() == [1, 2.5]
        with pytest.raises(ValueError, match=r"^weight\[1\] has no value; drop edges"):
            build(missing)


def test_weights_of_tables() -> None:
    pandas, polars, pyarrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    columns = {"source": [0, 1], "target": [1, 2], "cost": [1.5, None]}
    for table in (pandas.DataFrame(columns), polars.DataFrame(columns), pyarrow.table(columns)):
        build = Graph.from_arrow if isinstance(table, pyarrow.Table) else Graph.from_pandas
        with pytest.raises(ValueError, match="^column 'cost' has no value in row 1; drop edges"):
            build(table, weight="cost")
    for table in (pandas.DataFrame(columns), polars.DataFrame(columns)):
        with pytest.raises(TypeError, match="weight is a DataFrame; use one of its columns"):
            Graph.from_edges([0, 1], [1, 2], table)


@pytest.mark.filterwarnings("error")
def test_columns_of_unusual_types() -> None:
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    wide = polars.DataFrame({"source": polars.Series([0, 1], dtype=polars.Int128), "target": [1, 2]})
    assert edges(Graph.from_pandas(wide)) == [(0, 1), (1, 2)]
    assert Graph.from_pandas(wide.with_columns(weight="source"), weight="weight").weights.tolist() == [0, 1]
    assert Graph.from_pandas(polars.DataFrame({"source": [True, False], "target": [False, True]})).nodes == [True, False]
    half = pyarrow.table({"source": np.array([1, 2], np.float16), "target": [2, 3]})
    assert Graph.from_arrow(half).nodes.tolist() == [1, 2, 3]


G = Graph.from_edges([0, 1], [1, 2], [1.0, 2.0])
PAIR = Graph.from_edges([0], [1], directed=False)


@pytest.mark.parametrize(("call", "error", "words"), [
    (lambda: fathom.bfs(G, 0, threads="all"), TypeError, "threads is 'all' of type str; use an integer"),
    (lambda: fathom.bfs(G, 0, threads=10**12), ValueError, "threads is 1000000000000, which is out of range"),
    (lambda: fathom.bfs(G, 0, device=1), TypeError, "device is 1 of type int; use a string"),
    (lambda: fathom.bfs(G, 0, deterministic=None), TypeError, "deterministic is None of type NoneType; use True or False"),
    (lambda: fathom.sssp(G, 0, delta="wide"), TypeError, "delta is 'wide' of type str; use a number"),
    (lambda: fathom.pagerank(G, alpha="x"), TypeError, "alpha is 'x' of type str; use a number"),
    (lambda: fathom.pagerank(G, max_iter=2.5), TypeError, "max_iter is 2.5 of type float; use an integer"),
    (lambda: fathom.random_sources(G, 2, seed=-1), ValueError, "seed is -1; it cannot be negative"),
    (lambda: fathom.read(io.StringIO("0 1")), TypeError, "path is a StringIO; use the name of a file"),
    (lambda: G.save(None), TypeError, "path is a NoneType; use the name of a file"),
    (lambda: Graph.from_csr([0, -1, 1], [0]), ValueError, r"indptr\[1\] is -1; offsets cannot be negative"),
    (lambda: Graph.from_csr([0.0, 1.0], [0]), TypeError, "indptr has dtype float64; offsets must be integers; convert"),
    (lambda: Graph.from_csr([0, 1], ["a"]), TypeError, "indices has dtype <U1; positions must be integers"),
    (lambda: fathom.biconnected_components(PAIR, edges=True).component(-1), IndexError, "there is no component -1; there are 1, from 0"),
    (lambda: fathom.biconnected_components(PAIR, edges=True).component_edges(-1), IndexError, "there is no component -1"),
    (lambda: fathom.biconnected_components(PAIR).component(1), IndexError, "there is no component 1"),
    (lambda: fathom.topological_order(G).generation(-1), IndexError, "there is no generation -1; there are 3, from 0"),
    (lambda: fathom.neighbors(G, [0]).of(-1), IndexError, "there is no source -1; there are 1, from 0"),
    (lambda: fathom.random_walks(G, [0], length=2).walk(1), IndexError, "there is no walk 1; there are 1, from 0"),
    (lambda: fathom.communities(PAIR).community("x"), TypeError, "community is 'x' of type str; use an integer"),
    (lambda: Graph.from_csr([0, 1], [-1]), ValueError, r"indices\[0\] is -1: ids must be nonnegative; number the vertices from 0$"),
    (lambda: G.prepare(device=0), TypeError, "device is 0 of type int; use a string"),
    (lambda: Graph.from_edges([0], [1], [["x"]]), ValueError, "weight has shape"),
    (lambda: Graph.from_edges([0], [1], "w"), TypeError, "weight is a str"),
    (lambda: Graph.from_edges([0], [1], {(0, 1): 2.5}), TypeError, "weight is a dict; use a list or array with one number per edge"),
    (lambda: Graph.from_edges([0], [1], ["2"]), TypeError, r"dtype <U1; weights must be numbers"),
    (lambda: Graph.from_edges([0], [1], np.array(["2"], object)), TypeError, r"weight\[0\] is '2' of type str"),
    (lambda: Graph.from_edges([0, 0], [1, 2], np.array([2, None], object)), ValueError, r"weight\[1\] has no value"),
    (lambda: Graph.from_edges([0], [1], directed=None), TypeError, "directed is None of type NoneType; use True or False"),
    (lambda: Graph.from_edges([0], [1], directed="no"), TypeError, "directed is 'no' of type str; use True or False"),
    (lambda: Graph.from_edges([0], [1], keep_id_gaps="yes"), TypeError, "keep_id_gaps is 'yes'"),
    (lambda: Graph.from_csr([0, 1], [0], in_edges=None), TypeError, "in_edges is None"),
    (lambda: fathom.spanning_forest(G, maximum="no"), TypeError, "maximum is 'no'"),
    (lambda: fathom.sssp(G, 0, keep_on_device="no"), TypeError, "keep_on_device is 'no'"),
    (lambda: G.largest_component(strong="no"), TypeError, "strong is 'no'"),
    (lambda: fathom.validate_bfs(G, 0, np.array([0, 1 + 2**32, 2])), ValueError, "distances has values from 0 to 4294967297"),
    (lambda: fathom.validate_bfs(G, 0, [0.0, 1.5, np.inf]), TypeError, "distances has dtype float64; use integers"),
    (lambda: fathom.pagerank(G, personalization={0: 1}), TypeError, "personalization is a dict; use an array"),
    (lambda: fathom.distances(G, {0, 2}), TypeError, "sources is a set, whose entries have no order"),
    (lambda: G.to_pandas("end", "end"), ValueError, "use different names"),
    (lambda: fathom.bfs(G, 0, device=""), ValueError, "unknown device ''; known: auto, cpu, cuda"),
    (lambda: fathom.bfs(G, 0, devices=[""]), ValueError, "unknown device ''"),
    (lambda: G.prepare(""), ValueError, "unknown device ''"),
    (lambda: fathom.read("g.csv", format=""), ValueError, "^format is an empty string; leave it out, or use None"),
    (lambda: fathom.read("g.csv", weight_column=""), ValueError, "^weight_column is an empty string"),
    (lambda: G.save("g.el", format=""), ValueError, "^format is an empty string"),
    (lambda: G.save("g.el", format=3), TypeError, "format is 3 of type int; use a string"),
    (lambda: G.save(""), FileNotFoundError, "No such file"),
    (lambda: fathom.distances_to_file(G, ""), FileNotFoundError, "No such file"),
    (lambda: fathom.report_html(G, ""), FileNotFoundError, "No such file"),
    (lambda: fathom.report_html(G, "g.html", title=""), ValueError, "^title is an empty string"),
    (lambda: fathom.compile_search("struct a {};", name=""), ValueError, "^name is an empty string"),
    (lambda: fathom.compile_program("struct a {};", compiler=""), ValueError, "^compiler is an empty string"),
])
def test_wrong_arguments_are_named(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words) as refused:
        call()
    assert "incompatible" not in str(refused.value)


def test_flags_may_be_numbers() -> None:
    for directed in (False, np.False_, 0):
        assert not Graph.from_edges([0], [1], directed=directed).directed
    assert Graph.from_edges([0], [1], directed=1).directed


def test_weights_of_python_numbers() -> None:
    exact = [Decimal("1.5"), Fraction(1, 4), 3]
    assert Graph.from_edges([0, 1, 2], [1, 2, 3], np.array(exact, object)).weights.tolist() == [1.5, 0.25, 3]
    large = Graph.from_edges([0], [1], np.array([2**53 + 1], object))
    assert "beyond 2^53" in large.receipt.notes[0]


def test_sparse_columns_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    column = pandas.arrays.SparseArray
    assert Graph.from_pandas(pandas.DataFrame({"source": column([0, 2]), "target": column([2, 3])})).nodes.tolist() == [0, 2, 3]


def test_edges_of_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    assert edges(Graph.from_edges(networkx.path_graph(3).edges)) == [(0, 1), (1, 2)]
    with pytest.raises(ValueError, match="use Graph.from_networkx for edges with data"):
        Graph.from_edges(networkx.path_graph(3).edges(data=True))


def test_weights_of_networkx_are_attributes() -> None:
    networkx = pytest.importorskip("networkx")
    with pytest.raises(TypeError, match="use the name of an edge attribute"):
        Graph.from_networkx(networkx.path_graph(3), weight=lambda u, v, d: 1)
    with pytest.raises(TypeError, match="the attribute 'weight' of some edge is '3'; weights must be numbers"):
        Graph.from_networkx(networkx.Graph([(0, 1, {"weight": "3"})]), weight="weight")
    with pytest.warns(fathom.ReadWarning, match="no edge has the attribute 'wieght'"):
        Graph.from_networkx(networkx.path_graph(3), weight="wieght")
