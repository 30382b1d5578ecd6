"""What the kernel's source takes from Cython, as mypy sees it: C types are Python's own."""

import builtins
from array import array
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type | Callable[..., Any])
T = TypeVar("T")

compiled: builtins.bool

bint: TypeAlias = builtins.int  # as in C, a truth value is a number
int: TypeAlias = builtins.int
longlong: TypeAlias = builtins.int
ulonglong: TypeAlias = builtins.int
double: TypeAlias = builtins.float
void: TypeAlias = None
short: TypeAlias = builtins.int
p_ulonglong: TypeAlias = array[builtins.int] | memoryview
p_longlong: TypeAlias = array[builtins.int]
p_int: TypeAlias = array[builtins.int]
p_short: TypeAlias = array[builtins.int]

class _NoGil(AbstractContextManager[None], Protocol):
    """A decorator, and the body of a `with`."""

    def __call__(self, function: F) -> F: ...

nogil: _NoGil

def cclass(cls: C) -> C: ...
def final(cls: C) -> C: ...
def cfunc(function: F) -> F: ...
def ccall(function: F) -> F: ...
def inline(function: F) -> F: ...
def exceptval(value: object = None, *, check: builtins.bool = True) -> Callable[[F], F]: ...
@overload
def cast(type: type[T], value: object) -> T: ...
@overload
def cast(type: Any, value: object) -> Any: ...
