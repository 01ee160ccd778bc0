"""Vectors inside compiled loops: neighbouring numbers of a row, worked on at once.

A loop over lines of cells that is written with vectors reads as if it had one line only:

    x = load(a, j, i, wide(a))        as many numbers of row j, from column i on, as wide(a) has
    y = choose(x > low, 2 * x, low)
    store(a, j, i, y)

The same lines work on one number at a time where ``one(a)`` stands for ``wide(a)``. To use only
where Numba's own vectorising fails: where each cell waits for the one before.
"""

# Numba and LLVM have few types:
# mypy: allow-untyped-calls

import operator
from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

VECTOR_BYTES = 128  # two AVX-512 registers: one works while the other waits for its division
PIECE_BYTES = 16  # registers are shuffled fastest within pieces of this size
TILE_BYTES = 4 * PIECE_BYTES
CACHE_LINE_BYTES = 64
NUMBERS = {types.float32: ir.FloatType(), types.float64: ir.DoubleType()}
INDEX = types.intp


class Vector(types.Type):
    """Numba's type of a vector of numbers, or of truths."""

    def __init__(self, dtype: Any, count: int) -> None:
        self.dtype, self.count = dtype, count
        super().__init__(name=f"Vector({dtype} x {count})")


def llvm_type(kind: Any) -> Any:
    """LLVM's type of a vector or of a single number."""
    if not isinstance(kind, Vector):
        return NUMBERS[kind]
    return ir.VectorType(NUMBERS.get(kind.dtype, ir.IntType(1)), kind.count)


@register_model(Vector)
class VectorModel(models.PrimitiveModel):
    """A vector is kept in LLVM's own vector type."""

    def __init__(self, manager: Any, kind: Vector) -> None:
        super().__init__(manager, kind, llvm_type(kind))


def emitted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let compiled loops call what this function emits, without the first argument."""
    return cast("Callable[..., Any]", intrinsic(function))


def shuffle(builder: Any, x: Any, y: Any, order: list[int]) -> Any:
    """The lanes of x and y, y's counted on from x's, in this order."""
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), len(order)), order)
    return builder.shuffle_vector(x, y, lanes)


def spread(context: Any, builder: Any, value: Any, kind: Any, wanted: Vector) -> Any:
    """A vector as it is; a single number in every lane."""
    if isinstance(kind, Vector):
        return value
    number = context.cast(builder, value, kind, wanted.dtype)
    empty = ir.Constant(llvm_type(wanted), ir.Undefined)
    first = builder.insert_element(empty, number, ir.Constant(ir.IntType(32), 0))
    return shuffle(builder, first, empty, [0] * wanted.count)


def teach(symbol: Any, emit: Callable[[Any, Any, Any], Any], truth: bool = False) -> None:
    """Teach Numba an operator between two vectors, or a vector and a number."""

    def generic(self: Any, args: Any, kws: Any) -> Any:
        vectors = [kind for kind in args if isinstance(kind, Vector)]
        if kws or len(args) != 2 or not vectors:
            return None
        result = Vector(types.boolean, vectors[0].count) if truth else vectors[0]
        return signature(result, *args)

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        wanted = next(kind for kind in kinds if isinstance(kind, Vector))
        x, y = (spread(context, builder, *pair, wanted) for pair in zip(args, kinds, strict=True))
        return emit(builder, x, y)

    infer_global(symbol)(type(symbol.__name__, (AbstractTemplate,), {"generic": generic}))
    for kinds in ((Vector, Vector), (Vector, types.Number), (types.Number, Vector)):
        lower_builtin(symbol, *kinds)(lower)


teach(operator.add, lambda builder, x, y: builder.fadd(x, y))
teach(operator.sub, lambda builder, x, y: builder.fsub(x, y))
teach(operator.mul, lambda builder, x, y: builder.fmul(x, y))
teach(operator.truediv, lambda builder, x, y: builder.fdiv(x, y))
teach(operator.gt, lambda builder, x, y: builder.fcmp_ordered(">", x, y), truth=True)
teach(operator.and_, lambda builder, x, y: builder.and_(x, y), truth=True)
teach(max, lambda builder, x, y: builder.select(builder.fcmp_ordered(">", x, y), x, y))
teach(min, lambda builder, x, y: builder.select(builder.fcmp_ordered("<", x, y), x, y))


@emitted
def choose(typing: Any, truth: Any, x: Any, y: Any) -> Any:
    """X where truth holds, else y: both are worked out, nothing branches."""
    wanted = y if isinstance(y, Vector) else x

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.select(*args)

    return wanted(truth, wanted, wanted), emit


@emitted
def wide(typing: Any, a: Any) -> Any:
    """A vector of zeros, as wide as the loops over this array want."""
    kind = Vector(a.dtype, 8 * VECTOR_BYTES // a.dtype.bitwidth)

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return ir.Constant(llvm_type(kind), None)

    return kind(a), emit


@emitted
def one(typing: Any, a: Any) -> Any:
    """A zero of an array's type."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return ir.Constant(llvm_type(a.dtype), 0)

    return a.dtype(a), emit


def address(context: Any, builder: Any, kind: Any, place: Any, wanted: Any) -> Any:
    """Where row j, column i of an array is: place = (array, j, i); columns lie side by side."""
    array = context.make_array(kind)(context, builder, place[0])
    row = builder.mul(place[1], builder.extract_value(array.strides, 0))
    column = builder.mul(place[2], ir.Constant(place[2].type, kind.dtype.bitwidth // 8))
    start = builder.bitcast(array.data, ir.IntType(8).as_pointer())
    byte = builder.gep(start, [builder.add(row, column)])
    return builder.bitcast(byte, wanted.as_pointer())


@emitted
def load(typing: Any, a: Any, j: Any, i: Any, like: Any) -> Any:
    """As many numbers of row j, from column i on, as ``like`` has."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = address(context, builder, a, args, llvm_type(like))
        return builder.load(place, align=a.dtype.bitwidth // 8)

    return like(a, INDEX, INDEX, like), emit


@emitted
def store(typing: Any, a: Any, j: Any, i: Any, x: Any) -> Any:
    """Put numbers into row j, from column i on."""
    kind = x if isinstance(x, Vector) else a.dtype

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = address(context, builder, a, args, llvm_type(kind))
        builder.store(args[3], place, align=a.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.none(a, INDEX, INDEX, kind), emit


@emitted
def prefetch(typing: Any, a: Any, j: Any, i: Any) -> Any:
    """Ask for a vector of row j, from column i on, before it is needed; j may lie outside."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
        kinds = ir.FunctionType(ir.VoidType(), (byte, flag, flag, flag))
        fetch = builder.module.declare_intrinsic("llvm.prefetch", (byte,), kinds)
        place = address(context, builder, a, args, ir.IntType(8))
        for line in range(0, VECTOR_BYTES, CACHE_LINE_BYTES):
            at = builder.gep(place, [args[1].type(line)])
            builder.call(fetch, (at, flag(0), flag(2), flag(1)))  # to read, second level, data
        return context.get_dummy_value()

    return types.none(a, INDEX, INDEX), emit


def transpose_pieces(builder: Any, rows: list[Any]) -> list[Any]:
    """Vectors made of square pieces side by side, each piece transposed: card shuffles."""
    half, total = len(rows) // 2, rows[0].type.count
    lanes = range(total)
    low = [e - e % (2 * half) + e % (2 * half) // 2 + e % 2 * total for e in lanes]
    high = [e + half for e in low]
    for _ in range(half.bit_length()):
        pairs = zip(rows[:half], rows[half:], strict=True)
        rows = [shuffle(builder, x, y, order) for x, y in pairs for order in (low, high)]
    return rows


@emitted
def transpose_tile(typing: Any, a: Any, j: Any, i: Any, to: Any, k: Any, l: Any) -> Any:  # noqa: E741
    """to[k + x, l + y] = a[j + y, i + x] for a square tile, TILE_BYTES wide."""
    side = 8 * PIECE_BYTES // a.dtype.bitwidth
    size = a.dtype.bitwidth // 8
    piece = ir.VectorType(NUMBERS[a.dtype], side)

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        def at(place: Any, down: int, right: int, kind: Any) -> Any:
            array, row, column = place
            index = row.type
            place = (array, builder.add(row, index(down)), builder.add(column, index(right)))
            return address(context, builder, a if array is args[0] else to, place, kind)

        def gather(row: int, column: int) -> Any:
            quarters = [at(args[:3], row + side * q, column, piece) for q in range(4)]
            x = [builder.load(quarter, align=size) for quarter in quarters]
            low = shuffle(builder, x[0], x[1], list(range(2 * side)))
            high = shuffle(builder, x[2], x[3], list(range(2 * side)))
            return shuffle(builder, low, high, list(range(4 * side)))

        for column in range(0, 4 * side, side):
            rows = [gather(row, column) for row in range(side)]
            for x, row in enumerate(transpose_pieces(builder, rows)):
                builder.store(row, at(args[3:], column + x, 0, row.type), align=size)
        return context.get_dummy_value()

    return types.none(a, INDEX, INDEX, to, INDEX, INDEX), emit
