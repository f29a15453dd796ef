"""The ASN.1 structures of keys, named as in the documents that define them."""

from __future__ import annotations

from typing import Any

from pyasn1.type import namedtype, tag, univ

INTEGER, OCTETS, BITS, OID, ANY = univ.Integer(), univ.OctetString(), univ.BitString(), univ.ObjectIdentifier(), univ.Any()


def sequence(*fields: Any) -> Any:
    return univ.Sequence(componentType=namedtype.NamedTypes(*fields))


field, optional, defaulted = namedtype.NamedType, namedtype.OptionalNamedType, namedtype.DefaultedNamedType


def explicit(schema: Any, number: int) -> Any:
    """EXPLICIT [number]."""
    return schema.subtype(explicitTag=tag.Tag(tag.tagClassContext, tag.tagFormatConstructed, number))


def implicit(schema: Any, number: int) -> Any:
    """IMPLICIT [number]."""
    return schema.subtype(implicitTag=tag.Tag(tag.tagClassContext, tag.tagFormatSimple, number))


# RFC 5280 section 4.1
ALGORITHM_IDENTIFIER = sequence(field("algorithm", OID), optional("parameters", ANY))
SUBJECT_PUBLIC_KEY_INFO = sequence(field("algorithm", ALGORITHM_IDENTIFIER), field("subjectPublicKey", BITS))

# RFC 5958 section 2, which extends RFC 5208
ONE_ASYMMETRIC_KEY = sequence(
    field("version", INTEGER),
    field("privateKeyAlgorithm", ALGORITHM_IDENTIFIER),
    field("privateKey", OCTETS),
    optional("attributes", implicit(univ.SetOf(componentType=ANY), 0)),
    optional("publicKey", implicit(BITS, 1)),
)
# RFC 5958 section 3
ENCRYPTED_PRIVATE_KEY_INFO = sequence(field("encryptionAlgorithm", ALGORITHM_IDENTIFIER), field("encryptedData", OCTETS))

# RFC 8017 appendix A.1
RSA_PUBLIC_KEY = sequence(field("modulus", INTEGER), field("publicExponent", INTEGER))
RSA_PRIVATE_KEY = sequence(
    field("version", INTEGER),
    field("modulus", INTEGER),
    field("publicExponent", INTEGER),
    field("privateExponent", INTEGER),
    field("prime1", INTEGER),
    field("prime2", INTEGER),
    field("exponent1", INTEGER),
    field("exponent2", INTEGER),
    field("coefficient", INTEGER),
)
# RFC 4055 section 3.1; the defaults are SHA-1, MGF1 with SHA-1, 20 and 1
RSASSA_PSS_PARAMS = sequence(
    optional("hashAlgorithm", explicit(ALGORITHM_IDENTIFIER, 0)),
    optional("maskGenAlgorithm", explicit(ALGORITHM_IDENTIFIER, 1)),
    optional("saltLength", explicit(INTEGER, 2)),
    optional("trailerField", explicit(INTEGER, 3)),
)

# RFC 5480 section 2.1.1: a curve by name, or one that is inherited, or all its numbers
EC_PARAMETERS = univ.Choice(
    componentType=namedtype.NamedTypes(
        field("namedCurve", OID), field("implicitCurve", univ.Null()), field("specifiedCurve", univ.SequenceOf(componentType=ANY))
    )
)
# RFC 5915 section 3
EC_PRIVATE_KEY = sequence(
    field("version", INTEGER),
    field("privateKey", OCTETS),
    optional("parameters", explicit(EC_PARAMETERS, 0)),
    optional("publicKey", explicit(BITS, 1)),
)

# PKCS #3 section 9; X9.42 as in RFC 3279 section 2.3.3
DH_PARAMETER = sequence(field("prime", INTEGER), field("base", INTEGER), optional("privateValueLength", INTEGER))
DOMAIN_PARAMETERS = sequence(
    field("p", INTEGER),
    field("g", INTEGER),
    field("q", INTEGER),
    optional("j", INTEGER),
    optional(
        "validationParms",
        sequence(
            field("seed", BITS),
            field("pgenCounter", INTEGER),
        ),
    ),
)

# RFC 8018 appendix A.4 and A.2, RFC 7914 section 7
PBES2_PARAMS = sequence(field("keyDerivationFunc", ALGORITHM_IDENTIFIER), field("encryptionScheme", ALGORITHM_IDENTIFIER))
PBKDF2_PARAMS = sequence(
    field("salt", OCTETS), field("iterationCount", INTEGER), optional("keyLength", INTEGER), optional("prf", ALGORITHM_IDENTIFIER)
)
SCRYPT_PARAMS = sequence(
    field("salt", OCTETS),
    field("costParameter", INTEGER),
    field("blockSize", INTEGER),
    field("parallelizationParameter", INTEGER),
    optional("keyLength", INTEGER),
)
