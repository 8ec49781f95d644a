"""V1: the members of a receipt, their types and their forms. Objects are closed: no unknown member passes."""

from __future__ import annotations

import re
from typing import Any, Callable, Optional, Tuple

from . import timestamps
from .canonical_json import sha256_hex
from .strict_json import utf16_length

MAX_SAFE_INTEGER = 2**53 - 1
MAX_NAME_SHOWN = 64

# What is wrong, and at which JSON pointer below the value that was looked at.
Problem = Optional[Tuple[str, str]]
Form = Callable[[Any], Problem]


def describe_problem(form: Form, value: Any, subject: str) -> Optional[str]:
    """What is wrong with the form of a JSON value, in one sentence; None when nothing is."""
    problem = form(value)
    return None if problem is None else f"{problem[0] or subject} {problem[1]}"


def members(required: dict[str, Form], optional: Optional[dict[str, Form]] = None) -> Form:
    known = {**required, **(optional or {})}

    def find(value: Any) -> Problem:
        if not isinstance(value, dict):
            return "", "must be an object"
        for name in required.keys() - value.keys():
            return f"/{name}", "is missing"
        for name, member in value.items():
            problem = known[name](member) if name in known else ("", "is not a member that belongs here")
            if problem is not None:
                return _step(name) + problem[0], problem[1]
        return None

    return find


def items(form: Form, least: int, most: int) -> Form:
    def find(value: Any) -> Problem:
        if not isinstance(value, list) or not least <= len(value) <= most:
            return "", f"must be a list of {least} to {most} items"
        for index, item in enumerate(value):
            problem = form(item)
            if problem is not None:
                return f"/{index}{problem[0]}", problem[1]
        return None

    return find


def demand(problem: str, holds: Callable[[Any], bool]) -> Form:
    return lambda value: None if holds(value) else ("", problem)


def text(most: int) -> Form:
    return demand(
        f"must be text of 1 to {most} characters",
        lambda value: isinstance(value, str) and 1 <= utf16_length(value) <= most,
    )


def one_of(*words: str) -> Form:
    return demand(f"must be {' or '.join(words)}", lambda value: isinstance(value, str) and value in words)


def or_null(form: Form) -> Form:
    return lambda value: None if value is None else form(value)


def hex_digits(count: int) -> Form:
    return pattern(f"must be {count} lower-case hex digits", f"[0-9a-f]{{{count}}}")


def pattern(problem: str, expression: str) -> Form:
    compiled = re.compile(expression)
    return demand(problem, lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None)


def _time(problem: str, parse: Callable[[str], Optional[int]]) -> Form:
    return demand(problem, lambda value: isinstance(value, str) and parse(value) is not None)


def _step(name: str) -> str:
    """One step of a JSON pointer (RFC 6901), fit to be printed."""
    cut = name if len(name) <= MAX_NAME_SHOWN else name[:MAX_NAME_SHOWN] + "…"
    shown = "".join(letter if letter.isprintable() else f"\\u{{{ord(letter):x}}}" for letter in cut)
    return "/" + shown.replace("~", "~0").replace("/", "~1")


def _find_issuer_problem(value: Any) -> Problem:
    problem = ISSUER_MEMBERS(value)
    if problem is None and value["id"] != sha256_hex(value["publicKey"])[:16]:
        return "", "must have the id that belongs to its publicKey"
    return problem


BOOLEAN = demand("must be true or false", lambda value: isinstance(value, bool))
SHARE = demand("must be a number from 0 to 1", lambda value: isinstance(value, float) and 0 <= value <= 1)
MILLISECONDS = demand(
    "must be a whole number of milliseconds",
    lambda value: isinstance(value, float) and value.is_integer() and 0 <= value <= MAX_SAFE_INTEGER,
)
UTC = _time("must be an RFC 3339 UTC time with milliseconds", timestamps.parse_utc)
OLD_UTC = _time("must be an RFC 3339 UTC time", timestamps.parse_old_utc)
RECEIPT_ID = pattern(
    "must be a lower-case UUID of version 7", "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
)
SUBJECT_ID = pattern('must be "sha256:" and 64 lower-case hex digits', "sha256:[0-9a-f]{64}")
VERDICT = one_of("PASS", "FAIL", "INSUFFICIENT_EVIDENCE")
REFERENCES = items(text(1024), 0, 256)
ASSERTION = members({"value": BOOLEAN, "confidence": SHARE})
ASSERTIONS = members(
    {"observationOccurred": ASSERTION, "continuityMaintained": ASSERTION, "receiptIntegrity": ASSERTION}
)
BLOCK = members(
    {
        "engineId": text(256),
        "engineVersion": text(256),
        "confidence": SHARE,
        "payload": demand("must be an object", lambda value: isinstance(value, dict)),
        "payloadDigest": hex_digits(64),
    }
)
EVIDENCE = items(BLOCK, 1, 16)
ISSUER_MEMBERS = members({"id": hex_digits(16), "publicKey": hex_digits(64)})
ISSUER: Form = _find_issuer_problem

RECEIPT = members(
    {
        "protocolVersion": one_of("1.0"),
        "receiptId": RECEIPT_ID,
        "subject": members({"id": SUBJECT_ID}, {"type": text(64)}),
        "interval": members({"start": UTC, "end": UTC, "coverageMs": MILLISECONDS}),
        "evidence": EVIDENCE,
        "assertions": ASSERTIONS,
        "previousReceiptHash": or_null(hex_digits(64)),
        "references": REFERENCES,
        "issuer": ISSUER,
        "signature": members(
            {
                "algorithm": one_of("Ed25519"),
                "canonicalization": one_of("JCS"),
                "signedAt": UTC,
                "value": hex_digits(128),
            }
        ),
    },
    {"verdict": VERDICT, "expiresAt": UTC, "audience": text(1024)},
)

# Release candidate 1: freer ids, fewer members, times without decimals.
OLD_RECEIPT = members(
    {
        "protocolVersion": one_of("1.0"),
        "receiptId": text(256),
        "subject": members({"id": text(256)}, {"type": text(64)}),
        "interval": members({"start": OLD_UTC, "end": OLD_UTC, "coverageMs": MILLISECONDS}),
        "evidence": EVIDENCE,
        "assertions": ASSERTIONS,
        "issuer": members({"id": text(256), "publicKey": hex_digits(64)}),
        "signature": members({"algorithm": one_of("Ed25519"), "signedAt": OLD_UTC, "value": hex_digits(128)}),
    },
    {
        "verdict": VERDICT,
        "expiresAt": OLD_UTC,
        "previousReceiptHash": or_null(text(256)),
        "references": REFERENCES,
    },
)
