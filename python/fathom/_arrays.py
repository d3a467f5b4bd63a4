"""Conversion of arrays from any package to NumPy arrays for the extension module, without a copy if the layout allows."""

from __future__ import annotations

import decimal
import numbers
from collections.abc import Iterator, KeysView, Mapping, Sequence, Set, ValuesView
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core

_CPU_DEVICES = (1, 3)  # DLPack's kDLCPU and kDLCUDAHost
_CUDA_DEVICES = (2, 13)  # kDLCUDA and kDLCUDAManaged


def host(array: Any, name: str) -> np.ndarray:
    """Return `array` in host memory: NumPy arrays as they are, a view through DLPack or the buffer protocol, or a copy from a GPU."""
    if isinstance(array, np.ndarray):
        if isinstance(array, np.ma.MaskedArray) and np.ma.is_masked(array):
            raise TypeError(f"{name} has masked entries, which graphs do not support; select the valid entries first")
        return array
    if type(array).__module__.partition(".")[0] == "pyarrow" and hasattr(array, "null_count"):
        if array.null_count:
            raise ValueError(f"{name}[{array.is_null().index(True).as_py()}] has no value; select the entries that have one first")
        if not _is_number(array.type):  # for which Arrow has no DLPack
            return np.asarray(array.to_numpy(zero_copy_only=False))
    interface = getattr(array, "__cuda_array_interface__", None)
    if interface is not None:
        return _from_cuda_interface(interface, name)
    if hasattr(array, "__dlpack__") and hasattr(array, "__dlpack_device__"):
        kind = int(array.__dlpack_device__()[0])
        if kind in _CPU_DEVICES:
            return np.from_dlpack(array)
        if kind not in _CUDA_DEVICES:
            raise TypeError(f"{name} is on a device of DLPack type {kind}, which is neither CPU nor CUDA; copy it to host memory first")
        return _from_device(array, name)
    if isinstance(array, (Iterator, KeysView, ValuesView)):
        array = list(array)
    try:
        return np.asarray(array)
    except ValueError as error:
        raise TypeError(f"{name} is not an array: {error}") from None


def _is_number(kind: Any) -> bool:
    """Return whether a type of Arrow is one of integers or floating-point numbers."""
    import pyarrow

    return bool(pyarrow.types.is_integer(kind) or pyarrow.types.is_floating(kind))


def _from_cuda_interface(interface: dict[str, Any], name: str) -> np.ndarray:
    """Copy an array from a GPU (CUDA Array Interface, version 3)."""
    shape, dtype = tuple(interface["shape"]), np.dtype(interface["typestr"])
    if interface.get("mask") is not None:
        raise TypeError(f"{name} has a mask, which graphs do not support; select the valid entries first")
    strides = interface.get("strides")
    if strides is not None and not _contiguous(shape, tuple(strides), dtype.itemsize):
        raise TypeError(f"{name} is a strided array on a GPU; make it contiguous first")
    stream = interface.get("stream")
    if stream is not None and stream <= 0:
        raise ValueError(f"{name} specifies stream {stream}, which the CUDA Array Interface disallows; use 1, 2 or a stream's address")
    copied = np.empty(shape, dtype)
    _core.copy_from_device(interface["data"][0], 0, stream or 0, copied.reshape(-1).view(np.uint8))
    return copied


def _contiguous(shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int) -> bool:
    """Return whether elements are contiguous in C order. The stride of an axis of length 1 is ignored."""
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
        raise TypeError(f"{name} is a strided GPU array, or has a dtype that DLPack does not support; make it contiguous first") from None
    return copied.view(np.dtype(str(array.dtype).rpartition(".")[2])).reshape(tuple(array.shape))


def ids(array: Any, name: str, rule: str = "vertices must be integers or names") -> np.ndarray:
    """Return a column of vertex ids, or of others by this rule: one-dimensional, contiguous, 32-bit or 64-bit integers."""
    column = host(array, name)
    if column.ndim != 1:
        raise ValueError(f"{name} has {column.ndim} dimensions; it must have one")
    if column.size == 0:
        return np.empty(0, np.int64)
    if column.dtype.kind not in "iu":
        hint = "; convert them with astype('int64')" if column.dtype.kind in "fb" else ""
        raise TypeError(f"{name} has dtype {column.dtype}; {rule}{hint}")
    if column.dtype.itemsize < 4:
        column = column.astype(np.int32)
    return np.ascontiguousarray(_native(column))


def is_missing(value: Any) -> bool:
    """Return whether `value` is a missing value: None, NaN, pandas.NA or pandas.NaT."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, (float, np.floating)) and value != value)


def whole_numbers(listed: Sequence[Any], name: str) -> np.ndarray:
    """Return Python integers, the ids of a column or its distinct ones, as a 64-bit array."""
    for dtype in (np.int64, np.uint64):
        try:
            return np.array(listed, dtype)
        except OverflowError:
            continue
    wrong = next(value for value in listed if not 0 <= value < 2**64)
    raise ValueError(f"{name} has the id {wrong}; ids must be at least 0 and below 2^64: number the vertices from 0, or pass strings")


def weights(array: Any, name: str, length: int) -> tuple[np.ndarray | None, str]:
    """Return weights as float32 or float64, and a note, which is empty unless the conversion rounded integers."""
    if array is None:
        return None, ""
    if isinstance(array, (str, bytes, Set, Mapping)) and not isinstance(array, ValuesView):
        raise TypeError(f"{name} is a {type(array).__name__}; use a list or array with one number per edge")
    if isinstance(array, (Iterator, KeysView, ValuesView)):
        array = list(array)
    given = column = host(array, name)
    if column.ndim != 1 or column.size != length:
        raise ValueError(f"{name} has shape {column.shape}; there are {length} edges")
    if column.dtype.kind == "O":
        column = _floats(column, name)
    if column.dtype.kind not in "iufb":
        raise TypeError(f"{name} has dtype {column.dtype}; weights must be numbers")
    if column.dtype == np.float32:
        return np.ascontiguousarray(_native(column)), ""
    # The library decides whether single precision is enough, and keeps float64 otherwise.
    with np.errstate(over="ignore"):
        values = np.ascontiguousarray(column, dtype=np.float32 if column.dtype.itemsize < 4 else np.float64)
    if not np.isfinite(values).all():
        place = int(np.flatnonzero(~np.isfinite(values))[0])
        raise ValueError(f"{name}[{place}] is {column[place]}; weights must be finite in double precision")
    return values, _rounding(array if isinstance(array, (list, tuple)) else given, values)


def _floats(column: np.ndarray, name: str) -> np.ndarray:
    """Return Python numbers, such as the Decimal of databases, as numbers of NumPy."""
    plain = np.array(column.tolist())
    if plain.dtype.kind in "iuf":
        return plain
    for i, value in enumerate(column.tolist()):
        if is_missing(value):
            raise ValueError(f"{name}[{i}] has no value; drop edges with missing values first")
        if not isinstance(value, (numbers.Real, decimal.Decimal)):
            raise TypeError(f"{name}[{i}] is {value!r} of type {type(value).__name__}; weights must be numbers")
    try:
        return column.astype(np.float64)
    except OverflowError as error:
        raise ValueError(f"{name}: {error}; weights must be finite in double precision") from None


def _rounding(given: Sequence[Any] | np.ndarray, values: np.ndarray) -> str:
    """Return a note about the integers that `values` do not hold exactly; NumPy makes one column of integers and other numbers."""
    if values.size == 0 or np.abs(values).max() < 1 << 53 or (isinstance(given, np.ndarray) and given.dtype.kind not in "iuO"):
        return ""
    exact = given.tolist() if isinstance(given, np.ndarray) else given
    changed = sum(isinstance(one, numbers.Integral) and int(value) != one for value, one in zip(values.tolist(), exact))
    return f"{changed} weights are integers beyond 2^53 and were rounded to double precision" if changed else ""


def unchanging(used: np.ndarray, given: Any, copy: bool | None, bits: tuple[int, ...]) -> np.ndarray:
    """Return `used`, which was derived from `given`, protected against changes while a graph reads it.

    Parameters
    ----------
    copy : bool or None
        True copies. False borrows and makes NumPy arrays read-only. None borrows only arrays that are read-only up to their owner.
    bits : tuple of int
        Element sizes that a graph borrows. The extension module converts all others into its own arrays.
    """
    if isinstance(given, (list, tuple, range)) or used.dtype.itemsize * 8 not in bits:
        return used
    if copy is None:
        copy = not _read_only(used)
    if copy:
        source = host(given, "array") if isinstance(given, np.ndarray) else None
        return used if source is not None and not np.may_share_memory(used, source) else used.copy()
    owner: Any = used
    while isinstance(owner, np.ndarray):
        owner.flags.writeable = False
        owner = owner.base
    if isinstance(given, np.ndarray) and np.may_share_memory(used, given):
        given.flags.writeable = False
    return used


def _read_only(array: np.ndarray) -> bool:
    """Return whether the array and every array or buffer it is a view of are read-only."""
    owner: Any = array
    while isinstance(owner, np.ndarray):
        if owner.flags.writeable:
            return False
        owner = owner.base
    if owner is None:
        return True
    try:
        return memoryview(owner).readonly
    except TypeError:
        return hasattr(owner, "is_mutable") and not owner.is_mutable  # a buffer of Arrow's


def _native(column: np.ndarray) -> np.ndarray:
    return column if column.dtype.isnative else column.astype(column.dtype.newbyteorder("="))


def doubles(array: Any, name: str, length: int) -> npt.NDArray[np.float64] | None:
    """Return one float64 value per vertex."""
    if array is None:
        return None
    if isinstance(array, Mapping):
        raise TypeError(f"{name} is a {type(array).__name__}; use an array with one number per vertex, in the order of Graph.nodes")
    given = host(array, name)
    if np.iscomplexobj(given):
        raise TypeError(f"{name} has complex entries; use real numbers")
    try:
        column = np.ascontiguousarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"{name} has entries that are not numbers; use an array with one number per vertex, in the order of Graph.nodes") from None
    if column.shape != (length,):
        raise ValueError(f"{name} has shape {column.shape}; there are {length} vertices")
    return column


def singles(array: Any, name: str) -> npt.NDArray[np.int32] | None:
    """Return integers as int32. Raises an error instead of rounding or wrapping."""
    if array is None:
        return None
    column = host(array, name)
    if column.dtype.kind not in "iu" and column.size:
        raise TypeError(f"{name} has dtype {column.dtype}; use integers, and -1 for vertices that are not reached")
    limits = np.iinfo(np.int32)
    if column.size and not limits.min <= int(column.min()) <= int(column.max()) <= limits.max:
        raise ValueError(f"{name} has values from {column.min()} to {column.max()}; use integers below 2^31, and -1 for vertices that are not reached")
    return np.ascontiguousarray(column, np.int32)


def from_core(array: Any) -> Any:
    """Return a result array. Arrays on a GPU become CuPy arrays if CuPy is installed; otherwise they stay objects with __dlpack__()."""
    if array is None or isinstance(array, np.ndarray):
        return array
    try:
        import cupy
    except ImportError:
        return array
    return cupy.from_dlpack(array)
