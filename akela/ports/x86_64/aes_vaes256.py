"""AES with VAES, the AES instructions on two blocks each, in the registers of AVX2: for processors that lack AVX-512."""

from functools import partial

from akela.kernels.aes import make_kernels
from akela.lang import provides
from akela.ports.x86_64.aes_aesni import NARROW
from akela.ports.x86_64.aes_aesni import NEEDS as NARROW_NEEDS
from akela.ports.x86_64.aes_instructions import make_rounds
from akela.ports.x86_64.aes_message import make_messages
from akela.ports.x86_64.aes_xts import make_xts_kernels
from akela.ports.x86_64.vector_width import YMM

VAES256 = make_rounds(YMM, ("vaes", "avx2"))
NEEDS = (*NARROW_NEEDS, "vaes", *YMM.needs)

WIDE = make_messages(VAES256, NARROW)

make_kernels(partial(provides, needs=NEEDS), "_vaes256", WIDE.modes)
make_xts_kernels("_vaes256", NEEDS, WIDE.xts_encrypt, WIDE.xts_decrypt)
