"""u·G + v·P for the base point G and any point P, where u and v are public, as in the verification of a signature (Straus 1964).

The doublings of P's windows serve the comb of G too. Here every exceptional case can arise, and is seen where it does: by a sum whose Z is
0.
"""

from collections.abc import Callable

from akela.kernels.comb import Comb
from akela.kernels.weierstrass import WORK, Points
from akela.kernels.window import Window
from akela.lang import Array, Word, declassify, helper, kernel_maker, pause, u8


@kernel_maker
def make_joint_multiplication(points: Points, comb: Comb, window: Window) -> Callable[..., bool]:
    """The function that computes u·G + v·P, and says whether that is a point other than infinity."""
    field = points.field
    name, count, scalar_bytes = f"{points.curve.name}_joint", field.layout.count, field.element_bytes
    width, digits = window.width, window.digits
    half = 1 << (width - 1)
    blocks, columns = comb.blocks, comb.columns
    Affine, Point, Work = Array[Word, 2 * count], Array[Word, 3 * count], Array[Word, WORK * count]
    Multiples, Places, Scalar = Array[Word, half * 3 * count], Array[u8, digits], Array[u8, scalar_bytes]
    Padded, pad = comb.padded, comb.pad
    double, add, add_affine, one, negate, is_zero = points.double, points.add, points.add_affine, field.one, field.negate, field.zero_mask
    recode, multiples, entry_vartime = window.recode, window.multiples, comb.entry_vartime

    @helper(name=f"{name}_settle_sum_vartime")
    def settle_sum_vartime(total: Point, before: Point, work: Work) -> bool:
        """What `add` or `add_affine` made of `before`: mended where its points were equal. False where they were opposite."""
        if not declassify(is_zero(total[2 * count :]), why="the point comes from a signature, which is public"):
            return True
        if not declassify(is_zero(work[3 * count : 4 * count]), why="the point comes from a signature, which is public"):
            return False
        total[:] = before
        double(total, work)
        return True

    @helper(name=f"{name}_add_vartime")
    def add_vartime(total: Point, begun: bool, other: Point, work: Work) -> bool:
        """total += other, whatever the two are; `begun` and the result say whether the total is a point other than infinity."""
        if not begun:
            total[:] = other
            return True
        before = Point()
        before[:] = total
        add(total, other, work)
        return settle_sum_vartime(total, before, work)

    @helper(name=f"{name}_add_affine_vartime")
    def add_affine_vartime(total: Point, begun: bool, other: Affine, work: Work) -> bool:
        """As `add_vartime`, for an affine point."""
        if not begun:
            total[: 2 * count] = other
            total[2 * count :] = one
            return True
        before = Point()
        before[:] = total
        add_affine(total, other, work)
        return settle_sum_vartime(total, before, work)

    @helper(name=f"{name}_multiply_vartime")
    def multiply_vartime(
        out: Point,
        u: Scalar,
        v: Scalar,
        point: Affine,
        work: Work,
    ) -> bool:
        """out = u·G + v·point, for scalars below n in big-endian bytes. False where that is infinity."""
        table = Multiples()
        places = Places()
        padded = Padded()
        entry = Affine()
        multiple = Point()
        pad(padded, u)
        recode(places, v)
        multiples(table[:], point, work)
        begun = False
        for i in range(digits - 1, -1, -1):
            for bit in range(width - 1, -1, -1):
                pause()
                if begun:
                    double(out, work)
                column = i * width + bit
                if column < columns:
                    for block in range(blocks):
                        if entry_vartime(entry, padded, block, column):
                            begun = add_affine_vartime(out, begun, entry, work)
            digit = int(declassify(places[i], why="the scalar comes from a signature, which is public")) - half
            if digit > 0:
                begun = add_vartime(out, begun, table[3 * count * (digit - 1) : 3 * count * (digit - 1) + 3 * count], work)
            if digit < 0:
                multiple[:] = table[3 * count * (-digit - 1) : 3 * count * (-digit - 1) + 3 * count]
                negate(multiple[count : 2 * count])
                begun = add_vartime(out, begun, multiple, work)
        return begun

    return multiply_vartime
