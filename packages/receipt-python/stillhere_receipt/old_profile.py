"""What release candidate 1 of the public reference signs, and what it leaves unsigned."""

from __future__ import annotations

from typing import Any, Optional

from .canonical_json import format_number

ASSERTION_NAMES = ("observationOccurred", "continuityMaintained", "receiptIntegrity")


def signed_text(receipt: dict[str, Any]) -> Optional[str]:
    """Thirteen slots joined by ":"; None when the same text could be cut into other slots."""
    references = receipt.get("references", [])
    if not _has_one_reading(receipt, references):
        return None
    interval, issuer, assertions = receipt["interval"], receipt["issuer"], receipt["assertions"]
    slots = [
        receipt["receiptId"],
        interval["start"],
        interval["end"],
        format_number(interval["coverageMs"]),
        receipt["subject"]["id"],
        ":".join(block["payloadDigest"] for block in receipt["evidence"]),
        issuer["id"],
        issuer["publicKey"],
        receipt["protocolVersion"],
        receipt.get("expiresAt", ""),
        ":".join(_assertion_slots(assertions[name]) for name in ASSERTION_NAMES),
        receipt.get("verdict", ""),
        ":".join(references),
    ]
    return ":".join(slots)


def unsigned_members(receipt: dict[str, Any]) -> list[str]:
    """JSON pointers of the members that the slots do not hold."""
    pointers = []
    if "type" in receipt["subject"]:
        pointers.append("/subject/type")
    if "previousReceiptHash" in receipt:
        pointers.append("/previousReceiptHash")
    pointers += ["/signature/algorithm", "/signature/signedAt"]
    for index in range(len(receipt["evidence"])):
        pointers += [f"/evidence/{index}/{name}" for name in ("engineId", "engineVersion", "confidence")]
    return pointers


def _has_one_reading(receipt: dict[str, Any], references: list[str]) -> bool:
    """Only free texts can hold a stray ":". The one that belongs into a slot stands behind the subject's "sha256"."""
    subject = receipt["subject"]["id"]
    # A bare "sha256" would make the first digest look like the rest of the subject's id.
    if subject == "sha256":
        return False
    rest = subject[len("sha256:") :] if subject.startswith("sha256:") else subject
    free_texts = [receipt["receiptId"], rest, receipt["issuer"]["id"], *references]
    return all(text != "" and ":" not in text for text in free_texts)


def _assertion_slots(assertion: dict[str, Any]) -> str:
    return f"{'true' if assertion['value'] else 'false'}:{format_number(assertion['confidence'])}"
