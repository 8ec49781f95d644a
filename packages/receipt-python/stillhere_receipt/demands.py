"""What a caller may demand of a receipt beyond its format."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Callable, Optional, Union

from .reading import Reading
from .result import Findings, Refusal
from .timestamps import read_now, read_number

DEFAULT_CLOCK_SKEW_MS = 30_000
REVOCATION_UNANSWERED = "whether it is revoked was not answered with True or False"


class NotAsked:
    """The type of NOT_ASKED."""

    def __repr__(self) -> str:
        return "NOT_ASKED"


# The default of every demand: it is not made. None is something else: a demand that cannot be read, and so is not met.
NOT_ASKED = NotAsked()

TrustedIssuers = Union["list[str]", "tuple[str, ...]", "set[str]", "frozenset[str]"]
RevocationCheck = Callable[[Any, str], bool]


@dataclass(frozen=True)
class Demands:
    """What to judge a receipt by."""

    now: object = None
    clock_skew_ms: object = DEFAULT_CLOCK_SKEW_MS
    legacy: bool = False
    trusted_issuers: object = NOT_ASKED
    revoked: object = NOT_ASKED
    max_age_ms: object = NOT_ASKED
    audience: object = NOT_ASKED


class Clock:
    """The time to judge at and how far the issuer's clock may be from it; NaN for what cannot be read."""

    def __init__(self, now: object, clock_skew_ms: object) -> None:
        skew = read_number(clock_skew_ms)
        self.now = read_now(now)
        self.skew = skew if math.isfinite(skew) and skew >= 0 else math.nan


def judge_demands(reading: Reading, demands: Demands, clock: Clock) -> Findings:
    """What became of each demand that is made."""
    receipt = reading.receipt
    found: Findings = {}
    if demands.trusted_issuers is not NOT_ASKED:
        found["issuer"] = judge_issuer(receipt["issuer"]["publicKey"], demands.trusted_issuers)
    if demands.max_age_ms is not NOT_ASKED:
        # A comparison with NaN is false, so an unreadable clock or limit makes the receipt too old.
        is_recent = clock.now - reading.end() <= read_number(demands.max_age_ms)
        found["age"] = None if is_recent else ("TOO_OLD", "/interval/end is longer ago than allowed")
    if demands.audience is not NOT_ASKED:
        is_meant = isinstance(demands.audience, str) and receipt.get("audience") == demands.audience
        found["audience"] = None if is_meant else ("AUDIENCE_MISMATCH", "/audience is not the expected one")
    if demands.revoked is not NOT_ASKED:
        found["revocation"] = _judge_revocation(reading, demands.revoked)
    return found


def judge_issuer(public_key: str, trusted: object) -> Optional[Refusal]:
    """Whether a key is among the trusted ones. Text is no list: a part of it would pass for a key."""
    is_list = isinstance(trusted, (list, tuple, set, frozenset))
    if is_list and public_key in trusted:  # type: ignore[operator]
        return None
    return "UNTRUSTED_ISSUER", "/issuer/publicKey is not among the trusted keys"


def _judge_revocation(reading: Reading, revoked: object) -> Optional[Refusal]:
    try:
        answer = revoked(reading.receipt, reading.hash)  # type: ignore[operator]
    # Whatever a function of others raises, it has not said that the receipt is good.
    except Exception:
        answer = None
    if answer is False:
        return None
    return "REVOKED", "the receipt is revoked" if answer is True else REVOCATION_UNANSWERED
