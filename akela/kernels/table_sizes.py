"""How large tables and windows are where memory is short: sizes that trade flash and memory for speed, and change no result.

Settings choose them for a build (`table_sizes`, `window_bits`), and `akela explore` tries them.
"""

from akela.lang import BuildOption

# Combs of the NIST curves: blocks · (2^teeth - 1) points in flash. Windows: 2^(width - 1) points on the stack.
WEIERSTRASS_TEETH = BuildOption("weierstrass.teeth", 5, choices=(4, 5, 6))
WEIERSTRASS_BLOCKS = BuildOption("weierstrass.blocks", 1, choices=(1, 2))
WEIERSTRASS_WIDTH = BuildOption("weierstrass.width", 4, choices=(3, 4, 5))

# Combs for keys and signatures: combs · 2^(teeth - 1) points in flash. Odd multiples for verification: 2^(base_width - 2) in flash,
# 2^(point_width - 2) on the stack.
ED25519_TEETH = BuildOption("ed25519.teeth", 5, choices=(4, 5))
ED25519_COMBS = BuildOption("ed25519.combs", 4, choices=(1, 2, 4))
ED25519_BASE_WIDTH = BuildOption("ed25519.base_width", 6, choices=(4, 5, 6))
ED25519_POINT_WIDTH = BuildOption("ed25519.point_width", 4, choices=(3, 4, 5))
ED448_TEETH = BuildOption("ed448.teeth", 5, choices=(4, 5))
ED448_COMBS = BuildOption("ed448.combs", 3, choices=(1, 2, 3))
ED448_BASE_WIDTH = BuildOption("ed448.base_width", 5, choices=(4, 5))

# A table of 2^WINDOW_BITS powers is kept in the work area. The choices divide every word size.
WINDOW_BITS = BuildOption("exponent.window_bits", 4, choices=(1, 2, 4))

OPTIONS = {option.name: option for option in list(vars().values()) if isinstance(option, BuildOption)}
