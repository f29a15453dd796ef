"""How large tables and windows are where memory is short: numbers that trade flash and stack for speed, and change no result.

They are constants of the kernels, read when these are made. `akela explore` makes kernels with others, by the names here.
"""

SIZES: dict[str, int] = {
    # Combs of the NIST curves: blocks * (2^teeth - 1) points in flash. Windows: 2^(width - 1) points on the stack.
    "weierstrass.teeth": 5,
    "weierstrass.blocks": 1,
    "weierstrass.width": 4,
    # Combs for keys and signatures: combs * 2^(teeth - 1) points in flash. Odd multiples for verification: 2^(base_width - 2) in flash.
    "ed25519.teeth": 5,
    "ed25519.combs": 4,
    "ed25519.base_width": 6,
    "ed448.teeth": 5,
    "ed448.combs": 3,
    "ed448.base_width": 5,
}
