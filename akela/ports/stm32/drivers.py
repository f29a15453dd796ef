"""All drivers of a chip."""

from akela.kernels.hmac import HMAC_MD5, HMAC_SHA1, HMAC_SHA224, HMAC_SHA256
from akela.lang import kernel_maker
from akela.ports.aes_operations import make_aes_operations
from akela.ports.host import AES, HASH, RANDOM
from akela.ports.stm32.aes import make_aes_modes
from akela.ports.stm32.chips import Chip
from akela.ports.stm32.cryp import make_cryp_steps
from akela.ports.stm32.des import make_des_modes, make_des_operations
from akela.ports.stm32.engine import make_engine
from akela.ports.stm32.hash import make_hash_steps
from akela.ports.stm32.hash_contexts import make_hash_contexts
from akela.ports.stm32.hash_operations import make_hash_operations
from akela.ports.stm32.hmac import make_hmac_contexts
from akela.ports.stm32.rng import make_random_fill

SOFTWARE = {each.hash.name: each for each in (HMAC_SHA1, HMAC_MD5, HMAC_SHA224, HMAC_SHA256)}


@kernel_maker
def make_drivers(chip: Chip) -> None:
    """The kernels `<chip>_…`."""
    cryp = make_engine(chip, "cryp", AES)
    make_aes_operations(chip.name, make_aes_modes(chip, cryp, make_cryp_steps(chip, "aes", 4)))
    make_des_operations(chip.name, make_des_modes(chip, cryp, make_cryp_steps(chip, "des", 2)))
    hash = make_engine(chip, "hash", HASH)
    for name in chip.hashes:
        software = SOFTWARE[name]
        steps = make_hash_steps(chip, hash, name)
        make_hash_operations(chip, steps, software.hash.digest, software.tag)
        make_hmac_contexts(chip, name, steps.digest_bytes, make_hash_contexts(chip, steps))
    make_random_fill(chip, make_engine(chip, "rng", RANDOM))


NO_HASH_VALUE = "the hash processor takes whole messages and contexts of its own, no hash value; {0}.digest and hmac.{0} are served"


def limits(chip: Chip) -> dict[str, str]:
    """What the accelerators leave to software: for reports, by operation. SHA-224 has the blocks of SHA-256."""
    blocks = {f"{name}.blocks": NO_HASH_VALUE.format(name) for name in chip.hashes if name != "sha224"}
    return blocks | {"aes.gcm_seal": "AES in it by hardware, GHASH in software"}
