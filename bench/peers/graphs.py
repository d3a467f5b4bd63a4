"""Graph files that Fathom and a peer both read, made once from a graph's name.

A name is what `fathom` accepts (a file or a generator such as kron:20:16), or lattice:WxH: a torus of W x H vertices, each connected
to its four neighbors in one random direction, or, one edge in five, in both: a large strong component with long paths.
"""

import dataclasses
import os
import subprocess

import numpy

LOWEST_WEIGHT, HIGHEST_WEIGHT = 1, 255  # the range of the GAP suite


@dataclasses.dataclass
class Rows:
    """Adjacency rows: out-neighbors of v are targets[offsets[v] : offsets[v + 1]]."""

    directed: bool
    offsets: numpy.ndarray  # int64[n + 1]
    targets: numpy.ndarray  # int32[m]
    in_offsets: numpy.ndarray | None = None
    in_targets: numpy.ndarray | None = None

    @property
    def vertices(self):
        return len(self.offsets) - 1

    def sources(self):
        return numpy.repeat(numpy.arange(self.vertices, dtype=numpy.int32), numpy.diff(self.offsets))


def read_sg(path):
    """Reads GAP's binary format: one byte 'directed', the numbers of edges and of vertices, then the rows, also of in-edges."""
    with open(path, "rb") as file:
        directed = file.read(1) != b"\0"
        edges, vertices = (int(x) for x in numpy.fromfile(file, numpy.int64, 2))
        parts = []
        for _ in range(2 if directed else 1):
            parts += [numpy.fromfile(file, numpy.int64, vertices + 1), numpy.fromfile(file, numpy.int32, edges)]
    return Rows(directed, *parts)


def write_sg(path, rows, weights=None, in_weights=None):
    """Writes GAP's .sg, or with weights its .wsg."""
    with open(path + ".part", "wb") as file:
        file.write(b"\1" if rows.directed else b"\0")
        numpy.array([len(rows.targets), rows.vertices], numpy.int64).tofile(file)
        for offsets, targets, values in (
            (rows.offsets, rows.targets, weights),
            (rows.in_offsets, rows.in_targets, in_weights),
        ):
            if offsets is None:
                continue
            offsets.tofile(file)
            (targets if values is None else numpy.stack([targets, values], axis=1)).tofile(file)
    os.replace(path + ".part", path)


def write_bin(path, rows):
    """Writes the .bin of GBBS and PASGAL: the numbers of vertices, edges and bytes, the offsets, the targets."""
    size = 3 * 8 + 8 * len(rows.offsets) + 4 * len(rows.targets)
    with open(path + ".part", "wb") as file:
        numpy.array([rows.vertices, len(rows.targets), size], numpy.uint64).tofile(file)
        rows.offsets.astype(numpy.uint64).tofile(file)
        rows.targets.astype(numpy.uint32).tofile(file)
    os.replace(path + ".part", path)


def symmetric_weights(sources, targets):
    """Whole numbers from 1 to 255 that depend only on an edge's endpoints, the same in both directions."""
    low, high = numpy.minimum(sources, targets).astype(numpy.uint64), numpy.maximum(sources, targets).astype(numpy.uint64)
    bits = (low << numpy.uint64(32)) | high
    # SplitMix64's finalizer
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        bits = (bits ^ (bits >> numpy.uint64(shift))) * numpy.uint64(factor)
    bits ^= bits >> numpy.uint64(31)
    return (LOWEST_WEIGHT + bits % numpy.uint64(HIGHEST_WEIGHT - LOWEST_WEIGHT + 1)).astype(numpy.int32)


def rows_of(vertices, sources, targets):
    """Rows of directed edges, and of their reverses."""
    parts = []
    for first, second in ((sources, targets), (targets, sources)):
        order = numpy.lexsort((second, first))
        offsets = numpy.zeros(vertices + 1, numpy.int64)
        numpy.cumsum(numpy.bincount(first, minlength=vertices), out=offsets[1:])
        parts += [offsets, second[order].astype(numpy.int32)]
    return Rows(True, *parts)


def lattice(width, height, seed=27491095):
    at = numpy.arange(width * height, dtype=numpy.int64).reshape(height, width)
    here = numpy.concatenate([at.ravel(), at.ravel()])
    there = numpy.concatenate([numpy.roll(at, -1, axis=1).ravel(), numpy.roll(at, -1, axis=0).ravel()])
    chance = numpy.random.default_rng(seed).random(len(here))
    there_too, back = chance < 0.6, chance >= 0.4
    sources = numpy.concatenate([here[there_too], there[back]])
    return rows_of(width * height, sources, numpy.concatenate([there[there_too], here[back]]))


class GraphFiles:
    """The files of one graph in a folder, each written when it is first needed and kept for later runs."""

    def __init__(self, name, folder, fathom, directed=False):
        self.name, self.directed = name, directed
        self.fathom = fathom
        base = os.path.basename(name) if os.path.exists(name) else name.replace(":", "_")
        self.base = os.path.join(folder, base + (".directed" if directed else ""))
        os.makedirs(folder, exist_ok=True)
        self._rows = None

    def sg(self):
        path = self.base + ".sg"
        if os.path.exists(path):
            return path
        if self.name.startswith("lattice:"):
            width, height = (int(x) for x in self.name.partition(":")[2].split("x"))
            write_sg(path, lattice(width, height))
            return path
        command = [self.fathom, "convert", self.name, path, *(["--directed"] if self.directed else [])]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return path

    def rows(self):
        if self._rows is None:
            self._rows = read_sg(self.sg())
        return self._rows

    def forget(self):
        self._rows = None

    def wsg(self):
        path = self.base + ".wsg"
        if not os.path.exists(path):
            rows = self.rows()
            write_sg(path, rows, symmetric_weights(rows.sources(), rows.targets))
        return path

    def weights(self):
        """The weights in .wsg, in the order of rows().targets."""
        n, m = self.rows().vertices, len(self.rows().targets)
        pairs = numpy.fromfile(self.wsg(), numpy.int32, 2 * m, offset=1 + 2 * 8 + 8 * (n + 1))
        return pairs.reshape(m, 2)[:, 1]

    def bin(self):
        path = self.base + ".bin"
        if not os.path.exists(path):
            write_bin(path, self.rows())
        return path

    def fathom_file(self, weighted=False):
        """Fathom's own format with the prepared layout, which opens fastest."""
        path = self.base + (".weighted" if weighted else "") + ".fathom"
        if not os.path.exists(path):
            source = self.wsg() if weighted else self.sg()
            command = [self.fathom, "convert", source, path, "--prepare"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return path
