"""AES-GCM and AES-GMAC over the forms of GHASH of `akela.kernels.ghash_tables`, for chips where code or memory is scarce.

`aes_gcm_small_…` keeps 16 bytes of hash subkey and has the least code. `aes_gcm_table4_…` and `aes_gcm_table8_…` read tables of 256 and
4096 bytes at addresses that depend on secrets: that is what `_vartime` in their names says, and where it is all right stands there.
"""

from typing import Any

from akela.kernels.aes import Aes
from akela.kernels.gcm_mode import Gcm, make_gcm
from akela.kernels.ghash import GhashForm
from akela.kernels.ghash_tables import make_small_form, make_table_form
from akela.lang import helper, kernel_maker, struct


@kernel_maker
def make_form(form: GhashForm) -> Gcm:
    """AES-GCM over one form."""
    HashKey: Any = form.key

    @struct(name=f"aes_gcm{form.suffix}")
    class Key:
        """A key."""

        aes: Aes
        hash: HashKey

    return make_gcm(Key, form, helper)


SMALL = make_form(make_small_form())
TABLE_4_BIT = make_form(make_table_form(4))
TABLE_8_BIT = make_form(make_table_form(8))
