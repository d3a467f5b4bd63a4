"""Arrays of any maker as NumPy arrays that the compiled part takes: without copying where layouts allow."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core

_CPU_DEVICES = (1, 3)  # DLPack's kDLCPU and kDLCUDAHost
_CUDA_DEVICES = (2, 13)  # kDLCUDA and kDLCUDAManaged


def host(array: Any, name: str) -> np.ndarray:
    """`array` in host memory: itself where it is NumPy's, a view by DLPack or the buffer protocol, a copy from a GPU."""
    if isinstance(array, np.ndarray):
        return array
    interface = getattr(array, "__cuda_array_interface__", None)
    if interface is not None:
        return _from_cuda_interface(interface, name)
    if hasattr(array, "__dlpack__") and hasattr(array, "__dlpack_device__"):
        kind = int(array.__dlpack_device__()[0])
        if kind in _CPU_DEVICES:
            return np.from_dlpack(array)
        if kind not in _CUDA_DEVICES:
            raise TypeError(f"{name} lies on a device of DLPack's type {kind}, which is neither a CPU nor CUDA; copy it to host memory first")
        return _from_device(array, name)
    try:
        return np.asarray(array)
    except ValueError as error:
        raise TypeError(f"{name} is not an array: {error}") from None


def _from_cuda_interface(interface: dict[str, Any], name: str) -> np.ndarray:
    """A copy of an array on a GPU (CUDA Array Interface, version 3)."""
    shape, dtype = tuple(interface["shape"]), np.dtype(interface["typestr"])
    if interface.get("mask") is not None:
        raise TypeError(f"{name} has a mask, which graphs do not have; select its valid entries first")
    strides = interface.get("strides")
    if strides is not None and not _contiguous(shape, tuple(strides), dtype.itemsize):
        raise TypeError(f"{name} is a strided array on a GPU; make it contiguous first")
    stream = interface.get("stream")
    if stream is not None and stream <= 0:
        raise ValueError(f"{name} names the stream {stream}, which the interface does not allow; use 1, 2 or a stream's address")
    copied = np.empty(shape, dtype)
    _core.copy_from_device(interface["data"][0], 0, stream or 0, copied.reshape(-1).view(np.uint8))
    return copied


def _contiguous(shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int) -> bool:
    """Whether elements follow each other in C's order. The stride of an axis of one element does not count."""
    if 0 in shape:
        return True
    expected = itemsize
    for size, stride in zip(reversed(shape), reversed(strides)):
        if size > 1 and stride != expected:
            return False
        expected *= size
    return True


def _from_device(array: Any, name: str) -> np.ndarray:
    _core.require_cuda()
    try:
        copied = _core.bytes_of_device_array(array)
    except TypeError:
        raise TypeError(f"{name} is a strided array on a GPU, or of a type that DLPack does not have; make it contiguous first") from None
    return copied.view(np.dtype(str(array.dtype).rpartition(".")[2])).reshape(tuple(array.shape))


def ids(array: Any, name: str) -> np.ndarray:
    """A column of vertex numbers: one-dimensional, contiguous, of 32 or 64 bits."""
    column = host(array, name)
    if column.ndim != 1:
        raise ValueError(f"{name} has {column.ndim} dimensions; it has to have one")
    if column.size == 0:
        return np.empty(0, np.int64)
    if column.dtype.kind not in "iu":
        raise TypeError(f"{name} is of type {column.dtype}; vertices are whole numbers (from_pandas and from_networkx take names)")
    if column.dtype.itemsize < 4:
        column = column.astype(np.int32)
    return np.ascontiguousarray(_native(column))


def weights(array: Any, name: str, length: int) -> np.ndarray | None:
    """A column of weights as float32."""
    if array is None:
        return None
    column = host(array, name)
    if column.ndim != 1 or column.size != length:
        raise ValueError(f"{name} has the shape {column.shape}; there are {length} edges")
    if column.dtype.kind not in "iufb":
        raise TypeError(f"{name} is of type {column.dtype}; weights are numbers")
    if column.dtype == np.float32:
        return np.ascontiguousarray(_native(column))
    with np.errstate(over="ignore"):
        single = np.ascontiguousarray(column, dtype=np.float32)
    if not np.isfinite(single).all():
        place = int(np.flatnonzero(~np.isfinite(single))[0])
        raise ValueError(f"{name}[{place}] is {column[place]}: weights are finite numbers in single precision, up to 3.4e38")
    return single


def _native(column: np.ndarray) -> np.ndarray:
    return column if column.dtype.isnative else column.astype(column.dtype.newbyteorder("="))


def doubles(array: Any, name: str, length: int) -> npt.NDArray[np.float64] | None:
    """A value for each vertex."""
    if array is None:
        return None
    column = np.ascontiguousarray(host(array, name), dtype=np.float64)
    if column.shape != (length,):
        raise ValueError(f"{name} has the shape {column.shape}; there are {length} vertices")
    return column


def from_core(array: Any) -> Any:
    """A result. What lies on a GPU becomes CuPy's array where CuPy is there, else it stays an object with __dlpack__()."""
    if array is None or isinstance(array, np.ndarray):
        return array
    try:
        import cupy
    except ImportError:
        return array
    return cupy.from_dlpack(array)
