"""The GAP benchmark suite's half: bfs, cc, pr, tc and sssp, which print a line per trial and, with -a, a summary of the result."""

import os
import re
import statistics
import subprocess

import numpy

GRAPHS = ["kron:20:16", "uniform:20:16", "grid:1500x1500"]
QUICK_GRAPHS = ["kron:12:16", "grid:100x100"]
WORKS = ["bfs", "cc", "sssp", "pr", "tc"]
TOLERANCE, MOST_ITERATIONS = 1e-4, 20  # defaults of its pr
EXACT_TOLERANCE, EXACT_ITERATIONS = 1e-6, 200
DELTAS = [4**k for k in range(9)]  # widths of its sssp's buckets that are tried; its default is 1


class Peer:
    name = "GAP"

    def __init__(self, folder, options):
        self.folder, self.options = os.path.join(folder, "gapbs"), options

    def call(self, program, threads, *arguments):
        """Seconds of each trial, and everything printed."""
        command = [*self.options.affinity(threads), os.path.join(self.folder, program), *arguments, "-a"]
        if self.options.verify:
            command.append("-v")
        environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr.strip()[-400:]}")
        if "FAIL" in done.stdout:
            raise RuntimeError(f"{' '.join(command)}: its own verification failed")
        seconds = [float(s) for s in re.findall(r"^Trial Time:\s+(\S+)", done.stdout, re.M)]
        if not seconds:
            raise RuntimeError(f"{' '.join(command)}: printed no trial time")
        return seconds, done.stdout

    def searches(self, program, path, sources, pattern, threads, *arguments):
        seconds, found = [], []
        for source in sources:
            times, text = self.call(program, threads, "-f", path, "-r", str(source), "-n", str(self.options.repeats), *arguments)
            seconds += times
            found.append(tuple(int(x) for x in re.search(pattern, text).groups()))
        return {"seconds": statistics.median(seconds), "trials": len(seconds), "found": found}

    def best_delta(self, path, source, threads):
        """The width of buckets with the fastest search from one source: its default suits few graphs. The three widths that are
        fastest in one trial have five more."""
        def fastest(deltas, trials):
            trial = {d: min(self.call("sssp", threads, "-f", path, "-r", str(source), "-n", trials, "-d", str(d))[0]) for d in deltas}
            return sorted(trial, key=trial.get)

        return fastest(fastest(DELTAS, "1")[:3], "5")[0]

    def counted(self, program, path, pattern, threads, trials):
        """A new process per trial, as on Fathom's side: the first call in a process pays for the pages of new memory."""
        seconds, text = [], ""
        for _ in range(trials):
            times, text = self.call(program, threads, "-f", path, "-n", "1")
            seconds += times
        return {"seconds": statistics.median(seconds), "trials": trials, "found": int(re.search(pattern, text).group(1))}

    def pair(self, work, files, fathom, threads):
        """Fathom's measurement, the peer's, and whether their results agree."""
        trials, sg = self.options.trials, files.sg()
        if work in ("bfs", "sssp"):
            weighted = work == "sssp"
            sources = fathom.random_sources(sg, self.options.sources)
            # GAP's sssp gives no predecessors.
            options = ["--distances-only"] if weighted else []
            ours = fathom.searches(work, files.fathom_file(weighted), sources, *options)
            if work == "bfs":
                theirs = self.searches("bfs", sg, sources, r"BFS Tree has (\d+) nodes and (\d+) edges", threads)
                return ours, theirs, list(zip(ours["reached"], ours["edges"], strict=True)) == theirs["found"]
            delta = self.best_delta(files.wsg(), sources[0], threads)
            theirs = self.searches("sssp", files.wsg(), sources, r"SSSP Tree reaches (\d+) nodes", threads, "-d", str(delta))
            theirs["delta"] = delta
            return ours, theirs, [(r,) for r in ours["reached"]] == theirs["found"]
        if work == "cc":
            ours = fathom.in_new_processes(trials, "components", files.fathom_file())
            theirs = self.counted("cc", sg, r"There are (\d+) components", threads, trials)
            return ours, theirs, ours["json"]["count"] == theirs["found"]
        if work == "tc":
            trials = min(trials, self.options.slow_trials)
            ours = fathom.in_new_processes(trials, "triangles", files.fathom_file())
            theirs = self.counted("tc", sg, r"(\d+) triangles", threads, trials)
            return ours, theirs, ours["json"]["count"] == theirs["found"]
        ours = fathom.pagerank(trials, files.fathom_file(), TOLERANCE, "--max-iterations", str(MOST_ITERATIONS))
        seconds, text = self.call("pr", threads, "-f", sg, "-n", str(trials), "-i", str(MOST_ITERATIONS), "-t", str(TOLERANCE))
        theirs = {"seconds": statistics.median(seconds), "trials": trials}
        # Results are compared at a tolerance where both have converged.
        exact = fathom.pagerank(1, files.fathom_file(), EXACT_TOLERANCE, "--max-iterations", str(EXACT_ITERATIONS))
        _, text = self.call("pr", threads, "-f", sg, "-n", "1", "-i", str(EXACT_ITERATIONS), "-t", str(EXACT_TOLERANCE))
        return ours, theirs, agree_on_top(exact["values"], text)


def agree_on_top(scores, text):
    """Its five largest scores against Fathom's, both divided by the first: GAP loses the score of vertices without edges."""
    top = [(float(s), int(v)) for v, s in re.findall(r"^(\d+):([0-9.e+-]+)$", text, re.M)]
    if not top:
        return False
    theirs = numpy.array([s for s, _ in top]) / top[0][0]
    ours = numpy.array([scores[v] for _, v in top]) / scores[top[0][1]]
    return bool(numpy.all(numpy.abs(ours - theirs) < 1e-3))
