"""How calls behave: interrupted, watched, from threads, beside each other."""

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
import pytest

import fathom


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


def test_others_run_while_the_library_works() -> None:
    """Without the interpreter's lock: a thread that counts does not stand still."""
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


# A search that would take minutes, and a signal after half a second of it.
_LONG = """
    import os, signal, sys, threading, time
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started this may have it ignored
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


@pytest.mark.parametrize("call", ["fathom.eccentricity(g)", "fathom.betweenness(g)"])
def test_ctrl_c_ends_a_search(call: str) -> None:
    text = _LONG.format(call=call, handler="", expected="KeyboardInterrupt", after="signal.default_int_handler")
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["ended", "KeyboardInterrupt", "True", "True"], done.stderr


def test_a_handler_of_the_users_is_called() -> None:
    handler = "mine = lambda *a: print('mine'); signal.signal(signal.SIGINT, mine)"
    text = _LONG.format(call="fathom.betweenness(g)", handler=handler, expected="fathom.Cancelled", after="mine")
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["mine", "ended", "Cancelled", "True", "True"], done.stderr


def test_fathom_device_is_heeded() -> None:
    text = "import fathom; fathom.bfs(fathom.generate.path(3), 0)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, env={**os.environ, "FATHOM_DEVICE": "cuda:77"})
    assert "DeviceError" in done.stderr and "cuda:77" in done.stderr


def test_importing_is_quick_and_brings_nothing_along() -> None:
    text = "import fathom, sys; print([m for m in ('scipy', 'networkx', 'pandas', 'pyarrow', 'matplotlib', 'tqdm') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_devices() -> None:
    assert fathom.devices()[0].device == "cpu"


def test_signal_module_is_left_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    fathom.bfs(fathom.generate.path(3), 0)
    assert signal.getsignal(signal.SIGINT) is before
