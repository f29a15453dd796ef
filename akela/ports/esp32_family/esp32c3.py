"""The crypto accelerators of the ESP32-C3, behind the operations that they serve."""

from akela.kernels.sha1 import sha1_blocks
from akela.kernels.sha256 import sha256_blocks
from akela.ports.aes_operations import make_aes_operations
from akela.ports.esp32_family.aes import make_key, make_modes
from akela.ports.esp32_family.aes_dma import make_dma_modes
from akela.ports.esp32_family.chips import ESP32C3
from akela.ports.esp32_family.dma import AES_PERIPHERAL, make_dma
from akela.ports.esp32_family.engine import make_engine
from akela.ports.esp32_family.mpi import make_mpi
from akela.ports.esp32_family.mpi_operations import make_mpi_operations
from akela.ports.esp32_family.rng import make_random_fill
from akela.ports.esp32_family.sha import make_sha
from akela.ports.host import AES, HASH, PUBLIC_KEY
from akela.ports.seeding import make_seeding

AES_ENGINE = make_engine(ESP32C3, "aes", AES, ("aes", "ds"))
SHA_ENGINE = make_engine(ESP32C3, "sha", HASH, ("sha", "ds", "hmac"))
MPI_ENGINE = make_engine(ESP32C3, "rsa", PUBLIC_KEY, ("rsa", "ds"), has_memory=True)

AES_KEY = make_key(ESP32C3, AES_ENGINE)
BLOCKWISE = make_modes(ESP32C3, AES_KEY)

make_aes_operations(ESP32C3.name, make_dma_modes(ESP32C3, AES_KEY, make_dma(ESP32C3, AES, AES_PERIPHERAL), BLOCKWISE))
make_sha(ESP32C3, SHA_ENGINE, "sha1", 0, 5, sha1_blocks)
make_sha(ESP32C3, SHA_ENGINE, "sha256", 2, 8, sha256_blocks)
make_mpi_operations(ESP32C3, make_mpi(ESP32C3, MPI_ENGINE))
esp32c3_random_fill = make_random_fill(ESP32C3.name, ESP32C3.rng, ESP32C3.rng_cycles)
make_seeding(ESP32C3.name, esp32c3_random_fill)

# What an accelerator leaves to software, or to the user: for reports, by operation or by the part of its name before the dot.
LIMITS = {
    "aes": f"keys of {' and '.join(str(8 * size) for size in ESP32C3.aes_key_bytes)} bits; others in software",
    "aes.gcm_seal": "AES in it by hardware, GHASH in software",
    "modular": f"numbers to {32 * ESP32C3.mpi_words} bits; longer ones in software",
    "random": "random only while Wi-Fi, Bluetooth or the SAR ADC feeds the register",
}
