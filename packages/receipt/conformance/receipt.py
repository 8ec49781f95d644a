"""Judges CPS-0001 receipts: seven checks and the caller's own demands, all of them reported.

The profile of today signs every member: the text "CPS-0001/1.0", a line feed, and the RFC 8785 form of the receipt
without signature.value. The old profile (release candidate 1) signs thirteen slots and leaves members unsigned.
"""

import math

import ed25519
import old_profile
import timestamps
from canonical_json import canonicalize, sha256_hex, stringify
from schema import has_old_form, has_receipt_form

CHECKS = ("V1", "V2", "V7", "V3", "V4", "V5", "V6")
DEMANDS = ("issuer", "revocation", "age", "audience")
SIGNING_CONTEXT = "CPS-0001/1.0\n"
DEFAULT_CLOCK_SKEW_MS = 30_000
DEFAULT_LIFETIME_MS = 300_000

# What a check answers besides a failure code.
PASS = "PASS"
SKIPPED = "SKIPPED"

# In place of a predecessor: nobody asks for one (undefined), or it was looked for and not found (None).
NOT_ASKED = object()


class Reading:
    """A parsed receipt with what follows from its profile."""

    def __init__(self, value):
        signature = value.get("signature") if isinstance(value, dict) else None
        self.receipt = value
        self.is_old = isinstance(signature, dict) and "canonicalization" not in signature
        self.is_well_formed = has_old_form(value) if self.is_old else has_receipt_form(value)
        self.hash = sha256_hex(canonicalize(value))

    def signed_text(self):
        """None when an old receipt's text could have been signed for another receipt."""
        if self.is_old:
            return old_profile.signed_text(self.receipt)
        signature = {name: member for name, member in self.receipt["signature"].items() if name != "value"}
        return SIGNING_CONTEXT + canonicalize({**self.receipt, "signature": signature})

    def digest(self, payload):
        return sha256_hex(stringify(payload) if self.is_old else canonicalize(payload))

    def time(self, text):
        return timestamps.parse_old_utc(text) if self.is_old else timestamps.parse_utc(text)

    def start(self):
        return self.time(self.receipt["interval"]["start"])

    def end(self):
        return self.time(self.receipt["interval"]["end"])

    def expiry(self):
        """When the receipt expires, or None when it does not say so itself."""
        return self.time(self.receipt["expiresAt"]) if "expiresAt" in self.receipt else None


def verify(value, options, predecessor=NOT_ASKED):
    """Judges a parsed receipt against a parsed predecessor. Options carry the names of the case files."""
    reading = Reading(value)
    before = predecessor if predecessor in (NOT_ASKED, None) else Reading(predecessor)
    return report(reading, find(reading, options, before))


def find(reading, options, before):
    """What every check and demand finds, in the order of judgment: PASS, SKIPPED or a failure code."""
    found = dict.fromkeys(CHECKS + DEMANDS, SKIPPED)
    found["V1"] = PASS if reading.is_well_formed else "INVALID_SCHEMA"
    if reading.is_well_formed:
        found.update(_check_all(reading, options, before))
        found.update(_check_demands(reading, options))
    return found


def report(reading, found):
    """The answer to a caller."""
    failures = [outcome for outcome in found.values() if outcome not in (PASS, SKIPPED)]
    is_judged_old = reading.is_old and reading.is_well_formed
    return {
        "status": "INVALID" if failures else "VALID",
        "reason": failures[0] if failures else None,
        "failures": failures,
        "checks": {name: _outcome(found[name]) for name in sorted(CHECKS)},
        "policy": {name: _outcome(found[name]) for name in DEMANDS},
        "coverage": "partial" if reading.is_old else "full",
        "unsignedMembers": old_profile.unsigned_members(reading.receipt) if is_judged_old else [],
        "receiptHash": reading.hash,
    }


def _outcome(found):
    return found if found in (PASS, SKIPPED) else "FAIL"


def _check_all(reading, options, before):
    now, skew = _clock(options)
    legacy = options.get("legacy") is True
    return {
        "V2": PASS if _is_signed(reading, legacy) else "INVALID_SIGNATURE",
        "V7": _check_link(reading, before, legacy),
        "V3": _check_assertions(reading.receipt),
        "V4": _check_times(reading, now + skew),
        "V5": _check_evidence(reading),
        "V6": _check_freshness(reading, now - skew),
    }


def _clock(options):
    """NaN for what cannot be read, so that every comparison with it fails."""
    now = timestamps.parse_with_zone(options["now"])
    skew = options.get("clockSkewMs", DEFAULT_CLOCK_SKEW_MS)
    return math.nan if now is None else now, skew if skew >= 0 else math.nan


def _is_signed(reading, legacy):
    text = reading.signed_text() if legacy or not reading.is_old else None
    if text is None:
        return False
    receipt = reading.receipt
    return ed25519.verify(receipt["signature"]["value"], text.encode("utf-8"), receipt["issuer"]["publicKey"])


def _check_link(reading, before, legacy):
    named = reading.receipt.get("previousReceiptHash")
    if before is NOT_ASKED or (before is None and named is None):
        return SKIPPED
    if before is None or named is None or before.hash != named or not before.is_well_formed:
        return "CHAIN_BROKEN"
    if before.receipt["subject"]["id"] != reading.receipt["subject"]["id"]:
        return "SUBJECT_MISMATCH"
    if before.receipt["issuer"] != reading.receipt["issuer"]:
        return "ISSUER_MISMATCH"
    if before.end() > reading.start():
        return "TEMPORAL_VIOLATION"
    return PASS if _is_signed(before, legacy) else "CHAIN_BROKEN"


def _check_assertions(receipt):
    assertions = receipt["assertions"]
    observed, continuous, intact = (
        assertions[name]["value"] for name in ("observationOccurred", "continuityMaintained", "receiptIntegrity")
    )
    if continuous and not observed:
        return "INCONSISTENT_ASSERTIONS"
    if receipt.get("verdict") == "PASS" and not (observed and continuous and intact):
        return "INCONSISTENT_ASSERTIONS"
    return PASS


def _check_times(reading, latest_end):
    start, end, expiry = reading.start(), reading.end(), reading.expiry()
    holds = (
        start < end <= latest_end
        and reading.receipt["interval"]["coverageMs"] == end - start
        and reading.time(reading.receipt["signature"]["signedAt"]) >= end
        and (expiry is None or expiry > end)
    )
    return PASS if holds else "TEMPORAL_INCONSISTENCY"


def _check_evidence(reading):
    holds = all(reading.digest(block["payload"]) == block["payloadDigest"] for block in reading.receipt["evidence"])
    return PASS if holds else "EVIDENCE_TAMPERED"


def _check_freshness(reading, earliest_now):
    expiry = reading.expiry()
    if expiry is None:
        expiry = reading.end() + DEFAULT_LIFETIME_MS
    return PASS if earliest_now < expiry else "EXPIRED"


def _check_demands(reading, options):
    receipt = reading.receipt
    found = {}
    if "trustedIssuers" in options:
        is_trusted = receipt["issuer"]["publicKey"] in options["trustedIssuers"]
        found["issuer"] = PASS if is_trusted else "UNTRUSTED_ISSUER"
    if "revokedReceiptIds" in options or "revokedReceiptHashes" in options:
        is_revoked = receipt["receiptId"] in options.get("revokedReceiptIds", [])
        is_revoked = is_revoked or reading.hash in options.get("revokedReceiptHashes", [])
        found["revocation"] = "REVOKED" if is_revoked else PASS
    if "maxAgeMs" in options:
        age = _clock(options)[0] - reading.end()
        found["age"] = PASS if age <= options["maxAgeMs"] else "TOO_OLD"
    if "audience" in options:
        found["audience"] = PASS if receipt.get("audience") == options["audience"] else "AUDIENCE_MISMATCH"
    return found
