"""Measures Fathom and one peer on the same graphs, compares the results, and prints one table.

Run by bench/peers/run, which installs the peer. Exit codes: 0, 1 if results differ or a measurement failed, 2 for wrong options.
"""

import argparse
import importlib
import json
import math
import os
import platform
import shutil
import sys
import tempfile
import time

from fathom_side import Fathom
from graphs import GraphFiles

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def parse(arguments):
    parser = argparse.ArgumentParser(prog="bench/peers/run", description="Compare Fathom with another program.")
    parser.add_argument("peer", choices=["gap", "pasgal", "cugraph"])
    parser.add_argument("graphs", nargs="*", metavar="GRAPH", help="graph file, generator or lattice:WxH (default: the peer's list)")
    parser.add_argument("--works", help="works to measure, separated by commas (default: all that apply)")
    parser.add_argument("--threads", default="1", help="numbers of CPU threads, separated by commas (default: 1)")
    parser.add_argument("--trials", type=int, help="repetitions of a work (default: 5; 2 with --quick)")
    parser.add_argument("--sources", type=int, help="sources of searches (default: 16; 2 with --quick)")
    parser.add_argument("--verify", action="store_true", help="also run the peer's own verifier, which can take minutes")
    parser.add_argument("--quick", action="store_true", help="small graphs and few trials, all verified; no figures to report")
    parser.add_argument("--limit", type=float, default=math.inf, metavar="SECONDS", help="start no measurement after this time")
    parser.add_argument("--json", metavar="FILE", help="also write the table as JSON")
    parser.add_argument("--fathom", metavar="PROGRAM", help="the program to measure (default: of build/release, else of the path)")
    parser.add_argument("--folder", default=os.path.join(ROOT, "build", "peers"), help="installed peers (default: build/peers)")
    parser.add_argument("--data", metavar="FOLDER", help="converted graphs, kept for later runs (default: FOLDER/graphs)")
    parser.add_argument("--pool-gib", type=int, default=None, help="memory pool of cuGraph (default: 32; 2 with --quick)")
    options = parser.parse_intermixed_args(arguments)
    try:
        options.threads = [int(t) for t in options.threads.split(",")]
    except ValueError:
        parser.error(f"'--threads {options.threads}' is not a list of numbers; use for example --threads 1,2")
    if min(options.threads) < 1:
        parser.error("--threads requires numbers of at least 1")
    options.trials = options.trials or (2 if options.quick else 5)
    options.sources = options.sources or (2 if options.quick else 16)
    options.repeats = 2  # trials per source of a GAP search
    options.slow_trials = 2  # of triangles on a CPU
    options.verify = options.verify or options.quick
    options.pool_bytes = (options.pool_gib or (2 if options.quick else 32)) << 30
    options.data = options.data or os.path.join(options.folder, "graphs")
    release = os.path.join(ROOT, "build", "release", "tools", "fathom", "fathom")
    options.fathom = options.fathom or os.environ.get("FATHOM") or (release if os.path.exists(release) else shutil.which("fathom"))
    if not options.fathom or not shutil.which(options.fathom):
        parser.error("no fathom program; build the release preset, or name one with --fathom PROGRAM")
    allowed = sorted(os.sched_getaffinity(0))
    if options.peer != "cugraph" and max(options.threads) > len(allowed):
        parser.error(f"--threads {max(options.threads)}: this machine has {len(allowed)} processors")

    def affinity(threads):
        pin = shutil.which("taskset")
        return [pin, "-c", ",".join(str(c) for c in allowed[:threads])] if pin else []

    options.affinity = affinity
    return parser, options


def machine():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()


def row_of(name, work, threads, ours, theirs, agree):
    row = {"graph": name, "work": work, "threads": threads, "agree": agree}
    row |= {"peer_seconds": theirs["seconds"], "peer_trials": theirs["trials"]}
    row |= {"fathom_seconds": ours["seconds"], "fathom_trials": ours["trials"], "ratio": theirs["seconds"] / ours["seconds"]}
    if ours.get("seconds_on_device"):
        row["fathom_seconds_on_device"] = ours["seconds_on_device"]
        row["ratio_on_device"] = theirs["seconds"] / ours["seconds_on_device"]
    if ours.get("seconds_with_copies") and ours.get("seconds_on_device"):
        row["fathom_seconds_with_copies"] = ours["seconds_with_copies"]
        row["ratio_with_copies"] = theirs["seconds"] / ours["seconds_with_copies"]
    for key in ("precision", "converged", "difference", "sources", "delta"):
        if key in theirs:
            row["peer_" + key] = theirs[key]
    return row


def milliseconds(seconds):
    return "" if seconds is None else f"{seconds * 1e3:.3g}" if seconds < 1 else f"{seconds * 1e3:,.0f}"


def print_table(rows, peer, device):
    columns = ["graph", "work", *(["threads"] if device == "cpu" else []), f"{peer}, ms", "Fathom, ms"]
    columns += ["with copies, ms", "on device, ms", "ratio", "ratio with copies"] if device != "cpu" else ["ratio"]
    print("| " + " | ".join([*columns, "results"]) + " |")
    print("|" + " --- |" * (len(columns) + 1))
    for r in rows:
        work = r["work"] + (f", delta {r['peer_delta']:,}" if "peer_delta" in r else "")
        cells = [r["graph"], work, *([str(r["threads"])] if device == "cpu" else [])]
        if "error" in r:
            cells += [""] * (len(columns) - len(cells)) + [r["error"]]
        else:
            cells += [milliseconds(r["peer_seconds"]), milliseconds(r["fathom_seconds"])]
            if device != "cpu":
                cells += [milliseconds(r.get(f"fathom_seconds_{part}")) for part in ("with_copies", "on_device")]
            cells.append(f"{r['ratio']:.2f}")
            if device != "cpu":
                cells.append(f"{r['ratio_with_copies']:.2f}" if "ratio_with_copies" in r else "")
            cells.append({True: "equal", False: "DIFFERENT", None: "not compared"}[r["agree"]])
        print("| " + " | ".join(cells) + " |")


def measure(module, peer, options, device):
    """Yields a row per graph, work and number of threads; a measurement that fails is a row with an error."""
    began = time.monotonic()
    names = options.graphs or (module.QUICK_GRAPHS if options.quick else module.GRAPHS)
    works = options.works.split(",") if options.works else module.WORKS
    for name in names:
        for directed in (False, True):
            files = GraphFiles(name, options.data, options.fathom, directed)
            for work in works:
                if getattr(peer, "directed", lambda _: False)(work) != directed:
                    continue
                if not options.works and hasattr(peer, "applies") and not peer.applies(work, name):
                    continue
                for threads in options.threads if device == "cpu" else [None]:
                    if time.monotonic() - began > options.limit:
                        yield {"graph": name, "work": work, "threads": threads, "error": "skipped: --limit"}
                        continue
                    pinned = options.affinity(threads) if threads else None
                    fathom = Fathom(options.fathom, device, threads, pinned)
                    start = time.monotonic()
                    try:
                        row = row_of(name, work, threads, *peer.pair(work, files, fathom, threads))
                    except Exception as failure:  # one row's failure must not lose the others
                        row = {"graph": name, "work": work, "threads": threads, "error": f"failed: {failure}"}
                    print(f"{name} {work} {threads or device}: {time.monotonic() - start:.1f} s", file=sys.stderr, flush=True)
                    yield row
            files.forget()
            if hasattr(peer, "forget"):
                peer.forget()


def main(arguments):
    parser, options = parse(arguments)
    module = importlib.import_module(options.peer)
    device = "cuda" if options.peer == "cugraph" else "cpu"
    if options.works:
        unknown = set(options.works.split(",")) - set(module.WORKS)
        if unknown:
            parser.error(f"'{sorted(unknown)[0]}' is not a work of {options.peer}; use {', '.join(module.WORKS)}")
    for folder in (options.folder, options.data):
        os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as options.scratch:
        try:
            peer = module.Peer(options.folder, options)
        except Exception as failure:  # a missing module, or no GPU
            print(f"error: {failure}", file=sys.stderr)
            return 1
        rows = []
        for row in measure(module, peer, options, device):
            rows.append(row)
            if options.json:
                write_json(options, peer, device, rows)
    print_table(rows, peer.name, device)
    return 1 if any("failed" in r.get("error", "") or r.get("agree") is False for r in rows) else 0


def write_json(options, peer, device, rows):
    table = {
        "peer": peer.version() if hasattr(peer, "version") else peer.name,
        "fathom": Fathom(options.fathom).version(),
        "machine": machine(),
        "device": device,
        "quick": options.quick,
        "rows": rows,
    }
    with open(options.json + ".part", "w", encoding="utf-8") as file:
        json.dump(table, file, indent=2)
        file.write("\n")
    os.replace(options.json + ".part", options.json)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
