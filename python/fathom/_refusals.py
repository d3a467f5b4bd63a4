"""Errors for arguments that the extension module refuses, in the words of the package's functions."""

from __future__ import annotations

import functools
import numbers
import operator
import os
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

_KINDS: dict[str, tuple[type, str]] = {
    "bool": (bool, "True or False"), "int": (numbers.Integral, "an integer"), "float": (numbers.Real, "a number"), "str": (str, "a string"),
}
_INT32 = 2**31


def integer(value: Any, name: str) -> int:
    """Return an argument that must be an integer of any type. Raises TypeError that names the argument."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r} of type {type(value).__name__}; use an integer") from None


def place(i: Any, count: int, what: str) -> int:
    """Return the number of one of `count` things. Raises IndexError if there is no such thing; -1 would select an empty slice."""
    index = integer(i, what)
    if not 0 <= index < count:
        raise IndexError(f"there is no {what} {index}; there are {count}, from 0")
    return index


def number(value: Any, name: str) -> float:
    """Return an argument that must be a number of any type. Raises TypeError that names the argument, also for a string."""
    if isinstance(value, (str, bytes)) or not hasattr(value, "__float__"):
        raise TypeError(f"{name} is {value!r} of type {type(value).__name__}; use a number")
    return float(value)


def data_type(value: Any, allowed: Sequence[Any]) -> np.dtype[Any]:
    """Return the argument `dtype`, which must be one of these types."""
    words = " or ".join(", ".join(np.dtype(one).name for one in allowed).rsplit(", ", 1))
    try:
        requested = np.dtype(value)
    except (TypeError, ValueError):
        raise TypeError(f"dtype is {value!r}; use {words}") from None
    if requested not in allowed:
        raise ValueError(f"dtype is {requested}; use {words}")
    return requested


def _is_flag(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_)) or (isinstance(value, numbers.Integral) and value in (0, 1))


def flag(value: Any, name: str) -> bool:
    """Return an argument that must be True or False, also of NumPy or as 1 or 0. Raises TypeError that names the argument: "no" is true."""
    if _is_flag(value):
        return bool(value)
    raise TypeError(f"{name} is {value!r} of type {type(value).__name__}; use True or False")


def text_or_none(value: Any, name: str) -> str:
    """Return an optional string, "" for None. Raises ValueError for an empty one, which must not be taken for None."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError(f"{name} is {value!r} of type {type(value).__name__}; use a string")
    if not value:
        raise ValueError(f"{name} is an empty string; leave it out, or use None")
    return value


def file_name(path: Any) -> Any:
    """Return the name of a file. Raises TypeError for anything else, such as an open file."""
    try:
        return os.fspath(path)
    except TypeError:
        raise TypeError(f"path is a {type(path).__name__}; use the name of a file") from None


def output_file(path: Any) -> Any:
    """Return the name of a file to write. Raises FileNotFoundError for an empty one, before anything is computed."""
    file = file_name(path)
    if not file:
        raise FileNotFoundError(2, "No such file or directory", file)
    return file


def explained(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of the extension module that accepts the flags of flag(), and whose TypeError names the wrong argument."""

    @functools.wraps(function)
    def called(*args: Any) -> Any:
        try:
            return function(*args)
        except TypeError as error:
            if "incompatible function arguments" not in str(error):
                raise
            plain = _with_plain_flags(function, args)
            if all(one is other for one, other in zip(plain, args)):
                problem = _problem(function, args)
                raise problem from None
        return called(*plain)

    return called


def _parameters(function: Any) -> list[tuple[str, str]]:
    # "def k_core(self, k: int, name: ndarray[shape=(*)] | None) -> object": brackets have no "name: type" inside.
    return re.findall(r"[(,] *(\w+): (\w+)", function.__nb_signature__[0][0])


def _with_plain_flags(function: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
    parameters = _parameters(function)
    kinds = [""] * (len(args) - len(parameters)) + [kind for _, kind in parameters]
    return tuple(bool(value) if kind == "bool" and _is_flag(value) else value for value, kind in zip(args, kinds))


def _problem(function: Any, args: tuple[Any, ...]) -> Exception:
    parameters = _parameters(function)
    own = args[len(args) - len(parameters):]  # without self
    known = [(name, _KINDS[kind], value) for (name, kind), value in zip(parameters, own) if kind in _KINDS]
    for name, (accepted, words), value in known:
        if not isinstance(value, accepted):
            return TypeError(f"{name} is {value!r} of type {type(value).__name__}; use {words}")
    integers = [(name, value) for name, (accepted, _), value in known if accepted is numbers.Integral]
    for name, value in integers:
        if not -_INT32 <= value < _INT32:
            return ValueError(f"{name} is {value}, which is out of range")
    for name, value in integers:
        if value < 0:
            return ValueError(f"{name} is {value}; it cannot be negative")
    return TypeError(f"{function.__name__}() was called with arguments of types that it does not accept: "
                     f"{', '.join(type(value).__name__ for value in args)}")



def explain_refusals(module: Any) -> None:
    """Do so for all functions of the extension module, and for the methods of its classes."""
    for holder in (module, *(thing for thing in vars(module).values() if isinstance(thing, type))):
        for name, thing in list(vars(holder).items()):
            if hasattr(thing, "__nb_signature__") and not name.startswith("__"):
                setattr(holder, name, explained(thing))
