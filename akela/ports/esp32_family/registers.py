"""Registers of the crypto accelerators of Espressif's chips: one declaration for drivers, models and documentation.

Names, offsets and fields are those of the "Technical Reference Manual" of each chip, chapters "AES Accelerator", "SHA Accelerator",
"RSA Accelerator" and "GDMA Controller". Chips differ in where a block is and in what its memory holds: see `chips.py`.
"""

from akela.lang import Reg, RegisterBlock, bits


class EspSystem(RegisterBlock):
    """System Registers of the C3: clocks, resets and power. All crypto accelerators come out of reset with their clocks off."""

    PERIP_CLK_EN1 = Reg(
        0x14,
        reset=0x200,
        aes=bits[1],
        sha=bits[2],
        rsa=bits[3],
        ds=bits[4],
        hmac=bits[5],
        dma=bits[6],
        others=bits[31:7],
    )
    PERIP_RST_EN1 = Reg(
        0x1C,
        reset=0x1FE,
        aes=bits[1],
        sha=bits[2],
        rsa=bits[3],
        ds=bits[4],
        hmac=bits[5],
        dma=bits[6],
        others=bits[31:7],
    )
    RSA_PD_CTRL = Reg(0x38, reset=1, mem_pd=bits[0], mem_force_pu=bits[1], mem_force_pd=bits[2])


class EspAes(RegisterBlock):
    """AES Accelerator. Words are loads of bytes in their order, least significant first."""

    KEY = Reg(0x00, count=8, access="w")
    TEXT_IN = Reg(0x20, count=4, access="w")
    TEXT_OUT = Reg(0x30, count=4, access="r", secret=True)
    MODE = Reg(0x40, mode=bits[2:0])  # 0, 2: encrypt with 128, 256 bits; 4, 6: decrypt
    ENDIAN = Reg(0x44, endian=bits[5:0])
    TRIGGER = Reg(0x48, access="w", start=bits[0])
    STATE = Reg(0x4C, access="r", state=bits[1:0])  # 0: idle, 1: busy, 2: done (DMA)
    IV = Reg(0x50, count=4, secret=True)
    DMA_ENABLE = Reg(0x90, enable=bits[0])
    BLOCK_MODE = Reg(0x94, mode=bits[2:0])  # 0: ECB, 1: CBC, 2: OFB, 3: CTR, 4: CFB8, 5: CFB128
    BLOCK_NUM = Reg(0x98)
    INC_SEL = Reg(0x9C, whole=bits[0])  # of the counter 0: the last 32 bits count, 1: all 128
    INT_CLEAR = Reg(0xAC, access="w", clear=bits[0])
    INT_ENA = Reg(0xB0, enable=bits[0])
    DATE = Reg(0xB4)
    DMA_EXIT = Reg(0xB8, access="w", leave=bits[0])


class EspSha(RegisterBlock):
    """SHA Accelerator. Words are loads of bytes in their order, least significant first; H so holds the digest's bytes."""

    MODE = Reg(0x00, mode=bits[2:0])  # 0: SHA-1, 1: SHA-224, 2: SHA-256
    DMA_BLOCK_NUM = Reg(0x0C, blocks=bits[5:0])
    START = Reg(0x10, access="w", start=bits[0])  # from the initial hash value
    CONTINUE = Reg(0x14, access="w", start=bits[0])  # from the value in H
    BUSY = Reg(0x18, access="r", busy=bits[0])
    DMA_START = Reg(0x1C, access="w", start=bits[0])
    DMA_CONTINUE = Reg(0x20, access="w", start=bits[0])
    CLEAR_IRQ = Reg(0x24, access="w", clear=bits[0])
    IRQ_ENA = Reg(0x28, enable=bits[0])
    DATE = Reg(0x2C)
    H = Reg(0x40, count=16, secret=True)
    M = Reg(0x80, count=32, secret=True)


class EspMpi(RegisterBlock):
    """RSA Accelerator, with memories for numbers of 3072 bits, least significant word first."""

    M_MEM = Reg(0x000, count=96, secret=True)
    Z_MEM = Reg(0x200, count=96, secret=True)
    Y_MEM = Reg(0x400, count=96, secret=True)
    X_MEM = Reg(0x600, count=96, secret=True)
    M_PRIME = Reg(0x800, secret=True)  # -1/M modulo 2^32
    MODE = Reg(0x804, length=bits[6:0])  # words of the numbers, less one
    QUERY_CLEAN = Reg(0x808, access="r", clean=bits[0])
    SET_START_MODEXP = Reg(0x80C, access="w", start=bits[0])
    SET_START_MODMULT = Reg(0x810, access="w", start=bits[0])
    SET_START_MULT = Reg(0x814, access="w", start=bits[0])
    QUERY_IDLE = Reg(0x818, access="r", idle=bits[0])
    INT_CLR = Reg(0x81C, access="w", clear=bits[0])
    CONSTANT_TIME = Reg(0x820, reset=1, enable=bits[0])
    SEARCH_ENABLE = Reg(0x824, enable=bits[0])
    SEARCH_POS = Reg(0x828, position=bits[11:0])  # the highest bit of Y that counts
    INT_ENA = Reg(0x82C, reset=1, enable=bits[0])
    DATE = Reg(0x830)


class EspDma(RegisterBlock):
    """GDMA Controller: three channels, each with a way in (from the accelerator to memory) and a way out."""

    INT_RAW = Reg(0x00, count=3, stride=0x10, in_done=bits[0], in_suc_eof=bits[1], in_err_eof=bits[2], out_done=bits[3], out_eof=bits[4])
    MISC_CONF = Reg(0x44, others=bits[2:0], clk_en=bits[3])
    IN_CONF0 = Reg(0x70, count=3, stride=0xC0, in_rst=bits[0], others=bits[3:1], mem_trans_en=bits[4])
    IN_LINK = Reg(
        0x80,
        count=3,
        stride=0xC0,
        reset=0x0110_0000,
        address=bits[19:0],
        auto_ret=bits[20],
        stop=bits[21],
        start=bits[22],
        restart=bits[23],
        park=bits[24],
    )
    IN_PERI_SEL = Reg(0xA0, count=3, stride=0xC0, reset=0x3F, peripheral=bits[5:0])
    OUT_CONF0 = Reg(0xD0, count=3, stride=0xC0, out_rst=bits[0], others=bits[2:1], eof_mode=bits[3])
    OUT_LINK = Reg(
        0xE0,
        count=3,
        stride=0xC0,
        reset=0x0080_0000,
        address=bits[19:0],
        stop=bits[20],
        start=bits[21],
        restart=bits[22],
        park=bits[23],
    )
    OUT_PERI_SEL = Reg(0x100, count=3, stride=0xC0, reset=0x3F, peripheral=bits[5:0])


class EspDmaMemory(RegisterBlock):
    """Not registers but memory that DMA reaches, set aside for drivers: two descriptors, then what goes in and what comes out.

    A descriptor has a word of size (bits 11:0), length (23:12), end (30) and owner (31, 1: the DMA), then its buffer's address, then the
    address of the next descriptor or 0.
    """

    SOURCE_DESCRIPTOR = Reg(0x00, count=3)
    TARGET_DESCRIPTOR = Reg(0x10, count=3)
    SOURCE = Reg(0x20, count=512, secret=True)
    TARGET = Reg(0x820, count=512, secret=True)


class EspRng(RegisterBlock):
    """The random number register; the base is its own address."""

    DATA = Reg(0x00, access="r", secret=True)
