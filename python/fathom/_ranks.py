"""Communication between processes through mpi4py, as the library needs it: a private communicator and arrays in place."""

from __future__ import annotations

from typing import Any, cast

import numpy as np


class Ranks:
    """The processes of an mpi4py communicator. Collective: all of them must create it."""

    def __init__(self, comm: Any, *, duplicate: bool = True) -> None:
        from mpi4py import MPI

        if not isinstance(comm, MPI.Intracomm):
            raise TypeError(f"comm is a {type(comm).__name__}; pass an intracommunicator of mpi4py, such as MPI.COMM_WORLD")
        self._mpi = MPI
        self._comm = comm.Dup() if duplicate else comm
        self.rank, self.size = self._comm.Get_rank(), self._comm.Get_size()
        on_host = self._comm.Split_type(MPI.COMM_TYPE_SHARED)
        self.rank_on_host, self.ranks_on_host = on_host.Get_rank(), on_host.Get_size()
        on_host.Free()
        # A counter of all processes, in the memory of the first.
        self._window = MPI.Win.Allocate(8 if self.rank == 0 else 0, 8, comm=self._comm)
        if self.rank == 0:
            np.frombuffer(cast(Any, self._window), np.uint64)[0] = 0
        self._comm.Barrier()

    def barrier(self) -> None:
        self._comm.Barrier()

    def all_reduce(self, operation: str, values: Any) -> None:
        self._comm.Allreduce(self._mpi.IN_PLACE, values, getattr(self._mpi, operation))

    def broadcast(self, values: Any, root: int) -> None:
        self._comm.Bcast(values, root)

    def all_gather(self, mine: Any, sizes: Any, all_values: Any) -> None:
        self._comm.Allgatherv([mine, mine.size, self._mpi.BYTE], [all_values, (sizes, _starts(sizes)), self._mpi.BYTE])

    def all_to_all(self, mine: Any, my_sizes: Any, theirs: Any, their_sizes: Any) -> None:
        self._comm.Alltoallv([mine, (my_sizes, _starts(my_sizes)), self._mpi.BYTE],
                             [theirs, (their_sizes, _starts(their_sizes)), self._mpi.BYTE])

    def prefix_or(self, words: Any) -> None:
        before = np.zeros_like(words)
        self._comm.Exscan(words, before, self._mpi.BOR)
        words[:] = before if self.rank > 0 else 0

    def split(self, color: int, key: int) -> Ranks:
        return Ranks(self._comm.Split(color, key), duplicate=False)

    def fetch_add(self, value: int) -> int:
        before = np.zeros(1, np.uint64)
        self._window.Lock(0, self._mpi.LOCK_SHARED)
        self._window.Fetch_and_op(np.array([value], np.uint64), before, 0, 0, self._mpi.SUM)
        self._window.Unlock(0)
        return int(before[0])

    def abort(self, exit_code: int) -> None:
        self._comm.Abort(exit_code)


def _starts(sizes: Any) -> Any:
    """Return where the values of each process begin."""
    return np.concatenate(([0], np.cumsum(sizes[:-1]))).astype(np.int64)
