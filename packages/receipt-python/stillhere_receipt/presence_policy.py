"""What the issuer asked of a presence before it signed, as a receipt states it."""

from __future__ import annotations

import re
from typing import Any, Optional

from .plain_json import to_plain
from .reading import Reading
from .result import Failure, Verification, add_failure
from .schema import BOOLEAN, SHARE, demand, one_of, or_null, text

ENGINE_ID = "PRESENCE-POLICY"
MAX_TEXT = 255
TEST_RECEIPT = Failure("test", "TEST_RECEIPT", "the receipt was made for tests")
OTHER_ACTION = Failure("action", "ACTION_DIGEST_MISMATCH", "the action_digest is not the expected one")
DIGEST = re.compile("[0-9a-f]{64}")

# Members that a later version adds are no reason to refuse what this one understands.
MEMBERS = {
    "assurance": demand("must be 0, 1, 2 or 3", lambda value: isinstance(value, float) and value in (0, 1, 2, 3)),
    "pace": one_of("live", "batch"),
    "device": one_of("none", "passkey", "attested"),
    "registered": BOOLEAN,
    "risk_level": one_of("low", "medium", "high"),
    "threshold": SHARE,
    "threshold_source": text(MAX_TEXT),
    "action": or_null(text(MAX_TEXT)),
    "action_digest": or_null(text(MAX_TEXT)),
    "nonce": or_null(text(MAX_TEXT)),
    "test": BOOLEAN,
}
OPTIONAL_MEMBERS = {
    "method": one_of("hand", "passkey"),
    "motion": one_of("required", "reported"),
    "subject_kind": one_of("once", "same"),
}


def read_presence_policy(receipt: object) -> Optional[dict[str, Any]]:
    """The policy that a receipt states; None where it states none, more than one, or one that cannot be read.

    Ask only after verify or accept took the receipt: this looks at no signature.
    """
    reading = Reading(receipt)
    return find_policy(reading.receipt) if reading.is_well_formed else None


def refuse_test_receipt(result: Verification, receipt: object) -> Verification:
    """The same result, or one that is INVALID for TEST_RECEIPT after whatever else failed. accept does so by itself."""
    policy = read_presence_policy(receipt) if result.checks["V1"] == "PASS" else None
    if policy is None or not policy["test"]:
        return result
    return add_failure(result, TEST_RECEIPT)


def refuse_other_action(result: Verification, receipt: object, action_digest: str) -> Verification:
    """The same result, or one that is INVALID for ACTION_DIGEST_MISMATCH after whatever else failed. accept does so by itself."""
    if result.checks["V1"] != "PASS":
        return result
    # The old profile leaves the names of engines unsigned: any evidence could be passed off as the policy.
    policy = read_presence_policy(receipt) if result.coverage == "full" else None
    is_named = policy is not None and policy["action_digest"] == action_digest
    return result if is_named else add_failure(result, OTHER_ACTION)


def is_digest(given: object) -> bool:
    """Whether this is a SHA-256 digest as receipts write it."""
    return isinstance(given, str) and DIGEST.fullmatch(given) is not None


def find_policy(receipt: dict[str, Any]) -> Optional[dict[str, Any]]:
    """The policy of a well-formed receipt."""
    payloads = [block["payload"] for block in receipt["evidence"] if block["engineId"] == ENGINE_ID]
    if len(payloads) != 1:
        return None
    payload = payloads[0]
    is_whole = all(name in payload and form(payload[name]) is None for name, form in MEMBERS.items())
    is_known = all(name not in payload or form(payload[name]) is None for name, form in OPTIONAL_MEMBERS.items())
    # Level 0 is a signature without motion, and a signature without motion is level 0.
    is_level_of_method = (payload.get("assurance") == 0) == (payload.get("method") == "passkey")
    is_readable = is_whole and is_known and is_level_of_method and _is_kind_possible(payload)
    return to_plain(payload) if is_readable else None


def _is_kind_possible(payload: dict[str, Any]) -> bool:
    """Nothing stands behind a subject that was drawn for one scan: no key, no node, and no motion to be like."""
    if payload.get("subject_kind", "same") == "same":
        return True
    return payload.get("assurance") == 1 and payload.get("registered") is False and "motion" not in payload
