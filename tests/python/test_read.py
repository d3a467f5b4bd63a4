"""Reading of files: vertices, direction, columns, and warnings about decisions."""

from __future__ import annotations

import os
import pathlib
import pickle
import warnings

import numpy as np
import pytest
import scipy.sparse

import fathom
from fathom import Graph, ReadWarning


def write(folder: pathlib.Path, name: str, text: str) -> pathlib.Path:
    file = folder / name
    file.write_text(text)
    return file


def read_with_warnings(file: pathlib.Path, **options: object) -> tuple[Graph, list[str]]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        graph = fathom.read(file, **options)
    assert all(one.category is ReadWarning and one.filename == __file__ for one in caught)
    return graph, [str(one.message) for one in caught]


GAPS = "3 10\n10 20\n20 3\n20 41\n"


def test_names_in_another_encoding_are_read(tmp_path) -> None:
    (tmp_path / "a.csv").write_bytes(b"source,target\nM\xfcller,K\xf6ln\n")
    with pytest.warns(fathom.ReadWarning, match="not UTF-8"):
        g = fathom.read(tmp_path / "a.csv")
    assert [os.fsencode(name) for name in g.nodes] == [b"M\xfcller", b"K\xf6ln"]
    assert fathom.bfs(g, g.nodes[0]).distances.tolist() == [0, 1]
    assert pickle.loads(pickle.dumps(g)).nodes == g.nodes
    g.save(tmp_path / "b.csv")
    assert b"M\xfcller,K\xf6ln" in (tmp_path / "b.csv").read_bytes()


def test_trust_applies_to_fathom_files(tmp_path: pathlib.Path) -> None:
    fathom.generate.path(3).save(tmp_path / "g.fathom")
    assert fathom.read(tmp_path / "g.fathom", trust=True).num_vertices == 3
    with pytest.raises(ValueError, match="trust=True applies to .fathom files"):
        fathom.read(write(tmp_path, "g.el", "0 1\n"), trust=True)


def test_refusals_of_save_name_no_options_of_the_command_line(tmp_path: pathlib.Path) -> None:
    g = fathom.Graph.from_edges([0, 1], [1, 2], [0.5, 1])
    for name, remedy in (("g.gr", "use a graph without weights, or"), ("g.wsg", "whole weights of 32 bits; use a graph without"),
                         ("g.adj", "whole weights; use a graph without"), ("g.graph", "symmetrize=True")):
        with pytest.raises(OSError, match=remedy):
            g.save(tmp_path / name)


def test_the_format_tsv_separates_columns_by_tabs(tmp_path: pathlib.Path) -> None:
    fathom.generate.path(2).save(tmp_path / "g", format="tsv")
    assert (tmp_path / "g").read_text() == "source\ttarget\n0\t1\n1\t0\n"


def test_an_edge_list_has_the_vertices_that_it_names(tmp_path: pathlib.Path) -> None:
    g = fathom.read(write(tmp_path, "g.txt", GAPS), directed=False)
    assert g.nodes.tolist() == [3, 10, 20, 41] and fathom.bfs(g, 41).distances.tolist() == [2, 2, 1, 0]
    with pytest.raises(KeyError, match="no vertex is called 4"):
        fathom.bfs(g, 4)
    gaps = fathom.read(tmp_path / "g.txt", directed=False, keep_id_gaps=True)
    assert gaps.nodes == range(42) and gaps.receipt.isolated == 38
    more = fathom.read(tmp_path / "g.txt", directed=False, num_vertices=6)
    assert more.nodes.tolist() == [0, 1, 3, 10, 20, 41]
    with pytest.raises(ValueError, match="4"):
        fathom.read(tmp_path / "g.txt", num_vertices=3)
    with pytest.raises(ValueError, match="negative"):
        fathom.read(tmp_path / "g.txt", num_vertices=-1)


def test_counts_that_a_file_declares(tmp_path: pathlib.Path) -> None:
    g, said = read_with_warnings(write(tmp_path, "g.txt", "# Nodes: 6 Edges: 4\n" + GAPS), directed=True)
    assert g.num_vertices == 6 and not said
    g, said = read_with_warnings(write(tmp_path, "g.txt", "# Nodes: 2 Edges: 4\n" + GAPS), directed=True)
    assert g.num_vertices == 4 and any("2" in text and "4" in text for text in said)


def test_direction_is_stated_or_warned_of(tmp_path: pathlib.Path) -> None:
    for name in ("dag.txt", "dag.tsv", "dag.edges"):
        file = write(tmp_path, name, "1\t2\n1\t3\n2\t3\n3\t4\n")
        g, said = read_with_warnings(file)
        assert not g.directed and sum("direction is not stated" in text for text in said) == 1, name
        for directed in (True, False):
            g, said = read_with_warnings(file, directed=directed)
            assert g.directed is directed and not any("direction" in text for text in said), name
    g, said = read_with_warnings(write(tmp_path, "stated.txt", "# Directed graph\n1\t2\n"))
    assert g.directed and not said


def test_columns_of_a_table(tmp_path: pathlib.Path) -> None:
    file = write(tmp_path, "t.csv", "a;b;cost;when\n7;9;2.5;1999\n9;7;1.5;2001\n")
    g = fathom.read(file, source_column="b", target_column="a", weight_column="cost", separator=";", header=True, directed=True)
    assert g.nodes.tolist() == [7, 9] and fathom.sssp(g, 9).distances.tolist() == [2.5, 0]
    same = fathom.read(file, source_column=2, target_column=1, weight_column=3, directed=True)
    assert np.array_equal(same.weights, g.weights) and np.array_equal(same.indices, g.indices)
    rows = fathom.read(write(tmp_path, "r.csv", "ann,bob\nbob,cid\n"), header=False, directed=False)
    assert sorted(rows.nodes) == ["ann", "bob", "cid"]
    with pytest.raises(ValueError):
        fathom.read(file, source_column="nobody", target_column="a")
    with pytest.raises(ValueError, match="one ASCII character"):
        fathom.read(file, separator="||")
    with pytest.raises(ValueError, match="^separator applies to tables"):
        fathom.read(write(tmp_path, "g.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n"), separator=";")


def test_messages_name_arguments_of_python(tmp_path: pathlib.Path) -> None:
    file = write(tmp_path, "g.txt", "5 9 1.5\n9 2 2.5\n")
    g, said = read_with_warnings(file)
    assert any("use directed=True or directed=False" in text for text in said) and any("use weights=False" in text for text in said)
    assert set(said) <= set(g.receipt.notes) and not any("--" in note for note in g.receipt.notes)
    with pytest.raises(ValueError, match="num_vertices=2"):
        fathom.read(file, num_vertices=2)
    with pytest.raises(ValueError, match='^weight_column "7" is not a weight column'):
        fathom.read(file, weight_column=7)
    with pytest.raises(fathom.FormatError, match='use format="snap" for names'):
        fathom.read(write(tmp_path, "names.el", "1 2\nann bob\n"))


@pytest.mark.parametrize("kind", ["csr", "csc", "coo"])
def test_matrices_saved_by_scipy(tmp_path: pathlib.Path, kind: str) -> None:
    generator = np.random.default_rng(1)
    entries = np.float64([1, 2, 0.1]), (np.int64([0, 0, 2]), np.int64([1, 3, 0]))
    repeated = generator.integers(1, 9, 200), tuple(generator.integers(0, 30, (2, 200)))  # tocsr() sums entries of one place
    for made, n in ((entries, 4), (repeated, 30)):
        matrix = scipy.sparse.coo_array(made, shape=(n, n))
        expected = Graph.from_scipy(matrix)
        for compressed in (True, False):
            scipy.sparse.save_npz(tmp_path / "m.npz", matrix.asformat(kind), compressed=compressed)
            g = fathom.read(tmp_path / "m.npz", parallel_edges="sum", self_loops="keep")
            assert g == expected and g.directed == expected.directed
    for other in ("bsr", "dia"):
        scipy.sparse.save_npz(tmp_path / "m.npz", matrix.asformat(other))
        with pytest.raises(fathom.FormatError, match=f"format '{other}'.*tocsr"):
            fathom.read(tmp_path / "m.npz")


LOOPS = "# Directed graph\n0 0\n0 1\n1 2\n2 0\n2 2\n2 3\n4 4\n4 5\n"
COUNTING_LOOPS = {
    "pagerank": lambda g: fathom.pagerank(g).scores, "personalized_pagerank": lambda g: fathom.personalized_pagerank(g, [0]).scores,
    "modularity": lambda g: fathom.modularity(g, [0, 0, 1, 1, 2, 2]), "communities": lambda g: fathom.communities(g).modularity,
    "label_propagation": lambda g: fathom.label_propagation(g).modularity, "local_efficiency": lambda g: fathom.local_efficiency(g).values,
    "random_walks": lambda g: fathom.random_walks(g, length=20).walks, "sample_neighbors": lambda g: fathom.sample_neighbors(g, [0], [-1]).rows,
    "two_coloring": lambda g: fathom.two_coloring(g).odd_cycle, "topological_order": lambda g: fathom.topological_order(g).cycle,
}


@pytest.mark.parametrize("name", COUNTING_LOOPS)
def test_functions_warn_of_self_loops_that_were_removed_by_default(tmp_path: pathlib.Path, name: str) -> None:
    file, call = write(tmp_path, "g.txt", LOOPS), COUNTING_LOOPS[name]
    directed = name in ("pagerank", "personalized_pagerank", "random_walks", "sample_neighbors", "topological_order")
    src, dst = np.loadtxt(file, int).T
    lost = fathom.read(file, directed=directed)
    for g in (lost, lost.reverse(), lost.subgraph(range(6)), Graph.from_edges(src, dst, directed=directed)):
        with pytest.warns(ReadWarning, match=rf"self-loops count in {name}\(\).*self_loops='keep'") as caught:
            call(g)
        assert caught[0].filename == __file__
    kept, removed = (fathom.read(file, directed=directed, self_loops=choice) for choice in ("keep", "remove"))
    clean = Graph.from_edges(src[src != dst], dst[src != dst], directed=directed)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with_loops, without = call(kept), call(removed)
        assert np.array_equal(call(clean), without) and not np.array_equal(with_loops, without)
        fathom.bfs(lost, 0)
