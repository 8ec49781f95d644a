"""The signature of a passkey, verified with the package cryptography, which the extra [approver] installs.

Python's standard library has neither ECDSA nor RSA. Without that package no signature is good.
"""

from __future__ import annotations

import hashlib
from typing import Any, Optional

from .ed25519 import verify_ed25519
from .header import decode_base64url
from .result import Refusal

MISSING_PACKAGE = "V8 needs the package cryptography, which is not installed: pip install 'stillhere-receipt[approver]'"


def verify_assertion(approver: dict[str, Any]) -> Optional[Refusal]:
    """Whether the key of a well-formed block signed its authenticator data and the digest of its client data."""
    client_data, signed, signature = (
        decode_base64url(approver[name]) or b"" for name in ("client_data", "authenticator_data", "signature")
    )
    message = signed + hashlib.sha256(client_data).digest()
    try:
        is_signed = VERIFIERS[approver["key"]["kty"]](approver["key"], signature, message)
    except ImportError:
        return "APPROVER_SIGNATURE", MISSING_PACKAGE
    return None if is_signed else ("APPROVER_SIGNATURE", "the signature does not fit the person’s key")


def _verify_es256(key: dict[str, Any], signature: bytes, message: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point = ec.EllipticCurvePublicNumbers(_to_int(key["x"]), _to_int(key["y"]), ec.SECP256R1()).public_key()
        # OpenSSL takes the one DER encoding of a signature and no other: others could be made of it without the key.
        point.verify(signature, message, ec.ECDSA(hashes.SHA256()))
    except (InvalidSignature, ValueError):
        return False
    return True


def _verify_rs256(key: dict[str, Any], signature: bytes, message: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import padding, rsa

    try:
        public_key = rsa.RSAPublicNumbers(_to_int(key["e"]), _to_int(key["n"])).public_key()
        public_key.verify(signature, message, padding.PKCS1v15(), hashes.SHA256())
    except (InvalidSignature, ValueError):
        return False
    return True


def _verify_eddsa(key: dict[str, Any], signature: bytes, message: bytes) -> bool:
    # Ours is stricter than OpenSSL's, but no approval is accepted in part: without the package none is.
    import cryptography  # noqa: F401

    return verify_ed25519(signature.hex(), message, (decode_base64url(key["x"]) or b"").hex())


def _to_int(word: str) -> int:
    return int.from_bytes(decode_base64url(word) or b"", "big")


VERIFIERS = {"EC": _verify_es256, "OKP": _verify_eddsa, "RSA": _verify_rs256}
