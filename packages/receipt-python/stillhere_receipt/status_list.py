"""Status lists: which receipts of one issuer key are revoked, signed with that key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, FrozenSet, Optional, Union

from .demands import DEFAULT_CLOCK_SKEW_MS, NOT_ASKED, Clock, NotAsked, TrustedIssuers, judge_issuer
from .ed25519 import verify_ed25519
from .plain_json import read_json
from .reading import write_signed
from .result import Refusal
from .schema import ISSUER, RECEIPT_ID, UTC, describe_problem, hex_digits, items, members, one_of
from .strict_json import NotJson
from .timestamps import TimeLike, parse_utc

# So that neither a receipt nor anything else signed with the same key passes for a list.
SIGNING_CONTEXT = "CPS-0001/status-list/1.0\n"
MAX_REVOKED = 100_000

STATUS_LIST = members(
    {
        "protocolVersion": one_of("1.0"),
        "issuer": ISSUER,
        "issuedAt": UTC,
        "nextUpdate": UTC,
        "revoked": items(RECEIPT_ID, 0, MAX_REVOKED),
        "signature": members(
            {"algorithm": one_of("Ed25519"), "canonicalization": one_of("JCS"), "value": hex_digits(128)}
        ),
    }
)


@dataclass(frozen=True)
class StatusReading:
    """What became of a status list. True in conditions only when it can be used."""

    status: str
    """CURRENT or REFUSED."""
    reason: Optional[str] = None
    detail: Optional[str] = None
    public_key: Optional[str] = None
    issued_at: Optional[str] = None
    next_update: Optional[str] = None
    receipt_ids: FrozenSet[str] = frozenset()

    def __bool__(self) -> bool:
        return self.status == "CURRENT"

    def is_revoked(self, receipt: Any, receipt_hash: str) -> bool:
        """What verify takes as revoked. Raises LookupError for receipts of another key, of which the list knows nothing."""
        if self.status != "CURRENT" or receipt["issuer"]["publicKey"] != self.public_key:
            raise LookupError("the status list is refused, or that of another issuer key")
        return receipt["receiptId"] in self.receipt_ids


def read_status_list(
    given: object,
    *,
    trusted_issuers: Union[TrustedIssuers, NotAsked] = NOT_ASKED,
    now: Union[TimeLike, None] = None,
    clock_skew_ms: float = DEFAULT_CLOCK_SKEW_MS,
) -> StatusReading:
    """Judges a status list (text, bytes, or data of json.load). Raises nothing because of a list.

    verify(receipt, revoked=read_status_list(text, trusted_issuers=[key]).is_revoked)
    """
    try:
        value = read_json(given)
        refusal = _find_refusal(value, trusted_issuers, Clock(now, clock_skew_ms))
    except NotJson as problem:
        value, refusal = None, ("INVALID_SCHEMA", str(problem))
    except Exception:
        value, refusal = None, ("INVALID_SCHEMA", "the status list cannot be read")
    return _to_current(value) if refusal is None else StatusReading("REFUSED", *refusal)


def _find_refusal(value: Any, trusted_issuers: object, clock: Clock) -> Optional[Refusal]:
    problem = describe_problem(STATUS_LIST, value, "the status list")
    if problem is not None:
        return "INVALID_SCHEMA", problem
    ids = value["revoked"]
    if any(before >= after for before, after in zip(ids, ids[1:])):
        return "INVALID_SCHEMA", "/revoked must be in ascending order, each id once"
    issued_at, next_update = parse_utc(value["issuedAt"]), parse_utc(value["nextUpdate"])
    assert issued_at is not None and next_update is not None, "the form has been looked at"
    if issued_at >= next_update:
        return "TEMPORAL_INCONSISTENCY", "/nextUpdate must be after /issuedAt"
    return _find_stranger(value, trusted_issuers) or _find_wrong_time(issued_at, next_update, clock)


def _find_stranger(value: Any, trusted_issuers: object) -> Optional[Refusal]:
    key = value["issuer"]["publicKey"]
    signed = write_signed(SIGNING_CONTEXT, value).encode("utf-8")
    if not verify_ed25519(value["signature"]["value"], signed, key):
        return "INVALID_SIGNATURE", "the signature does not fit this list and /issuer/publicKey"
    return None if trusted_issuers is NOT_ASKED else judge_issuer(key, trusted_issuers)


def _find_wrong_time(issued_at: int, next_update: int, clock: Clock) -> Optional[Refusal]:
    """A comparison with NaN is false, so with an unreadable clock no list is current."""
    if not issued_at <= clock.now + clock.skew:
        return "TEMPORAL_INCONSISTENCY", "/issuedAt lies in the future"
    return None if clock.now < next_update + clock.skew else ("STALE", "a newer list was due at /nextUpdate")


def _to_current(value: Any) -> StatusReading:
    return StatusReading(
        "CURRENT",
        public_key=value["issuer"]["publicKey"],
        issued_at=value["issuedAt"],
        next_update=value["nextUpdate"],
        receipt_ids=frozenset(value["revoked"]),
    )
