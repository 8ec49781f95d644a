"""Decides whether a receipt is good for its reader: authentic, fresh, trusted, meant for the reader, and a PASS."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Sequence, Union

from .demands import (
    DEFAULT_CLOCK_SKEW_MS,
    NOT_ASKED,
    REVOCATION_UNANSWERED,
    Demands,
    NotAsked,
    TrustedIssuers,
)
from .judgment import find, report
from .plain_json import to_plain
from .presence_policy import OTHER_ACTION, find_policy, is_digest
from .reading import Reading
from .result import Failure, Refusal, Verification
from .status_list import read_status_list
from .timestamps import TimeLike

DEFAULT_EVIDENCE = ("EE-001", "EE-003")

# The weightiest first: a revoked receipt stays revoked after it has expired. All other codes mean that it was tampered with.
WEIGHTS = {"REVOKED": 1, "UNTRUSTED_ISSUER": 2, "AUDIENCE_MISMATCH": 3, "EXPIRED": 4, "TOO_OLD": 4}


@dataclass(frozen=True)
class Acceptance:
    """Whether a receipt is accepted. True in conditions only when it is."""

    accepted: bool
    reason: Optional[str] = None
    """Why it is not accepted: a code of verify, or one of accept's own."""
    detail: Optional[str] = None
    subject: Optional[str] = None
    """The same person's at every scan for this audience, as long as the enrollment is the same; not one per person. With allow_once it may be of this receipt alone."""
    assurance: int = 0
    """How much the receipt proves, 0 where it does not say."""
    registered: bool = False
    receipt_hash: Optional[str] = None
    receipt: Any = None
    """The copy that was judged."""

    def __bool__(self) -> bool:
        return self.accepted


@dataclass(frozen=True)
class _Wishes:
    """What accept demands beyond the checks of verify."""

    evidence: Sequence[str]
    min_assurance: int
    registered: bool
    allow_once: bool
    allow_test: bool
    action: Union[str, NotAsked]
    nonce: Union[str, NotAsked]
    action_digest: Union[str, NotAsked]


def accept(
    receipt: object,
    *,
    trusted_issuers: TrustedIssuers,
    audience: str,
    max_age_ms: Union[float, NotAsked] = NOT_ASKED,
    status: object = NOT_ASKED,
    evidence: Sequence[str] = DEFAULT_EVIDENCE,
    min_assurance: int = 1,
    registered: bool = False,
    allow_once: bool = False,
    allow_test: bool = False,
    action: Union[str, NotAsked] = NOT_ASKED,
    nonce: Union[str, NotAsked] = NOT_ASKED,
    action_digest: Union[str, NotAsked] = NOT_ASKED,
    now: Union[TimeLike, None] = None,
    clock_skew_ms: float = DEFAULT_CLOCK_SKEW_MS,
) -> Acceptance:
    """Decides whether a receipt (text, bytes, or data of json.load) is good for you. Raises nothing because of a receipt.

    With options that make no sense, such as a nonce of None, it accepts nothing and says INVALID_OPTIONS.

        answer = accept(receipt, trusted_issuers=[key], audience="https://shop.example")
        if not answer: print(answer.reason, answer.detail)
    """
    wishes = _Wishes(evidence, min_assurance, registered, allow_once, allow_test, action, nonce, action_digest)
    mistake = _find_mistake(trusted_issuers, audience, wishes)
    if mistake is not None:
        return _refuse("INVALID_OPTIONS", mistake)
    revoked: object = NOT_ASKED
    if status is not NOT_ASKED:
        known = read_status_list(status, trusted_issuers=trusted_issuers, now=now, clock_skew_ms=clock_skew_ms)
        if not known:
            return _refuse("STATUS_UNUSABLE", f"the status list is refused: {known.reason}, {known.detail}")
        revoked = known.is_revoked
    return _judge(receipt, Demands(now, clock_skew_ms, False, trusted_issuers, revoked, max_age_ms, audience), wishes)


def _judge(given: object, demands: Demands, wishes: _Wishes) -> Acceptance:
    reading = Reading(given)
    result = report(reading, find(reading, demands, NOT_ASKED))
    if not result:
        weightiest = _find_weightiest(result)
        return _refuse(weightiest.code, weightiest.detail)
    policy = find_policy(reading.receipt)
    shortfall = _find_shortfall(reading.receipt, wishes) or _find_weakness(policy or {}, wishes)
    return _to_acceptance(reading, policy or {}) if shortfall is None else _refuse(*shortfall)


def _find_mistake(trusted_issuers: object, audience: object, wishes: _Wishes) -> Optional[str]:
    """A mistyped demand would be one that is not made."""
    evidence = wishes.evidence
    holds = {
        "trusted_issuers must be a list or a set of public keys": isinstance(
            trusted_issuers, (list, tuple, set, frozenset)
        ),
        "audience must be text that names you": _is_text(audience),
        "evidence must be a list of engine ids": isinstance(evidence, (list, tuple)) and all(map(_is_text, evidence)),
        "min_assurance must be 0, 1, 2 or 3": _is_assurance(wishes.min_assurance),
        "registered must be True or False": isinstance(wishes.registered, bool),
        "allow_once must be True or False": isinstance(wishes.allow_once, bool),
        "allow_test must be True or False": isinstance(wishes.allow_test, bool),
        "action must be text": wishes.action is NOT_ASKED or _is_text(wishes.action),
        "nonce must be text": wishes.nonce is NOT_ASKED or _is_text(wishes.nonce),
        "action_digest must be 64 lower-case hex digits": wishes.action_digest is NOT_ASKED
        or is_digest(wishes.action_digest),
    }
    return next((mistake for mistake, is_kept in holds.items() if not is_kept), None)


def _is_text(given: object) -> bool:
    return isinstance(given, str) and given != ""


def _is_assurance(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= 3


def _find_weightiest(result: Verification) -> Failure:
    """reason is the first failure by number of check; this is the one that matters most."""
    return min(result.failures, key=lambda failure: _weigh(failure, result))


def _weigh(failure: Failure, result: Verification) -> int:
    # A list of revoked receipts knows nothing of a stranger's, so its silence does not make them revoked.
    if failure.detail == REVOCATION_UNANSWERED and result.policy["issuer"] == "FAIL":
        return WEIGHTS["UNTRUSTED_ISSUER"]
    return WEIGHTS.get(failure.code, 0)


def _find_shortfall(receipt: dict[str, Any], wishes: _Wishes) -> Optional[Refusal]:
    """A receipt may be valid and still say that nobody was seen."""
    engines = [block["engineId"] for block in receipt["evidence"]]
    if any(engine.upper().startswith("PRACTICE") for engine in engines):
        return "PRACTICE_ONLY", "made by practice"
    if receipt.get("verdict") != "PASS":
        return "NOT_PASSED", "/verdict is not PASS"
    missing = [engine for engine in wishes.evidence if engine not in engines]
    return ("EVIDENCE_MISSING", f"no evidence of {missing[0]}") if missing else None


def _find_weakness(policy: dict[str, Any], wishes: _Wishes) -> Optional[Refusal]:
    assurance = policy.get("assurance", 0)
    if policy.get("test") is True and not wishes.allow_test:
        return "TEST_RECEIPT", "the receipt was made for tests"
    if assurance < wishes.min_assurance:
        return "ASSURANCE_TOO_LOW", f"the assurance is {assurance}, and {wishes.min_assurance} is the least"
    if wishes.registered and policy.get("registered") is not True:
        return "NOT_REGISTERED", "no registered node stands behind the receipt"
    if policy.get("subject_kind") == "once" and not wishes.allow_once:
        return "SUBJECT_ONCE", "the subject was drawn for this receipt alone"
    if wishes.action is not NOT_ASKED and policy.get("action") != wishes.action:
        return "ACTION_MISMATCH", "the scan was made for another action"
    if wishes.action_digest is not NOT_ASKED and policy.get("action_digest") != wishes.action_digest:
        return OTHER_ACTION.code, OTHER_ACTION.detail
    if wishes.nonce is not NOT_ASKED and policy.get("nonce") != wishes.nonce:
        return "NONCE_MISMATCH", "the scan was made for another nonce"
    return None


def _to_acceptance(reading: Reading, policy: dict[str, Any]) -> Acceptance:
    return Acceptance(
        accepted=True,
        subject=reading.receipt["subject"]["id"],
        assurance=policy.get("assurance", 0),
        registered=policy.get("registered") is True,
        receipt_hash=reading.hash,
        receipt=to_plain(reading.receipt),
    )


def _refuse(reason: str, detail: str) -> Acceptance:
    return Acceptance(False, reason, detail)
