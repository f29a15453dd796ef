"""C types, literals and names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from akela.lang.status import Status
from akela.lang.types import (
    ArrayType,
    BoolType,
    IntType,
    MaskType,
    NoneType,
    SliceType,
    StatusType,
    StructType,
    TupleType,
    Type,
    VectorType,
    WordType,
)

# Words of C and C++, and names of the headers that every file includes, besides those in _PATTERNS.
_RESERVED = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl const const_cast constexpr
    continue decltype default delete do double dynamic_cast else enum explicit export extern false float for friend goto if
    inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
    reinterpret_cast restrict return short signed sizeof static static_assert static_cast struct switch template this
    thread_local throw true try typedef typeid typename typeof union unsigned using virtual void volatile wchar_t while xor
    xor_eq NULL unix linux memcpy memset offsetof
"""
RESERVED = frozenset(_RESERVED.split())

# C99 7.1.3: names that belong to the implementation; 7.26.8: to <stdint.h>; and those of our own run time.
_PATTERNS = re.compile(
    r"_[A-Z_].*|(AKELA|akela)_.*|(u?int[a-z0-9_]*|ptrdiff|size|wchar|max_align)_t|U?INT[A-Z0-9_]*_(MIN|MAX|C)|(PTRDIFF|SIZE|SIG_ATOMIC|WCHAR|WINT)_(MIN|MAX)"
)

# Functions of the C library, which compilers know the types of: no name for a function or table of a file.
_LIBRARY = """
    abort abs access alloca asprintf atexit atof atoi atol atoll bcmp bcopy brk bsearch bzero calloc div dup errno execl execv exit exp10
    fclose feof fflush ffs ffsl ffsll fgetc fgets fopen fork fprintf fputc fputs free fwrite getchar getenv index isalnum isalpha isascii
    isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit labs ldiv llabs lldiv main malloc memccpy memchr
    memcmp mempcpy memmove perror pow10 printf putc putchar puts qsort raise rand read realloc rindex sbrk scanf signal snprintf sprintf
    srand sscanf stpcpy stpncpy strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup strerror strfmon strftime strlen
    strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn strstr strtod strtok strtol strtoll strtoul strxfrm system
    time toascii tolower toupper ungetc unlink vfprintf vprintf vscanf vsnprintf vsprintf vsscanf write
"""
_MATHS = """
    acos acosh asin asinh atan atan2 atanh cabs cacos carg casin catan cbrt ccos ceil cexp cimag clog conj copysign cos cosh cpow cproj
    creal csin csqrt ctan drem erf erfc exp exp2 expm1 fabs fdim floor fma fmax fmin fmod frexp gamma hypot ilogb j0 j1 jn ldexp lgamma
    llrint llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow remainder remquo rint round scalb
    scalbln scalbn signbit significand sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn
"""
LIBRARY = frozenset((*_LIBRARY.split(), *(name + suffix for name in _MATHS.split() for suffix in ("", "f", "l"))))


def safe(name: str) -> str:
    """A name as C takes it."""
    if _PATTERNS.fullmatch(name):
        return f"own_{name.lstrip('_')}"
    return name + "_" if name in RESERVED else name


def unique(name: str, taken: Iterable[str]) -> str:
    """The name, or the first of name_2, name_3 … that is not taken."""
    name = safe(name)
    if name not in taken:
        return name
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


# --- types ------------------------------------------------------------------------------------------------------------------------


def c_type(kind: Type) -> str:
    """The C type of a value; for arrays and slices that of an element."""
    match kind:
        case WordType(128, _):
            return "akela_u128"
        case WordType(bits, _):
            return f"uint{bits}_t"
        case MaskType(word):
            return c_type(word)
        case VectorType():
            return f"akela_{vector_name(kind)}"
        case IntType():
            return "ptrdiff_t"
        case BoolType():
            return "bool"
        case StatusType():
            return "akela_status_t"
        case StructType(name=name):
            return f"akela_{name}_ctx"
        case ArrayType(element, _) | SliceType(element, _):
            return c_type(element)
        case NoneType() | TupleType():
            return "void"
        case _:
            raise TypeError(f"{kind} has no C type")


def vector_name(kind: VectorType) -> str:
    """`u32x4`, secret or not."""
    return f"u{kind.bits}x{kind.lanes}"


def declaration(kind: Type, name: str, *, const: bool = False) -> str:
    """`const uint32_t name[16]`: a local, field, table, or by-value or array parameter."""
    sizes = ""
    inner = kind
    while isinstance(inner, ArrayType):
        sizes += f"[{inner.length}]"
        inner = inner.element
    return f"{'const ' if const else ''}{c_type(inner)} {name}{sizes}"


def pointer(kind: Type, name: str, *, const: bool, fixed: bool = False) -> str:
    """`const uint8_t *name`: a slice, struct or result; `fixed` where the pointer itself never changes."""
    return f"{'const ' if const else ''}{c_type(kind)} *{'const ' if fixed else ''}{name}"


def carrier_bits(kind: Type) -> int:
    """Bits of the words that arithmetic on this type is done in: words narrower than 32 bits are computed in 32."""
    word = kind.word if isinstance(kind, MaskType) else kind
    assert isinstance(word, WordType)
    return max(32, word.bits)


def is_narrow(kind: Type) -> bool:
    """Whether C would promote a value of this type to int."""
    word = kind.word if isinstance(kind, MaskType) else kind
    return isinstance(word, WordType) and word.bits < 32


# --- literals ---------------------------------------------------------------------------------------------------------------------


SUFFIXES = {8: "", 16: "", 32: "U", 64: "ULL"}  # by width


def literal(kind: Type, value: int, *, pattern: bool = False) -> str:
    """A constant. `pattern` where its bits matter more than its size."""
    match kind:
        case BoolType():
            return "true" if value else "false"
        case StatusType():
            return f"AKELA_{next(status.name for status in Status if status.code == value)}"
        case IntType():
            return str(value)
        case WordType(128, _) if value >> 64:
            return f"(((akela_u128){literal(WordType(64), value >> 64)} << 64) | {literal(WordType(64), value & (1 << 64) - 1)})"
        case WordType(128, _):
            return f"(akela_u128){literal(WordType(64), value)}"
        case WordType(bits, _):
            decimal = value < 10 or (not pattern and bits > 16 and value < 100_000)
            digits = bits // 4 if value >> bits // 2 else 1  # a pattern that fills the word shows all of it
            return (str(value) if decimal else f"0x{value:0{digits}x}") + SUFFIXES[bits]
        case _:
            raise TypeError(f"no literal of type {kind}")


def table_literal(kind: Type, value: int, *, decimal: bool) -> str:
    """An element of a table, all of one length unless `decimal`."""
    assert isinstance(kind, WordType)
    return (str(value) if decimal else f"0x{value:0{kind.bits // 4}x}") + SUFFIXES[kind.bits]
