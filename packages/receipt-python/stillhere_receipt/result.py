"""What the judgment of a receipt comes to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Dict, Optional, Tuple

# In the order of judgment.
CHECKS = ("V1", "V2", "V7", "V3", "V4", "V5", "V6")
DEMANDS = ("issuer", "revocation", "age", "audience")

# What one check finds: a code and a sentence, or None for a pass. A check that is not made has no finding.
Refusal = Tuple[str, str]
Findings = Dict[str, Optional[Refusal]]


@dataclass(frozen=True)
class Failure:
    """A failed check: its name, its code, and a sentence that says what was seen."""

    check: str
    code: str
    detail: str


@dataclass(frozen=True)
class Verification:
    """What became of a receipt. True in conditions only when it is valid."""

    status: str
    """VALID or INVALID."""
    reason: Optional[str]
    """The code of the first failure in the order of judgment; None when the receipt is valid."""
    detail: Optional[str]
    failures: Tuple[Failure, ...]
    checks: Dict[str, str]
    """PASS, FAIL or SKIPPED for V1 to V7."""
    policy: Dict[str, str]
    """PASS, FAIL or SKIPPED for the caller's own demands: issuer, revocation, age, audience."""
    coverage: str
    """full, or partial where the signature leaves members out."""
    unsigned_members: Tuple[str, ...]
    """JSON pointers of those members; only old receipts have any."""
    receipt_hash: Optional[str]
    """None when what was given is not JSON data."""

    def __bool__(self) -> bool:
        return self.status == "VALID"

    def to_dict(self) -> dict[str, Any]:
        """The result with the names that verifyReceipt of @stillhere/receipt gives it."""
        reason = {} if self.reason is None else {"reason": self.reason, "detail": self.detail}
        return {
            "status": self.status,
            **reason,
            "checks": self.checks,
            "policy": self.policy,
            "failures": [vars(failure) for failure in self.failures],
            "coverage": self.coverage,
            "unsignedMembers": list(self.unsigned_members),
            "receiptHash": self.receipt_hash,
        }


def list_failures(findings: Findings) -> Tuple[Failure, ...]:
    """All failures in the order of judgment."""
    found = ((name, findings.get(name)) for name in CHECKS + DEMANDS)
    return tuple(Failure(name, *refusal) for name, refusal in found if refusal is not None)


def add_failure(result: Verification, failure: Failure) -> Verification:
    """A result that is INVALID for one more failure, after whatever else failed."""
    failed = replace(result, failures=(*result.failures, failure))
    return replace(failed, status="INVALID", reason=failure.code, detail=failure.detail) if result else failed


def to_outcomes(findings: Findings, names: Tuple[str, ...]) -> dict[str, str]:
    """PASS, FAIL or SKIPPED for each name."""
    return {name: _to_outcome(findings, name) for name in names}


def _to_outcome(findings: Findings, name: str) -> str:
    if name not in findings:
        return "SKIPPED"
    return "PASS" if findings[name] is None else "FAIL"
