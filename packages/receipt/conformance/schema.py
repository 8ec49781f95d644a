"""V1: the members of a receipt, their types and their forms. Objects are closed: no unknown member passes."""

import re

import timestamps
from canonical_json import sha256_hex
from strict_json import utf16_length

MAX_SAFE_INTEGER = 2**53 - 1


def has_receipt_form(value):
    """Whether a JSON value has the form of CPS-0001."""
    return RECEIPT(value) and value["issuer"]["id"] == issuer_id(value["issuer"]["publicKey"])


def has_old_form(value):
    """Whether a JSON value has the form of release candidate 1: freer ids, fewer members, times without decimals."""
    return OLD_RECEIPT(value)


def issuer_id(public_key):
    return sha256_hex(public_key)[:16]


def _members(required, optional=None):
    known = {**required, **(optional or {})}

    def fits(value):
        if not isinstance(value, dict) or not required.keys() <= value.keys() <= known.keys():
            return False
        return all(known[name](member) for name, member in value.items())

    return fits


def _list(item, least, most):
    return lambda value: isinstance(value, list) and least <= len(value) <= most and all(map(item, value))


def _text(most):
    return lambda value: isinstance(value, str) and 1 <= utf16_length(value) <= most


def _pattern(expression):
    compiled = re.compile(expression)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def _one_of(*words):
    return lambda value: isinstance(value, str) and value in words


def _time(parse):
    return lambda value: isinstance(value, str) and parse(value) is not None


def _or_null(form):
    return lambda value: value is None or form(value)


def _object(value):
    return isinstance(value, dict)


def _boolean(value):
    return isinstance(value, bool)


def _share(value):
    return isinstance(value, float) and 0 <= value <= 1


def _milliseconds(value):
    return isinstance(value, float) and value.is_integer() and 0 <= value <= MAX_SAFE_INTEGER


def _hex(digits):
    return _pattern(f"[0-9a-f]{{{digits}}}")


UTC = _time(timestamps.parse_utc)
OLD_UTC = _time(timestamps.parse_old_utc)
VERDICT = _one_of("PASS", "FAIL", "INSUFFICIENT_EVIDENCE")
REFERENCES = _list(_text(1024), 0, 256)
ASSERTION = _members({"value": _boolean, "confidence": _share})
ASSERTIONS = _members(
    {"observationOccurred": ASSERTION, "continuityMaintained": ASSERTION, "receiptIntegrity": ASSERTION}
)
BLOCK = _members(
    {
        "engineId": _text(256),
        "engineVersion": _text(256),
        "confidence": _share,
        "payload": _object,
        "payloadDigest": _hex(64),
    }
)
EVIDENCE = _list(BLOCK, 1, 16)

RECEIPT = _members(
    {
        "protocolVersion": _one_of("1.0"),
        "receiptId": _pattern("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
        "subject": _members({"id": _pattern("sha256:[0-9a-f]{64}")}, {"type": _text(64)}),
        "interval": _members({"start": UTC, "end": UTC, "coverageMs": _milliseconds}),
        "evidence": EVIDENCE,
        "assertions": ASSERTIONS,
        "previousReceiptHash": _or_null(_hex(64)),
        "references": REFERENCES,
        "issuer": _members({"id": _hex(16), "publicKey": _hex(64)}),
        "signature": _members(
            {
                "algorithm": _one_of("Ed25519"),
                "canonicalization": _one_of("JCS"),
                "signedAt": UTC,
                "value": _hex(128),
            }
        ),
    },
    {"verdict": VERDICT, "expiresAt": UTC, "audience": _text(1024)},
)

OLD_RECEIPT = _members(
    {
        "protocolVersion": _one_of("1.0"),
        "receiptId": _text(256),
        "subject": _members({"id": _text(256)}, {"type": _text(64)}),
        "interval": _members({"start": OLD_UTC, "end": OLD_UTC, "coverageMs": _milliseconds}),
        "evidence": EVIDENCE,
        "assertions": ASSERTIONS,
        "issuer": _members({"id": _text(256), "publicKey": _hex(64)}),
        "signature": _members({"algorithm": _one_of("Ed25519"), "signedAt": OLD_UTC, "value": _hex(128)}),
    },
    {
        "verdict": VERDICT,
        "expiresAt": OLD_UTC,
        "previousReceiptHash": _or_null(_text(256)),
        "references": REFERENCES,
    },
)
