"""PASGAL's half: bfs and scc, which print a line per round."""

import os
import re
import statistics
import subprocess

GRAPHS = ["rmat:20:16", "kron:20:16", "random:1000000:3", "lattice:1000x1000"]
QUICK_GRAPHS = ["rmat:12:16", "lattice:100x100"]
WORKS = ["scc", "bfs"]
BFS_GRAPHS = ("kron:", "uniform:", "grid:", "USA")  # the others are measured for their strong components


class Peer:
    name = "PASGAL"

    def __init__(self, folder, options):
        self.folder, self.options = os.path.join(folder, "PASGAL", "src"), options

    def call(self, program, threads, *arguments):
        command = [*self.options.affinity(threads), os.path.join(self.folder, program), *arguments]
        environment = {**os.environ, "PARLAY_NUM_THREADS": str(threads)}
        # Its searches use much stack; it appends its times to a file in the current folder.
        done = subprocess.run(
            ["bash", "-c", 'ulimit -s unlimited 2>/dev/null; exec "$@"', "bash", *command],
            capture_output=True,
            text=True,
            env=environment,
            cwd=self.options.scratch,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr.strip()[-400:]}")
        return done.stdout

    def directed(self, work):
        return work == "scc"

    def applies(self, work, name):
        return work == "scc" or os.path.basename(name).startswith(BFS_GRAPHS)

    def pair(self, work, files, fathom, threads):
        if work == "scc":
            ours = fathom.in_new_processes(self.options.trials, "components", files.fathom_file(), "--strong")
            text = self.call("SCC/scc", threads, "-i", files.bin())
            seconds = [float(s) for s in re.findall(r"^SCC: scc: (\S+)", text, re.M)]
            found = [int(re.search(p, text).group(1)) for p in (r"number of scc: (\d+)", r"max scc: (\d+)")]
            theirs = {"seconds": statistics.median(seconds), "trials": len(seconds)}
            return ours, theirs, [ours["json"]["count"], ours["json"]["largest"][0]["size"]] == found
        sources = fathom.random_sources(files.sg(), self.options.sources)
        ours = fathom.searches("bfs", files.fathom_file(), sources)
        seconds = []
        for source in sources:
            # -v compares every distance with those of a serial search
            text = self.call("BFS/bfs", threads, "-i", files.bin(), "-s", "-r", str(source), *(["-v"] if self.options.verify else []))
            if self.options.verify and "Passed!" not in text:
                return ours, {"seconds": float("nan"), "trials": 0}, False
            seconds += [float(s) for s in re.findall(r"^Round \d+: (\S+)", text, re.M)]
        return ours, {"seconds": statistics.median(seconds), "trials": len(seconds)}, self.options.verify or None
