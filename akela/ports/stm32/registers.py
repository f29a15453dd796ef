"""Registers of the crypto accelerators of the STM32F21x, F41x, F43x: one declaration for drivers, models and documentation.

Names, offsets and fields are those of the reference manuals, RM0033 for the STM32F2 and RM0090 for the STM32F4, chapters "Reset and clock
control", "Cryptographic processor", "Hash processor" and "Random number generator". Rows stand for registers that the manuals number.
"""

from akela.lang import Reg, RegisterBlock, bits


class Stm32Rcc(RegisterBlock):
    """Reset and clock control: of the peripherals on AHB2. All of them are out of reset after power-up, and their clocks off."""

    AHB2RSTR = Reg(0x14, dcmi=bits[0], cryp=bits[4], hash=bits[5], rng=bits[6], otgfs=bits[7])
    AHB2ENR = Reg(0x34, dcmi=bits[0], cryp=bits[4], hash=bits[5], rng=bits[6], otgfs=bits[7])


class Stm32Cryp(RegisterBlock):
    """Cryptographic processor. Keys and initialization vectors are big-endian words of the byte strings; data is swapped by `datatype`."""

    CR = Reg(
        0x00,
        algodir=bits[2],  # 1: decrypt
        algomode=bits[5:3],  # 0, 1: TDES ECB, CBC; 2, 3: DES ECB, CBC; 4, 5, 6: AES ECB, CBC, CTR; 7: AES key preparation
        datatype=bits[7:6],  # swaps nothing, halfwords, bytes, bits
        keysize=bits[9:8],  # of AES: 128, 192, 256 bits
        fflush=bits[14],
        crypen=bits[15],
    )
    SR = Reg(0x04, access="r", reset=0x3, ifem=bits[0], ifnf=bits[1], ofne=bits[2], offu=bits[3], busy=bits[4])
    DIN = Reg(0x08, access="w")
    DOUT = Reg(0x0C, access="r", secret=True)
    DMACR = Reg(0x10, dien=bits[0], doen=bits[1])
    IMSCR = Reg(0x14, inim=bits[0], outim=bits[1])
    RISR = Reg(0x18, access="r", reset=0x1, inris=bits[0], outris=bits[1])
    MISR = Reg(0x1C, access="r", inmis=bits[0], outmis=bits[1])
    K = Reg(0x20, count=8, access="w")  # K0LR, K0RR, K1LR, ... K3RR
    IV = Reg(0x40, count=4, secret=True)  # IV0LR, IV0RR, IV1LR, IV1RR


class Stm32Hash(RegisterBlock):
    """Hash processor."""

    CR = Reg(
        0x00,
        init=bits[2],
        dmae=bits[3],
        datatype=bits[5:4],  # swaps nothing, halfwords, bytes, bits
        mode=bits[6],  # 1: HMAC
        algo=bits[7],  # with algo_1 as the higher bit: SHA-1, MD5, SHA-224, SHA-256
        nbw=bits[11:8],
        dinne=bits[12],
        lkey=bits[16],
        algo_1=bits[18],  # of chips with SHA-224 and SHA-256
    )
    DIN = Reg(0x04, access="w")
    STR = Reg(0x08, nblw=bits[4:0], dcal=bits[8])  # bits of the last word that count, 0: all
    HR = Reg(0x0C, count=5, access="r", secret=True)
    IMR = Reg(0x20, dinie=bits[0], dcie=bits[1])
    SR = Reg(0x24, reset=0x1, dinis=bits[0], dcis=bits[1], dmas=bits[2], busy=bits[3])
    CSR = Reg(0xF8, count=54, secret=True)  # as many of these as the chip has
    DIGEST = Reg(0x310, count=8, access="r", secret=True)  # HR0 to HR7 of chips with SHA-224 and SHA-256


class Stm32Rng(RegisterBlock):
    """Random number generator. Its own clock is 48 MHz from the PLL."""

    CR = Reg(0x00, rngen=bits[2], ie=bits[3])
    SR = Reg(0x04, drdy=bits[0], cecs=bits[1], secs=bits[2], ceis=bits[5], seis=bits[6])  # the last two stay until 0 is written
    DR = Reg(0x08, access="r", secret=True)
