"""Fathom's half of a comparison: runs the program and reads its JSON."""

import json
import os
import statistics
import subprocess
import tempfile

import numpy


def median(values):
    return statistics.median(values)


def summary(runs, found, values):
    """`seconds_with_copies` is of runs on a GPU that also copy their results to the host."""
    return {
        "seconds": median([r["seconds"] for r in runs]),
        "seconds_on_device": median([r.get("seconds_on_device") or 0 for r in runs]),
        "trials": len(runs),
        "json": found,
        "values": values,
    }


class Fathom:
    """One way to run the program: its path, and a device or a number of CPU threads."""

    def __init__(self, program, device="cpu", threads=None, affinity=None):
        self.program, self.device, self.threads = program, device, threads
        self.prefix = affinity or []

    def call(self, *arguments):
        command = [*self.prefix, self.program, *arguments, "--device", self.device, "--json"]
        if self.threads:
            command += ["--threads", str(self.threads)]
        # All kernels are loaded before the clock starts, as a second call in one process would find them.
        environment = {**os.environ, "CUDA_MODULE_LOADING": "EAGER"} if self.device != "cpu" else None
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr.strip()[-400:]}")
        return json.loads(done.stdout)

    def with_output(self, *arguments):
        """Also returns the array that --output writes."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "values.npy")
            found = self.call(*arguments, "--output", path)
            return found, numpy.load(path)

    def searches(self, command, path, sources, *options):
        """Searches from each source; the answer lists what each reached. On a GPU, results are left there in the runs that count."""
        arguments = [x for source in sources for x in ("--source", str(source))]
        found, distances = self.with_output(command, path, *arguments, *options)
        copied = runs = found["runs"]
        if self.device != "cpu":
            runs = self.call(command, path, *arguments, *options)["runs"]
        return {
            "seconds": median([r["seconds"] for r in runs]),
            "seconds_with_copies": median([r["seconds"] for r in copied]),
            "seconds_on_device": median([r.get("seconds_on_device") or 0 for r in runs]),
            "trials": len(runs),
            "reached": [r["reached"] for r in runs],
            "edges": [r["edges_traversed"] for r in runs],
            "distances": distances.reshape(len(runs), -1),
        }

    def repeated(self, trials, command, path, *options):
        """Medians over `trials` runs in one process. With --output, a GPU copies the results to the host in each run: these runs are in
        another process, and counted apart."""
        repeat = ("--repeat", str(trials))
        runs = self.call(command, path, *repeat, *options)["runs"]
        found, values = self.with_output(command, path, *(repeat if self.device != "cpu" else ()), *options)
        answer = summary(runs, found, values)
        if self.device != "cpu":
            # pagerank leaves its scores on the device in all runs, and reports one copy of them
            one_copy = found["seconds_copy"] if command == "pagerank" else 0
            answer["seconds_with_copies"] = median([r["seconds"] for r in found["runs"]]) + one_copy
        return answer

    def in_new_processes(self, trials, command, path, *options):
        """Medians over `trials` processes, whose times include page faults of new memory; the output of the first."""
        first, values = self.with_output(command, path, *options)
        return summary([first] + [self.call(command, path, *options) for _ in range(trials - 1)], first, values)

    def pagerank(self, trials, path, tolerance, *options):
        return self.repeated(trials, "pagerank", path, "--tolerance", str(tolerance), *options)

    def random_sources(self, path, count):
        """Vertices with edges, chosen by the program's fixed seed."""
        found = self.call("bfs", path, "--sources", f"random:{count}")
        return [run["source"] for run in found["runs"]]

    def version(self):
        done = subprocess.run([self.program, "--version"], capture_output=True, text=True, check=True)
        return done.stdout.strip().splitlines()[0]
