"""The modes of AES for vectors of one width, as `akela.kernels.aes` takes them."""

from dataclasses import dataclass
from typing import Any

from akela.kernels.aes_modes import Modes
from akela.lang import Array, Buffer, Bytes, helper, kernel_maker, load_vector, u8, u32, u64x2
from akela.ports.x86_64.aes_counters import Ctr, make_ctr
from akela.ports.x86_64.aes_fours import inverse_keys
from akela.ports.x86_64.aes_groups import cbc_encrypt, make_cbc_decrypt, make_ecb
from akela.ports.x86_64.aes_instructions import Rounds
from akela.ports.x86_64.aes_xts import make_xts
from akela.ports.x86_64.vector_width import XMM, make_moves


@dataclass(frozen=True)
class Messages:
    """Modes on whole messages. `keys` are those of `inverse_keys`, chains and reversed counters a u64x2."""

    ecb_encrypt: Any  # (w, rounds, data, out)
    ecb_decrypt: Any  # (keys, rounds, data, out)
    cbc_decrypt: Any  # (keys, rounds, chain, data, out)
    ctr: Ctr
    ctr_32: Ctr
    xts_encrypt: Any  # (w, rounds, t, data, out) -> the next tweak
    xts_decrypt: Any  # (keys, rounds, t, data, out) -> the next tweak
    modes: Modes


@kernel_maker
def make_messages(rounds_of: Rounds, narrower: Messages | None) -> Messages:
    """The modes for one width; `narrower` takes what does not fill four vectors."""
    ecb_encrypt = make_ecb(rounds_of, False, narrower and narrower.ecb_encrypt)
    ecb_decrypt = make_ecb(rounds_of, True, narrower and narrower.ecb_decrypt)
    decrypt_cbc = make_cbc_decrypt(rounds_of, narrower and narrower.cbc_decrypt)
    ctr = make_ctr(rounds_of, 128, narrower and narrower.ctr.message)
    ctr_32 = make_ctr(rounds_of, 32, narrower and narrower.ctr_32.message)
    xts_encrypt = make_xts(rounds_of, False, narrower and narrower.xts_encrypt)
    xts_decrypt = make_xts(rounds_of, True, narrower and narrower.xts_decrypt)
    ctr_message, ctr_32_message = ctr.message, ctr_32.message
    reverse = make_moves(XMM).reverse
    name = rounds_of.width.lane.__name__

    @helper(name=f"decrypt_blocks_{name}")
    def decrypt_blocks(w: Array[u32, 60], rounds: int, data: Bytes, out: Buffer) -> None:
        """ECB."""
        keys = Array[u64x2, 15]()
        inverse_keys(w, rounds, keys)
        ecb_decrypt(keys, rounds, data, out)

    @helper(name=f"cbc_decrypt_message_{name}")
    def cbc_decrypt(w: Array[u32, 60], rounds: int, iv: Array[u8, 16], data: Bytes, out: Buffer) -> None:
        """CBC."""
        keys = Array[u64x2, 15]()
        inverse_keys(w, rounds, keys)
        decrypt_cbc(keys, rounds, load_vector(u64x2, iv, 0), data, out)

    @helper(name=f"ctr_xor_{name}")
    def ctr_xor(w: Array[u32, 60], rounds: int, counter_block: Array[u8, 16], counter_bits: int, data: Bytes, out: Buffer) -> None:
        """CTR."""
        counter = reverse(load_vector(u64x2, counter_block, 0))
        if counter_bits == 32:
            ctr_32_message(w, rounds, counter, data, out)
        else:
            ctr_message(w, rounds, counter, data, out)

    modes = Modes(ecb_encrypt, decrypt_blocks, cbc_encrypt, cbc_decrypt, ctr_xor)
    return Messages(ecb_encrypt, ecb_decrypt, decrypt_cbc, ctr, ctr_32, xts_encrypt, xts_decrypt, modes)
