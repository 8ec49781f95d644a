"""V8: the person's own key signed this action, as a passkey signs (WebAuthn).

A passkey signs bytes that hold two digests: one of the site that it belongs to, and one of the text that the browser
wrote, whose challenge is computed from statements. The statement of a receipt is rebuilt from the receipt itself, so a
signature for another action, time, issuer or scan never fits.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, Callable, Collection, Mapping, Optional, Sequence, Tuple, Union

from .assertion import verify_assertion
from .canonical_json import canonicalize, sha256_hex
from .header import decode_base64url, encode_base64url
from .plain_json import decode_utf8, read_json
from .presence_policy import find_policy, is_digest
from .reading import Reading
from .result import Failure, Refusal, Verification, add_failure
from .schema import Form, Problem, demand, describe_problem, hex_digits, items, members, one_of, or_null, pattern, text
from .strict_json import NotJson, parse_json

ENGINE_ID = "APPROVER-KEY"
ENGINE_VERSION = "1.0.0"
CONTEXT = b"stillhere/approver/1\x00"
MAX_STATEMENTS = 10
MAX_TEXT = 255
# WebAuthn, section 6.1: the digest of the RP id, one byte of flags, and a counter of four, which is the issuer's to compare.
FIXED_LENGTH = 37
PRESENT, VERIFIED, CAN_BACK_UP, BACKED_UP, NEW_KEY, EXTENSIONS = 0x01, 0x04, 0x08, 0x10, 0x40, 0x80
LEVELS = {"hand": (2, 3), "passkey": (0,)}
STATEMENT_MEMBERS = (
    "action",
    "action_digest",
    "audience",
    "nonce",
    "challenge_id",
    "chain",
    "issuer",
    "method",
    "level",
    "not_after",
)


def compute_statement_digest(statement: Mapping[str, Any]) -> str:
    """SHA-256 of the RFC 8785 form of a statement's ten members, in hex. Raises KeyError for one that is missing.

    They are action, action_digest, audience, nonce, challenge_id, chain, issuer, method, level and not_after; what a
    receipt does not state is None.
    """
    # Named one by one: a member more would be signed and never rebuilt.
    return sha256_hex(canonicalize(read_json({name: statement[name] for name in STATEMENT_MEMBERS})))


def compute_approver_challenge(digests: Sequence[str]) -> bytes:
    """The 32 bytes that a passkey signs for 1 to 10 statements, as the challenge of WebAuthn. Raises ValueError."""
    is_list = isinstance(digests, (list, tuple)) and 1 <= len(digests) <= MAX_STATEMENTS
    if not is_list or not all(map(is_digest, digests)):
        raise ValueError(f"digests must be 1 to {MAX_STATEMENTS} digests of 64 lower-case hex digits")
    return hashlib.sha256(CONTEXT + bytes.fromhex("".join(digests))).digest()


def compute_thumbprint(key: object) -> str:
    """The thumbprint of a public key in JWK (RFC 7638), by which it is pinned. Raises ValueError for other keys."""
    value = read_json(key)
    problem = describe_problem(KEY, value, "the key")
    if problem is not None:
        raise ValueError(problem)
    # All members are required ones, and RFC 7638 wants those in the order of RFC 8785.
    return encode_base64url(hashlib.sha256(canonicalize(value).encode("utf-8")).digest())


def is_thumbprint(given: object) -> bool:
    """Whether this has the form of a thumbprint."""
    return isinstance(given, str) and len(given) == 43 and decode_base64url(given) is not None


def find_approver(reading: Reading) -> Union[dict[str, Any], Refusal, None]:
    """The payload of the block of a well-formed receipt that names the person's key; why it cannot be read; None without one."""
    blocks = [block for block in reading.receipt["evidence"] if block["engineId"] == ENGINE_ID]
    # The old profile leaves the names of engines unsigned.
    if reading.is_old or not blocks:
        return None
    if len(blocks) > 1:
        return "APPROVER_MISSING", "more than one key of a person is in it"
    if blocks[0]["engineVersion"] != ENGINE_VERSION:
        return "APPROVER_SIGNATURE", "its block APPROVER-KEY has a version that is not known here"
    problem = describe_problem(PAYLOAD, blocks[0]["payload"], "the payload")
    if problem is not None:
        return "APPROVER_SIGNATURE", f"the block APPROVER-KEY cannot be read: {problem}"
    return blocks[0]["payload"]


def refuse_approver(reading: Reading, approver_keys: Optional[Collection[str]]) -> Optional[Refusal]:
    """V8: why none of these keys signed what a well-formed receipt says; with None, why no key did.

    It looks at no signature of the issuer.
    """
    approver = find_approver(reading)
    if approver is None:
        return "APPROVER_MISSING", "no key of a person is in the receipt"
    if isinstance(approver, tuple):
        return approver
    if approver_keys is not None and compute_thumbprint(approver["key"]) not in approver_keys:
        return "APPROVER_UNTRUSTED", "the person’s key is not among the pinned ones"
    return (
        _check_statement(reading, approver)
        or _check_client_data(approver)
        or _check_authenticator_data(approver)
        or verify_assertion(approver)
    )


def add_approver(
    result: Verification, receipt: object, approver_keys: Optional[Collection[str]]
) -> Tuple[Verification, dict[str, Any]]:
    """The result, INVALID where V8 fails; and what V8 found, with the names of verifyApprover of @stillhere/receipt/approver."""
    reading = Reading(receipt)
    approver = find_approver(reading) if result.checks["V1"] == "PASS" else None
    if result.checks["V1"] != "PASS" or (approver is None and approver_keys is None):
        return result, {"outcome": "SKIPPED", "detail": "no key of a person is in it"}
    refusal = refuse_approver(reading, approver_keys)
    if refusal is not None:
        code, detail = refusal
        return add_failure(result, Failure("V8", code, detail)), {"outcome": "FAIL", "code": code, "detail": detail}
    assert isinstance(approver, dict), "what is not refused has a block"
    found = {
        "thumbprint": compute_thumbprint(approver["key"]),
        "rpId": approver["rp_id"],
        "origin": approver["origin"],
        "statement": _rebuild_statement(reading.receipt, approver),
    }
    return result, {"outcome": "PASS", "approver": found}


def _check_statement(reading: Reading, approver: dict[str, Any]) -> Optional[Refusal]:
    statement = _rebuild_statement(reading.receipt, approver)
    if statement is None:
        detail = "the method, level, chain or expiry of the receipt fits no statement that a person signs"
        return "APPROVER_MISMATCH", detail
    if approver["digests"][int(approver["index"])] != compute_statement_digest(statement):
        return "APPROVER_MISMATCH", "the person’s key signed another statement than that of this receipt"
    return None


def _rebuild_statement(receipt: dict[str, Any], approver: dict[str, Any]) -> Optional[dict[str, Any]]:
    policy = find_policy(receipt) or {}
    method, level = policy.get("method"), policy.get("assurance")
    has_chain = approver["chain"] is not None
    if level not in LEVELS.get(str(method), ()) or has_chain != (method == "hand") or "expiresAt" not in receipt:
        return None
    return {
        "action": policy["action"],
        "action_digest": policy["action_digest"],
        "audience": receipt.get("audience"),
        "nonce": policy["nonce"],
        "challenge_id": approver["challenge_id"],
        "chain": approver["chain"],
        "issuer": receipt["issuer"]["publicKey"],
        "method": method,
        "level": level,
        "not_after": receipt["expiresAt"],
    }


def _check_client_data(approver: dict[str, Any]) -> Optional[Refusal]:
    """What the browser wrote and the key signed: for which challenge, and on which page."""
    try:
        said = parse_json(decode_utf8(_decode(approver, "client_data")))
    # Text may be nested deeper than the caller's stack has room for.
    except (NotJson, RecursionError):
        said = None
    if not isinstance(said, dict) or said.get("type") != "webauthn.get":
        return "APPROVER_SIGNATURE", "the client data is not that of a signature by a passkey"
    if said.get("challenge") != encode_base64url(compute_approver_challenge(approver["digests"])):
        return "APPROVER_MISMATCH", "the person’s key signed another challenge than that of the digests"
    if said.get("origin") != approver["origin"] or not _is_page_of(approver["origin"], approver["rp_id"]):
        return "APPROVER_MISMATCH", "the page on which the person’s key signed does not fit the key’s site"
    if said.get("crossOrigin", False) is not False or "topOrigin" in said:
        return "APPROVER_SIGNATURE", "the person’s key signed in a frame of another site"
    return None


def _is_page_of(origin: str, rp_id: str) -> bool:
    match = ORIGIN.fullmatch(origin)
    if match is None:
        return False
    scheme, host = match.groups()
    if scheme == "http":
        return host == rp_id == "localhost"
    return bool(host == rp_id or host.endswith(f".{rp_id}"))


def _check_authenticator_data(approver: dict[str, Any]) -> Optional[Refusal]:
    data = _decode(approver, "authenticator_data")
    flags = data[32] if len(data) >= FIXED_LENGTH else 0
    is_length = len(data) > FIXED_LENGTH if flags & EXTENSIONS else len(data) == FIXED_LENGTH
    if not is_length or flags & NEW_KEY or (flags & BACKED_UP and not flags & CAN_BACK_UP):
        return "APPROVER_SIGNATURE", "the authenticator data is not that of a signature by a passkey"
    if data[:32] != hashlib.sha256(approver["rp_id"].encode("ascii")).digest():
        return "APPROVER_SIGNATURE", "the person’s key signed for another site"
    if not flags & PRESENT or not flags & VERIFIED:
        detail = "the person’s key signed without proof that the person was there and unlocked it"
        return "APPROVER_SIGNATURE", detail
    return None


def _decode(approver: dict[str, Any], name: str) -> bytes:
    data = decode_base64url(approver[name])
    assert data is not None, "the form of the block has been looked at"
    return data


def _base64url(most: int, holds: Callable[[bytes], bool], what: str) -> Form:
    """The one base64url text of bytes that hold what is demanded of them."""

    def is_word(value: Any) -> bool:
        data = decode_base64url(value) if isinstance(value, str) and 1 <= len(value) <= most else None
        return data is not None and holds(data)

    return demand(f"must be base64url of {what}", is_word)


def _is_modulus(data: bytes) -> bool:
    """2048 to 4096 bits in the fewest bytes (RFC 7518, section 6.3.1.1). No modulus of two large primes is even."""
    is_long = data[0] >= 0x80 if len(data) == 256 else 256 < len(data) <= 512 and data[0] > 0
    return is_long and data[-1] % 2 == 1


def _find_key_problem(key: Any) -> Problem:
    kty = key.get("kty") if isinstance(key, dict) else None
    form = KEYS.get(kty) if isinstance(kty, str) else None
    return ("", "must be a public key of ES256, EdDSA or RS256") if form is None else form(key)


ORIGIN = re.compile(r"(https?)://([a-z0-9.-]{1,253})(?::[0-9]{1,5})?")
COORDINATE = _base64url(43, lambda data: len(data) == 32, "32 bytes")
MODULUS = _base64url(683, _is_modulus, "an odd number of 2048 to 4096 bits without a zero byte in front")
WORD = _base64url(8192, lambda data: True, "1 to 8192 characters")
KEYS: dict[str, Form] = {
    "EC": members({"kty": one_of("EC"), "crv": one_of("P-256"), "x": COORDINATE, "y": COORDINATE}),
    "OKP": members({"kty": one_of("OKP"), "crv": one_of("Ed25519"), "x": COORDINATE}),
    # Other exponents than 65537 are found in weak keys only.
    "RSA": members({"kty": one_of("RSA"), "n": MODULUS, "e": one_of("AQAB")}),
}
KEY: Form = _find_key_problem
MEMBERS = members(
    {
        "scheme": one_of("webauthn"),
        "key": KEY,
        "rp_id": pattern("must be the name of a host", "[a-z0-9.-]{1,253}"),
        "origin": text(MAX_TEXT + 8),
        "client_data": WORD,
        "authenticator_data": WORD,
        "signature": _base64url(1024, lambda data: True, "1 to 1024 characters"),
        "challenge_id": text(MAX_TEXT),
        "chain": or_null(hex_digits(64)),
        "digests": items(hex_digits(64), 1, MAX_STATEMENTS),
        "index": demand("must be a place in /digests", lambda value: isinstance(value, float) and value.is_integer()),
        "aaguid": or_null(pattern("must be a lower-case UUID", "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")),
    }
)


def _find_payload_problem(payload: Any) -> Problem:
    problem = MEMBERS(payload)
    if problem is None and not 0 <= payload["index"] < len(payload["digests"]):
        return "/index", "must be a place in /digests"
    return problem


PAYLOAD: Form = _find_payload_problem
