"""Behavior of calls: interruption, progress, Python threads, concurrent calls, forked processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import networkx as nx
import pytest

import fathom
from fathom import Graph


def test_progress_is_called_and_may_end_the_work() -> None:
    seen: list[tuple[str, int, int]] = []
    fathom.bfs(fathom.generate.kron(10), 0, progress=lambda *what: seen.append(what))
    assert "searching" in {stage for stage, _, _ in seen} and all(done <= total for _, done, total in seen)

    class Enough(Exception):
        pass

    def refuse(stage: str, done: int, total: int) -> None:
        raise Enough(stage)

    with pytest.raises(Enough):
        fathom.bfs(fathom.generate.kron(10), 0, progress=refuse)
    assert fathom.bfs(fathom.generate.path(3), 0).distances.tolist() == [0, 1, 2]


@pytest.mark.parametrize("call", [fathom.core_numbers, fathom.k_core, fathom.k_truss, fathom.onion_layers, fathom.triangles, fathom.pagerank,
                                  lambda g, **how: fathom.personalized_pagerank(g, [0], **how)])
def test_progress_of_calls_without_sources(call) -> None:
    seen: list[tuple[str, int, int]] = []
    call(fathom.generate.kron(12), progress=lambda *what: seen.append(what))
    assert seen and all(stage and done <= total for stage, done, total in seen)


def test_a_progress_bar(capsys) -> None:
    pytest.importorskip("tqdm")
    fathom.distances(fathom.generate.grid(40, 40), progress=True)
    assert "searching" in capsys.readouterr().err


def test_a_callback_may_search_itself() -> None:
    g, inner = fathom.generate.grid(20, 20), []
    fathom.multi_bfs(g, progress=lambda *what: inner.append(fathom.bfs(g, 1).distances.max()))
    assert inner and set(inner) == {37}


def test_threads_share_a_graph() -> None:
    g = fathom.generate.kron(12)
    sources = fathom.random_sources(g, 16)
    expected = fathom.distances(g, sources)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda s: fathom.bfs(g, int(s), threads=1).distances, sources))
    assert np.array_equal(found, expected)


def _results_of_many_calls(g: fathom.Graph, source: int) -> list[np.ndarray]:
    names = fathom.Graph.from_edges(["a", "b", "c"], ["b", "c", "d"])
    return [
        fathom.bfs(g, source, threads=1).distances, fathom.distances(g, [source, 0], threads=1), fathom.sssp(g, source, threads=1).distances,
        fathom.weakly_connected_components(g, threads=1).labels, fathom.closeness(g, [source], threads=1).values,
        fathom.pagerank(g, threads=1).scores, fathom.core_numbers(g, threads=1), fathom.neighbors(g, [source], 2, threads=1).vertices,
        fathom.bfs(names, "a").distances,
    ]


def test_threads_prepare_and_read_one_graph_at_once() -> None:
    """Calls that find a graph without a prepared layout, and reports that several threads read first, also without a GIL."""
    weighted = fathom.generate.with_random_weights(fathom.generate.kron(9), 1, 9)
    sources = [int(s) for s in fathom.random_sources(weighted, 8)]
    expected = [_results_of_many_calls(weighted, s) for s in sources]
    fresh = fathom.generate.with_random_weights(fathom.generate.kron(9), 1, 9)
    shared = fathom.bfs(weighted, sources[0], report_levels=True).report
    together = threading.Barrier(len(sources))

    def work(source: int) -> tuple[list[np.ndarray], str]:
        together.wait()
        return _results_of_many_calls(fresh, source), shared.table()

    with ThreadPoolExecutor(len(sources)) as pool:
        found = list(pool.map(work, sources))
    for (results, table), of_one_thread in zip(found, expected):
        assert table == found[0][1]
        for result, one in zip(results, of_one_thread):
            assert np.array_equal(result, one)


def test_others_run_while_the_library_works() -> None:
    """The GIL is released: a counting thread keeps running."""
    g, counted, done = fathom.generate.kron(15), 0, threading.Event()

    def search() -> None:
        fathom.betweenness(g, samples=64, threads=1)
        done.set()

    worker = threading.Thread(target=search)
    began = time.perf_counter()
    worker.start()
    while not done.is_set() and time.perf_counter() - began < 60:
        counted += 1
        time.sleep(0.001)
    worker.join()
    took = time.perf_counter() - began
    assert counted > 20 * took


# A search that would take hours on any machine (one search from each of 1.44 million vertices), and a signal after half a second of it.
_LONG = """
    import os, signal, sys, threading, time
    signal.signal(signal.SIGINT, signal.default_int_handler)  # the parent process may ignore SIGINT
    import fathom
    g = fathom.generate.from_spec("grid:1200x1200")
    g.prepare()
    {handler}
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    began = time.perf_counter()
    try:
        {call}
    except {expected} as error:
        print("ended", type(error).__name__, time.perf_counter() - began < 20)
    assert fathom.bfs(fathom.generate.path(3), 0).distances.tolist() == [0, 1, 2]
    print(signal.getsignal(signal.SIGINT) is {after})
"""


@pytest.mark.parametrize("call", ["fathom.closeness(g)", "fathom.betweenness(g)"])
def test_ctrl_c_ends_a_search(call: str) -> None:
    text = _LONG.format(call=call, handler="", expected="KeyboardInterrupt", after="signal.default_int_handler")
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["ended", "KeyboardInterrupt", "True", "True"], done.stderr


def test_a_handler_of_the_users_is_called() -> None:
    handler = "mine = lambda *a: print('mine'); signal.signal(signal.SIGINT, mine)"
    text = _LONG.format(call="fathom.betweenness(g)", handler=handler, expected="fathom.Cancelled", after="mine")
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["mine", "ended", "Cancelled", "True", "True"], done.stderr


# Computed by a forked child of a process that has used the library: every kind of call, with and without `threads`.
_IN_CHILD = """
    import os, signal, sys
    import numpy as np
    import fathom
    g = fathom.generate.kron(10, weights=(1, 9))
    rows = fathom.Graph.from_edges(np.arange(150_000) % 40_000 * 3, np.arange(150_000) * 7 % 40_000 * 3)
    sources = fathom.random_sources(g, 20)

    def everything(threads):
        yield fathom.bfs(g, sources[0], threads=threads).distances
        yield fathom.distances(g, sources, threads=threads)
        yield fathom.sssp(g, sources[0], threads=threads).distances
        yield fathom.pagerank(g, threads=threads).scores
        yield fathom.personalized_pagerank(g, sources, threads=threads).scores
        yield fathom.weakly_connected_components(g, threads=threads).labels
        yield fathom.betweenness(g, samples=10, threads=threads).vertices
        yield fathom.closeness(g, sources, threads=threads).values
        yield fathom.triangles(g, threads=threads).triangles
        yield fathom.core_numbers(g, threads=threads)
        yield fathom.k_core(g, 3, threads=threads).indices
        yield fathom.eccentricity(g, sources[:2], threads=threads).values
        yield fathom.neighbors(g, sources, 2, threads=threads).vertices
        yield fathom.Graph.from_edges(rows.nodes[rows.indices], rows.nodes[rows.indices[::-1]], threads=threads).indices
        yield fathom.generate.kron(8, threads=threads).indices

    before = None
    if {used}:
        fathom.bfs(g, sources[0])  # on a GPU, if there is one; its child then computes on the CPU
        os.environ["FATHOM_DEVICE"] = "cpu"
        before = list(everything({parent}))
        del os.environ["FATHOM_DEVICE"]
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        found = [list(everything(threads)) for threads in (0, 3)]
        same = before is None or all(np.allclose(a, b) for some in found for a, b in zip(some, before))
        os._exit(0 if same else 3)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), len(list(everything(2))))
"""


@pytest.mark.parametrize("used, parent", [(True, 0), (True, 4), (False, 0)])
def test_a_forked_child_computes(used: bool, parent: int) -> None:
    text = textwrap.dedent(_IN_CHILD.format(used=used, parent=parent))
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120, env={**os.environ, "OMP_NUM_THREADS": "4"})
    assert done.stdout.split() == ["0", "15"], done.stderr


@pytest.mark.skipif(fathom.why_no_cuda() != "", reason=f"no GPU: {fathom.why_no_cuda()}")
def test_a_forked_child_says_why_it_has_no_gpu() -> None:
    text = """
        import os
        import fathom
        g = fathom.generate.kron(8)
        fathom.bfs(g, 1, device="cuda")
        child = os.fork()
        if child == 0:
            try:
                fathom.bfs(g, 1, device="cuda")
            except fathom.DeviceError as error:
                os._exit(0 if "forked" in str(error) and "forked" in fathom.why_no_cuda() and len(fathom.devices()) == 1 else 3)
            os._exit(4)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), fathom.bfs(g, 1, device="cuda").report.device)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["0", "cuda:0"], done.stderr


def test_threads_that_cannot_start_do_not_end_the_process() -> None:
    """GCC's OpenMP runtime aborts a process in which it cannot start a thread."""
    text = """
        import resource
        import fathom
        g = fathom.generate.kron(12, weights=(1, 9))
        source = fathom.random_sources(g, 1)[0]
        before = fathom.bfs(g, source, threads=1).distances
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (512 << 20), used + (512 << 20)))
        for threads in (1000, 100_000, 0):
            assert (fathom.bfs(g, source, threads=threads).distances == before).all()
            fathom.sssp(g, source, threads=threads), fathom.pagerank(g, threads=threads)
            fathom.weakly_connected_components(g, threads=threads), fathom.betweenness(g, samples=2, threads=threads)
            fathom.Graph.from_edges([5, 9], [9, 7], threads=threads)
        print("went on")
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["went", "on"], done.stderr


def test_fathom_device_selects_the_device() -> None:
    text = "import fathom; fathom.bfs(fathom.generate.path(3), 0)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, env={**os.environ, "FATHOM_DEVICE": "cuda:77"})
    assert "DeviceError" in done.stderr and "cuda:77" in done.stderr


def test_importing_is_quick_and_brings_nothing_along() -> None:
    text = "import fathom, sys; print([m for m in ('scipy', 'networkx', 'pandas', 'pyarrow', 'matplotlib', 'tqdm') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_devices() -> None:
    assert fathom.devices()[0].device == "cpu"


def test_wrong_types_of_options_are_named() -> None:
    g = fathom.generate.from_spec("path:3")
    for devices in ([None], [[]], [0.5]):
        with pytest.raises(TypeError, match="an entry of devices is .*; use an integer"):
            fathom.bfs(g, 0, devices=devices)
    with pytest.raises(TypeError, match="return_distances is .*; use True or False"):
        fathom.multi_bfs(g, [0], return_distances=np.array([0, 1]))
    with pytest.raises(TypeError, match="length is .*; use 'hops' or 'weights'"):
        fathom.shortest_path(g, 0, 1, length=[])  # type: ignore[arg-type]
    for call, said in (
            (lambda: fathom.random_walks(g, length=1.5), "length is 1.5 of type float; use an integer"),
            (lambda: fathom.random_walks(g, length=2, p="1"), "p is '1' of type str; use a number"),
            (lambda: fathom.sample_neighbors(g, [0], 3), "fanouts is 3; use a list"),
            (lambda: fathom.sample_neighbors(g, [0], [1.5]), "an entry of fanouts is 1.5"),
            (lambda: fathom.pagerank(g, personalization={1}), "personalization has entries that are not numbers"),
            (lambda: fathom.pagerank(g, start=[1j] * 3), "start has complex entries"),
            (lambda: fathom.pagerank(g, dtype=[1]), r"dtype is \[1\]; use float64 or float32"),
            (lambda: fathom.distances(g, [0], dtype="x"), "dtype is 'x'; use int8, int16 or int32"),
            (lambda: Graph.from_networkx(nx.path_graph(3), directed=True), "has no argument 'directed': the graph states it"),
            (lambda: Graph.from_networkx(nx.path_graph(3), copy=True), "from_networkx has no argument 'copy'; it has weight,"),
            (lambda: Graph.from_scipy(g.to_scipy(), num_vertices=3), "from_scipy has no argument 'num_vertices'")):
        with pytest.raises(TypeError, match=said):
            call()
    with pytest.raises(ValueError, match="hops is -1; it cannot be negative"):
        g.ego_graph(0, -1)
    for call in (fathom.neighbors, fathom.neighbor_counts):
        with pytest.raises(ValueError, match="hops is -1; it cannot be negative$"):
            call(g, [0], -1)
        with pytest.raises(TypeError, match="hops is None"):
            call(g, [0], None)
    with pytest.raises(ValueError, match="the smallest and the largest weight"):
        fathom.generate.kron(3, weights=(1,))
    with pytest.raises(ValueError, match="endpoints applies to values of vertices"):
        fathom.betweenness(g, vertices=False, edges=True, endpoints=True)
    with pytest.raises(ValueError, match="prepared=True: g.csv cannot hold a layout"):
        g.save("g.csv", prepared=True)
    with pytest.raises(ValueError, match="seed is -1; it cannot be negative"):
        fathom.communities(g, seed=-1)


def test_signal_module_is_not_changed() -> None:
    before = signal.getsignal(signal.SIGINT)
    fathom.bfs(fathom.generate.path(3), 0)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_works_after_threads_of_its_parent() -> None:
    """OpenMP keeps the threads of the parent, of which the child has none; here they are any threads."""
    program = """
        import os, threading, fathom
        threading.Thread(target=int).start()
        child = os.fork()
        if child == 0:
            g = fathom.generate.kron(14)
            same = fathom.bfs(g, 0).distances.tolist() == fathom.bfs(g, 0, threads=1).distances.tolist()
            os._exit(0 if same and fathom.pagerank(g).report.threads == 1 else 1)
        os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """
    assert subprocess.run([sys.executable, "-c", textwrap.dedent(program)], timeout=60).returncode == 0
