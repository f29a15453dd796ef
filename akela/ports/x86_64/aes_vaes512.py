"""AES with VAES, the AES instructions on four blocks each, in the registers of AVX-512."""

from functools import partial

from akela.kernels.aes import make_kernels
from akela.lang import provides
from akela.ports.x86_64.aes_aesni import NARROW
from akela.ports.x86_64.aes_aesni import NEEDS as NARROW_NEEDS
from akela.ports.x86_64.aes_instructions import make_rounds
from akela.ports.x86_64.aes_message import make_messages
from akela.ports.x86_64.aes_xts import make_xts_kernels
from akela.ports.x86_64.vector_width import ZMM

VAES512 = make_rounds(ZMM, ("vaes", "avx512f"))
NEEDS = (*NARROW_NEEDS, "vaes", *ZMM.needs)

WIDE = make_messages(VAES512, NARROW)

make_kernels(partial(provides, needs=NEEDS), "_vaes512", WIDE.modes)
make_xts_kernels("_vaes512", NEEDS, WIDE.xts_encrypt, WIDE.xts_decrypt)
