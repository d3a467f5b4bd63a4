#!/usr/bin/env python3
"""Runs the tests of the CUDA code in parallel on all GPUs of this machine. Called by scripts/gpu-test.

usage: gpu_jobs.py BUILD [--seconds S] [--per-gpu N] [--only PATTERN] [--continue]

Jobs are what ctest has with label 'cuda', large test programs in shards, and compute-sanitizer over small graphs. Output of each job is
in BUILD/gpu-jobs. With --seconds, jobs that have not ended by then are stopped and count as failed.

A GPU has one job at a time: kernels of several processes take turns on it, which takes longer than one process after another. 26 tests
of bfs_test took 5 s in one process, and 19 s in three at once. Jobs that use several GPUs see two. With CUDA_VISIBLE_DEVICES only these
GPUs are used.
"""

import argparse
import dataclasses
import fnmatch
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

# Shards of large test programs; those with the most shards start first.
SHARDS = {
    "bfs_test": 8,
    "multi_bfs_test": 6,
    "sssp_test": 4,
    "validate_test": 4,
    "edge_vertex_device_test": 4,
    "bench_device_test": 4,
    "centrality_test": 3,
    "graph_test": 2,
    "multi_search_device_test": 2,
    "pagerank_device_test": 2,
}

# compute-sanitizer slows kernels down by a factor of about 100.
NOT_LARGE = "*/long_path*:*kron*:*rmat*"
# racecheck only terminates on kernels that use little shared memory, so not on the persistent kernel of the search. Enterprise's
# status array races by design: any valid parent is correct. The code detects peer access by trying it, which reports API errors.
SANITIZED = [
    # tool, shards, test program, its tests
    ("memcheck", 2, "graph/graph_test", f"zoo/layout_over_zoo.*:-{NOT_LARGE}"),
    ("memcheck", 6, "bfs/bfs_test", f"zoo/every_manner.*:zoo/options_over_zoo.*:-{NOT_LARGE}"),
    ("memcheck", 2, "bfs/small_frontier_test", "*"),
    ("memcheck", 1, "bfs/wide_positions_test", "row_positions.*"),
    ("memcheck", 4, "multi_bfs/multi_bfs_test",
     f"zoo/every_method.*:zoo/layout_neighbors.*:zoo/sinks.*:multi_bfs_devices.*:-{NOT_LARGE}"),
    ("memcheck", 1, "triangles/triangles_test", "zoo/triangles_of.*:triangles.*:adjacency_rows.of_cliques*:-*kron*:*rmat*"),
    ("racecheck", 1, "triangles/triangles_test", "zoo/triangles_of.*:triangles.*:adjacency_rows.of_cliques*:-*kron*:*rmat*"),
    # These inputs hold values that must never be used as an index.
    ("memcheck", 2, "bfs/validate/validate_test",
     "bfs_validator.*:device_claims.*:validated_shapes.predecessors_of_random_bits:zoo/mutations.nothing_but_garbage/*"),
    ("racecheck", 1, "bfs/validate/validate_test", "bfs_validator.*:device_claims.*"),
    ("memcheck", 2, "components/components_test", f"zoo/*:components.stay*:-{NOT_LARGE}"),
    ("memcheck", 2, "sssp/sssp_test", "sssp_options.results*:sssp_options.kept*:sssp_options.weights*"),
    ("memcheck", 1, "cores/cores_test", "zoo/*multi*:*long_rows*:zoo/*star*:zoo/*complete*:zoo/*grid*"),
    ("memcheck", 1, "centrality/centrality_test", "*star*:*complete*:*grid*:closeness*:-*long_path*:*kron*:*rmat*"),
    ("memcheck", 1, "reach/reach_test", "*star*:*complete*:*grid*:*cycle*:-*long_path*:*kron*:*rmat*"),
    ("memcheck", 2, "visitor/searches/multi_search_device_test", "-*long_path*:*kron*:*rmat*"),
    ("memcheck", 2, "pagerank/pagerank_device_test", f"*block*:*personalized*:-{NOT_LARGE}"),
    # A forked process has no GPU, and a recording that fails is an error of the API.
    ("memcheck", 1, "gpu/gpu_test", "-forked*:recorded.*_are_not"),
    ("racecheck", 1, "gpu/gpu_test", "-forked*"),
    ("memcheck --report-api-errors no", 2, "distributed/partitioned_test",
     "*on_devices*:*device_partitions*:rank_search.returns*:rank_search.stops*"),
    ("memcheck --report-api-errors no", 1, "visitor/supersteps/edge_vertex_device_test",
     f"zoo/programs_on_several_devices.*:edge_vertex_on_several_devices.refuse*:-{NOT_LARGE}:*complete*"),
]

NOTHING_TESTED = 77  # as in scripts/lib.sh; also the exit code of a test program that has no GPU

SEVERAL_GPUS = re.compile(r"cuda\.(multi_bfs_test|edge_vertex|gpu_test)")
# Jobs that use their GPUs from several threads or processes, or fill the memory of one: nothing else runs on these GPUs.
ALONE = re.compile(r"rank\.|cuda\.thread_ranks|(cuda|memcheck)\.partitioned_test")


@dataclasses.dataclass
class Job:
    name: str
    command: list
    environment: dict
    on_several: bool = False  # sees two GPUs
    alone: bool = False  # no other job runs on its GPUs
    gpus: list = dataclasses.field(default_factory=list)  # on which it counts
    process: subprocess.Popen | None = None
    began: float = 0
    seconds: float = 0
    status: int | None = None


def shards(name, count, command, environment, **how):
    for i in range(count):
        part = {"GTEST_TOTAL_SHARDS": str(count), "GTEST_SHARD_INDEX": str(i)} if count > 1 else {}
        yield Job(f"{name}.{i}" if count > 1 else name, command, {**environment, **part}, **how)


def jobs_of(build):
    listed = subprocess.run(["ctest", "--show-only=json-v1", "-L", "cuda"], cwd=build, capture_output=True, text=True, check=True)
    jobs = []
    for test in json.loads(listed.stdout)["tests"]:
        properties = {p["name"]: p["value"] for p in test["properties"]}
        if "command" not in test:
            sys.exit(f"error: {test['name']} is not built; run: cmake --build {build}")
        environment = dict(e.split("=", 1) for e in properties.get("ENVIRONMENT", []))
        count = SHARDS.get(test["name"].removeprefix("cuda."), 1)
        command = [c for c in test["command"] if c != "--gtest_brief=1"]
        alone = bool(ALONE.match(test["name"])) or properties.get("RUN_SERIAL", False)
        jobs += shards(test["name"], count, command, environment, on_several=alone or bool(SEVERAL_GPUS.match(test["name"])), alone=alone)
    for tool, count, program, which in SANITIZED:
        command = ["compute-sanitizer", "--tool", *tool.split(), "--error-exitcode", "9", os.path.join(build, "tests", program),
                   f"--gtest_filter={which}"]
        name = f"{tool.split()[0]}.{os.path.basename(program)}"
        jobs += shards(name, count, command, {"FATHOM_TEST_DEVICE": "cuda"}, on_several="--report-api-errors" in tool,
                       alone=bool(ALONE.match(name)))
    # Jobs of many shards take longest.
    parts = {j.name: sum(k.name.rsplit(".", 1)[0] == j.name.rsplit(".", 1)[0] for k in jobs) for j in jobs}
    return sorted(jobs, key=lambda j: (not j.alone, -parts[j.name]))


class Runner:
    def __init__(self, folder, gpus, per_gpu):
        """`gpus`: their names in CUDA_VISIBLE_DEVICES"""
        self.folder, self.per_gpu, self.jobs_on = folder, per_gpu, {gpu: 0 for gpu in gpus}
        self.running = []

    def start(self, job):
        """Starts the job if its GPUs have room for it, and returns whether it did."""
        kept = {gpu for other in self.running if other.alone for gpu in other.gpus}
        shared = sorted((gpu for gpu in self.jobs_on if gpu not in kept), key=self.jobs_on.get)
        seen = shared[: 2 if job.on_several else 1]
        job.gpus = seen if job.alone else seen[:1]
        most = 0 if job.alone else self.per_gpu - 1
        if len(seen) < min(2 if job.on_several else 1, len(self.jobs_on)) or any(self.jobs_on[gpu] > most for gpu in job.gpus):
            return False
        for gpu in job.gpus:
            self.jobs_on[gpu] += 1
        environment = {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive", "FATHOM_RANKS_LIMIT": "1200", **os.environ, **job.environment,
                       "CUDA_VISIBLE_DEVICES": ",".join(seen)}
        with open(os.path.join(self.folder, job.name), "w") as log:
            job.process = subprocess.Popen(job.command, stdout=log, stderr=subprocess.STDOUT, env=environment, start_new_session=True)
        job.began = time.monotonic()
        self.running.append(job)
        return True

    def end(self, stop):
        """Takes the jobs that have ended, or all if `stop`; returns them."""
        for job in self.running:
            if stop and job.process.poll() is None:
                os.killpg(job.process.pid, signal.SIGKILL)
                job.process.wait()
            job.status = job.process.poll()
            job.seconds = time.monotonic() - job.began
        ended = [j for j in self.running if j.status is not None]
        self.running = [j for j in self.running if j.status is None]
        for job in ended:
            for gpu in job.gpus:
                self.jobs_on[gpu] -= 1
        return ended


class Passed:
    """Jobs that have passed, in a file that a later run can continue from: a line per job with the time of its programs."""

    def __init__(self, file, continues):
        self.file, self.before = file, set()
        if continues and os.path.exists(file):
            with open(file) as lines:
                self.before = set(lines.read().splitlines())
        else:
            open(file, "w").close()

    @staticmethod
    def line(job):
        programs = [word for word in job.command if os.path.isfile(word)]
        return f"{job.name} {max(map(os.path.getmtime, programs), default=0)}"

    def __contains__(self, job):
        return self.line(job) in self.before

    def add(self, job):
        with open(self.file, "a") as lines:
            lines.write(self.line(job) + "\n")


def report(folder, ended, left):
    """Prints what failed, what was stopped and the longest jobs; returns the exit code."""
    cases, failed = 0, 0
    for job in sorted(ended, key=lambda j: -j.seconds):
        with open(os.path.join(folder, job.name), errors="replace") as log:
            text = log.read()
        passed = len(re.findall(r"^\S*\[       OK \]", text, re.M))
        cases += passed
        if job.status in (0, NOTHING_TESTED):
            continue
        failed += 1
        print(f"\n{job.name}: {'stopped' if job.status == -signal.SIGKILL else f'exit code {job.status}'} after {job.seconds:.0f} s, "
              f"{passed} tests passed; {os.path.join(folder, job.name)}")
        print("\n".join(text.splitlines()[-12:]))
    longest = sorted(ended, key=lambda j: -j.seconds)[:12]
    print("\nlongest: " + ", ".join(f"{j.name} {j.seconds:.0f} s" for j in longest))
    skipped = sorted(j.name for j in ended if j.status == NOTHING_TESTED)
    if skipped:
        print("skipped: " + ", ".join(skipped))
    if left:
        print("not run: " + ", ".join(j.name for j in left))
    print(f"{len(ended) - failed - len(skipped)} jobs passed, {failed} failed or stopped, {len(skipped)} skipped, {len(left)} not run; "
          f"{cases} tests passed")
    if failed or left:
        return 1
    return 0 if len(ended) > len(skipped) else NOTHING_TESTED


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", help="build folder, such as build/release")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--per-gpu", type=int, default=1, help="jobs at a time on a GPU (default: 1)")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="jobs whose name matches")
    parser.add_argument("--continue", action="store_true", dest="continues", help="leave out jobs that passed in the last run of this build")
    options = parser.parse_args()
    for program in ("nvidia-smi", "compute-sanitizer"):
        if not shutil.which(program):
            sys.exit(f"error: {program} not found; it comes with the {'driver' if program == 'nvidia-smi' else 'CUDA toolkit'}")
    build = os.path.abspath(options.build)
    folder = os.path.join(build, "gpu-jobs")
    os.makedirs(folder, exist_ok=True)
    listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=True)
    all_gpus = ",".join(map(str, range(max(1, listed.stdout.count("GPU ")))))
    runner = Runner(folder, os.environ.get("CUDA_VISIBLE_DEVICES", all_gpus).split(","), options.per_gpu)
    passed = Passed(os.path.join(folder, "passed.txt"), options.continues)
    waiting = [j for j in jobs_of(build) if fnmatch.fnmatch(j.name, options.only) and j not in passed]
    print(f"{len(waiting)} jobs on {len(runner.jobs_on)} GPUs", flush=True)
    ended, until = [], time.monotonic() + options.seconds
    while waiting or runner.running:
        is_over = time.monotonic() > until
        for job in runner.end(is_over):
            ended.append(job)
            verdict = {0: "passed ", NOTHING_TESTED: "skipped"}.get(job.status, "FAILED ")
            print(f"{verdict} {job.name}, {job.seconds:.0f} s", flush=True)
            if job.status == 0:
                passed.add(job)
        if is_over:
            break
        for job in waiting[:]:
            if runner.start(job):
                waiting.remove(job)
        time.sleep(0.05)
    sys.exit(report(folder, ended, waiting))


if __name__ == "__main__":
    main()
