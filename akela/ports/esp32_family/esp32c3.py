"""The crypto accelerators of the ESP32-C3, behind the operations that they serve."""

from akela.kernels.sha1 import sha1_blocks
from akela.kernels.sha256 import sha256_blocks
from akela.ports.esp32_family.chips import ESP32C3
from akela.ports.esp32_family.engine import make_engine
from akela.ports.esp32_family.rng import make_random_fill
from akela.ports.esp32_family.sha import make_sha
from akela.ports.host import HASH

SHA = make_engine(ESP32C3, "sha", HASH, ("sha", "ds", "hmac"))

esp32c3_sha1_blocks = make_sha(ESP32C3, SHA, "sha1", 0, 5, sha1_blocks)
esp32c3_sha256_blocks = make_sha(ESP32C3, SHA, "sha256", 2, 8, sha256_blocks)
esp32c3_random_fill = make_random_fill(ESP32C3.name, ESP32C3.rng, ESP32C3.rng_cycles)
