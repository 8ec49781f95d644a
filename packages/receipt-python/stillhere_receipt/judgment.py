"""Judges CPS-0001 receipts: seven checks and the caller's own demands, all of them reported.

The profile of today signs every member: the text "CPS-0001/1.0", a line feed, and the RFC 8785 form of the receipt
without signature.value. The old profile (release candidate 1) signs thirteen slots and leaves members unsigned.
"""

from __future__ import annotations

from typing import Any, Optional, Union

from . import old_profile
from .demands import NOT_ASKED, Clock, Demands, NotAsked, judge_demands
from .reading import Reading
from .result import CHECKS, DEMANDS, Findings, Refusal, Verification, list_failures, to_outcomes

DEFAULT_LIFETIME_MS = 300_000

# The reading before the one in question; None when it is missing, NOT_ASKED when nobody asks.
Predecessor = Union[Reading, None, NotAsked]


def read_predecessor(given: object) -> Predecessor:
    """What a caller gave as predecessor; something unreadable becomes a reading that no receipt can name."""
    return given if given is None or isinstance(given, NotAsked) else Reading(given)


def find(reading: Reading, demands: Demands, before: Predecessor) -> Findings:
    """What every check and demand finds; those that were not made are absent."""
    if reading.problem is not None:
        return {"V1": ("INVALID_SCHEMA", reading.problem)}
    clock = Clock(demands.now, demands.clock_skew_ms)
    legacy = demands.legacy is True
    return {
        "V1": None,
        "V2": _check_signature(reading, legacy),
        **_check_link_in_question(reading, before, legacy),
        "V3": _check_assertions(reading.receipt),
        "V4": _check_times(reading, clock),
        "V5": _check_evidence(reading),
        "V6": _check_freshness(reading, clock),
        **judge_demands(reading, demands, clock),
    }


def report(reading: Reading, findings: Findings) -> Verification:
    """The result for a caller."""
    failures = list_failures(findings)
    is_judged_old = reading.is_old and reading.is_well_formed
    return Verification(
        status="INVALID" if failures else "VALID",
        reason=failures[0].code if failures else None,
        detail=failures[0].detail if failures else None,
        failures=failures,
        checks=to_outcomes(findings, tuple(sorted(CHECKS))),
        policy=to_outcomes(findings, DEMANDS),
        coverage="partial" if reading.is_old or reading.hash is None else "full",
        unsigned_members=tuple(old_profile.unsigned_members(reading.receipt)) if is_judged_old else (),
        receipt_hash=reading.hash,
    )


def _check_signature(reading: Reading, legacy: bool) -> Optional[Refusal]:
    if reading.is_old and not legacy:
        return "INVALID_SIGNATURE", "old profile: it leaves members unsigned and is judged only with legacy=True"
    if reading.is_signed():
        return None
    if reading.signed_text() is None:
        return "INVALID_SIGNATURE", "old profile: the signed text also fits another receipt"
    return "INVALID_SIGNATURE", "the signature does not fit this receipt and /issuer/publicKey"


def _check_link_in_question(reading: Reading, before: Predecessor, legacy: bool) -> Findings:
    """A first receipt has no predecessor to miss; but one that the caller holds must be named, or the name was stripped."""
    if isinstance(before, NotAsked) or (before is None and reading.previous is None):
        return {}
    return {"V7": _check_link(reading, before, legacy)}


def _check_link(reading: Reading, before: Optional[Reading], legacy: bool) -> Optional[Refusal]:
    if reading.previous is None:
        return "CHAIN_BROKEN", "/previousReceiptHash is empty although a predecessor was given"
    if before is None:
        return "CHAIN_BROKEN", "the predecessor that /previousReceiptHash names is not there"
    if before.hash != reading.previous:
        return "CHAIN_BROKEN", "/previousReceiptHash is not the hash of the given predecessor"
    if before.problem is not None:
        return "CHAIN_BROKEN", f"the predecessor is no receipt: {before.problem}"
    return _check_succession(before, reading) or _check_predecessor(before, legacy)


def _check_succession(before: Reading, after: Reading) -> Optional[Refusal]:
    if before.receipt["subject"]["id"] != after.receipt["subject"]["id"]:
        return "SUBJECT_MISMATCH", "/subject/id is not that of the predecessor"
    if before.receipt["issuer"] != after.receipt["issuer"]:
        return "ISSUER_MISMATCH", "/issuer is not that of the predecessor"
    if before.end() > after.start():
        return "TEMPORAL_VIOLATION", "/interval/start is before the end of the predecessor"
    return None


def _check_predecessor(before: Reading, legacy: bool) -> Optional[Refusal]:
    unsigned = _check_signature(before, legacy)
    return unsigned and ("CHAIN_BROKEN", f"the predecessor is not genuine: {unsigned[1]}")


def _check_assertions(receipt: dict[str, Any]) -> Optional[Refusal]:
    assertions = receipt["assertions"]
    observed, continuous, intact = (
        assertions[name]["value"] for name in ("observationOccurred", "continuityMaintained", "receiptIntegrity")
    )
    if continuous and not observed:
        return "INCONSISTENT_ASSERTIONS", "continuity is asserted without an observation"
    if receipt.get("verdict") == "PASS" and not (observed and continuous and intact):
        return "INCONSISTENT_ASSERTIONS", "/verdict is PASS although an assertion is false"
    return None


def _check_times(reading: Reading, clock: Clock) -> Optional[Refusal]:
    start, end, expiry = reading.start(), reading.end(), reading.expiry()
    signed_at = reading.time(reading.receipt["signature"]["signedAt"])
    holds = {
        "/interval/start must be before /interval/end": start < end,
        f"/interval/coverageMs must be {end - start}": reading.receipt["interval"]["coverageMs"] == end - start,
        "/signature/signedAt must not be before /interval/end": signed_at >= end,
        "/expiresAt must be after /interval/end": expiry is None or expiry > end,
        "/interval/end lies in the future": end <= clock.now + clock.skew,
    }
    broken = [detail for detail, is_kept in holds.items() if not is_kept]
    return ("TEMPORAL_INCONSISTENCY", broken[0]) if broken else None


def _check_evidence(reading: Reading) -> Optional[Refusal]:
    for index, block in enumerate(reading.receipt["evidence"]):
        if reading.digest(block["payload"]) != block["payloadDigest"]:
            return "EVIDENCE_TAMPERED", f"/evidence/{index}/payload does not fit its payloadDigest"
    return None


def _check_freshness(reading: Reading, clock: Clock) -> Optional[Refusal]:
    stated = reading.expiry()
    expiry = reading.end() + DEFAULT_LIFETIME_MS if stated is None else stated
    if clock.now < expiry + clock.skew:
        return None
    return "EXPIRED", f"expired at {reading.receipt.get('expiresAt', 'five minutes after /interval/end')}"
