"""Decides whether people whose keys the reader has pinned approved one exact action.

The issuer's key alone cannot make such a receipt: it takes the person's own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Mapping, Optional, Sequence, Tuple, Union

from .acceptance import Acceptance, accept
from .approver import ENGINE_ID, compute_thumbprint, is_thumbprint, refuse_approver
from .canonical_json import canonicalize, sha256_hex
from .plain_json import read_json
from .presence_policy import find_policy, is_digest
from .reading import Reading
from .strict_json import NotJson

# What each method demands of a receipt, unless the caller says otherwise.
METHODS: Mapping[object, Mapping[str, Any]] = {
    "hand": {"min_assurance": 2},
    "passkey": {"min_assurance": 0, "evidence": ()},
}
LISTS = (list, tuple, set, frozenset)

Thumbprints = Union["list[str]", "tuple[str, ...]", "set[str]", "frozenset[str]"]


@dataclass(frozen=True)
class Approval(Acceptance):
    """Whether a receipt is accepted as an approval. True in conditions only when it is."""

    method: Optional[str] = None
    """hand, or passkey for a signature without motion."""
    approver_key: Optional[str] = None
    """The thumbprint of the key that signed, one of those that you pinned."""
    name: Optional[str] = None
    """Of accept_approvals: the name under which you pinned that key."""


@dataclass(frozen=True)
class RefusedReceipt:
    """A receipt that does not count, by its place in the list."""

    index: int
    reason: str
    detail: str


@dataclass(frozen=True)
class Quorum:
    """Whether enough different people approved. True in conditions only when they did."""

    accepted: bool
    reason: Optional[str] = None
    """TOO_FEW_APPROVERS or INVALID_OPTIONS."""
    detail: Optional[str] = None
    approvals: Tuple[Approval, ...] = ()
    """The receipts that count, each by another person."""
    refusals: Tuple[RefusedReceipt, ...] = ()

    def __bool__(self) -> bool:
        return self.accepted


@dataclass(frozen=True)
class Introduction:
    """Whether a key of a person may be pinned. True in conditions only when it may."""

    accepted: bool
    reason: Optional[str] = None
    detail: Optional[str] = None
    approver_key: Optional[str] = None
    """The thumbprint to pin for the person from now on."""
    subject: Optional[str] = None
    """The name by which you know the person."""

    def __bool__(self) -> bool:
        return self.accepted


def accept_approval(
    receipt: object,
    *,
    nonce: str,
    action_digest: str,
    approver_keys: Thumbprints,
    method: str = "hand",
    **options: Any,
) -> Approval:
    """Decides whether a person whose key you pinned approved exactly your action.

    The receipt is good for you by accept, whose other options it takes, and one of the pinned keys signed its action,
    audience, nonce, scan, level and expiry (V8). Without the package cryptography it accepts nothing.

        answer = accept_approval(receipt, trusted_issuers=[key], audience=me, nonce=id, action_digest=digest, approver_keys=[ada])
        if not answer: print(answer.reason, answer.detail)
    """
    mistake = _find_mistake(nonce, action_digest, method) or _find_key_mistake(approver_keys, "approver_keys")
    if mistake is not None:
        return Approval(False, "INVALID_OPTIONS", mistake)
    answer = accept(receipt, nonce=nonce, action_digest=action_digest, **{**METHODS[method], **options})
    return _judge(answer, approver_keys, method) if answer else Approval(False, answer.reason, answer.detail)


def accept_approvals(
    receipts: Sequence[object],
    *,
    nonce: str,
    action_digest: str,
    approvers: Mapping[str, Thumbprints],
    need: int,
    method: str = "hand",
    **options: Any,
) -> Quorum:
    """Decides whether enough different people approved exactly your action, each in a receipt of their own.

    People count, not keys or receipts: a name counts once, and so does a subject.

        accept_approvals(receipts, …, approvers={"ada": [key], "bob": [key], "eve": [key]}, need=2)
    """
    mistake = _find_mistake(nonce, action_digest, method) or _find_quorum_mistake(receipts, approvers, need)
    if mistake is not None:
        return Quorum(False, "INVALID_OPTIONS", mistake)
    names = {key: name for name, keys in approvers.items() for key in keys}
    approvals: list[Approval] = []
    refusals: list[RefusedReceipt] = []
    for index, receipt in enumerate(receipts):
        answer = accept_approval(
            receipt, nonce=nonce, action_digest=action_digest, approver_keys=list(names), method=method, **options
        )
        # What is wrong with the options of accept is wrong for every receipt.
        if answer.reason == "INVALID_OPTIONS":
            return Quorum(False, answer.reason, answer.detail)
        if not answer:
            refusals.append(RefusedReceipt(index, str(answer.reason), str(answer.detail)))
            continue
        name = names[str(answer.approver_key)]
        if any(one.name == name or one.subject == answer.subject for one in approvals):
            refusals.append(RefusedReceipt(index, "PERSON_REPEATED", "this person has been counted already"))
        else:
            approvals.append(replace(answer, name=name))
    if len(approvals) >= need:
        return Quorum(True, approvals=tuple(approvals), refusals=tuple(refusals))
    detail = f"{len(approvals)} approved, and {need} are needed"
    return Quorum(False, "TOO_FEW_APPROVERS", detail, tuple(approvals), tuple(refusals))


def accept_introduction(
    receipt: object, *, action: object, nonce: str, pinned_key: Optional[str] = None, **options: Any
) -> Introduction:
    """Decides which key of a person to pin. Takes the other options of accept.

    The first introduction of a person is signed by the key itself, so you trust it on first use: compare the thumbprint
    with the person by another way. Once you have pinned a key, only that key can introduce another one.

        answer = accept_introduction(receipt, action=action, nonce=id, trusted_issuers=[key], audience=me, pinned_key=ada)
        if answer: pin(answer.subject, answer.approver_key)
    """
    if pinned_key is not None and not is_thumbprint(pinned_key):
        return Introduction(False, "INVALID_OPTIONS", "pinned_key must be a thumbprint")
    read = _read_introduction(action)
    if read is None:
        detail = "the action is neither key.introduce with a key nor key.replace with an old_key and a new_key"
        return Introduction(False, "INTRODUCTION_MALFORMED", detail)
    signer, key, action_digest = read
    if pinned_key is not None and signer != pinned_key:
        detail = "another key is pinned for the person, and only that one can introduce a new key"
        return Introduction(False, "APPROVER_UNTRUSTED", detail)
    if pinned_key is None and signer != key:
        return Introduction(False, "APPROVER_UNTRUSTED", "it replaces a key, and none is pinned for the person")
    demands = {**options, "method": "passkey"}
    answer = accept_approval(receipt, nonce=nonce, action_digest=action_digest, approver_keys=[signer], **demands)
    if not answer:
        return Introduction(False, answer.reason, answer.detail)
    return Introduction(True, approver_key=key, subject=answer.subject)


def _read_introduction(action: object) -> Optional[Tuple[str, str, str]]:
    """The key that must have signed an introduction, the one that it introduces, and its digest; None for any other action."""
    try:
        copy = read_json(action)
        digest = sha256_hex(canonicalize(copy))
    except (NotJson, RecursionError):
        return None
    details = copy.get("details") if isinstance(copy, dict) else None
    if not isinstance(details, dict) or not all(map(is_thumbprint, details.values())):
        return None
    if copy.get("type") == "key.introduce" and set(details) == {"key"}:
        return details["key"], details["key"], digest
    if copy.get("type") == "key.replace" and set(details) == {"old_key", "new_key"}:
        return details["old_key"], details["new_key"], digest
    return None


def _judge(answer: Acceptance, approver_keys: Thumbprints, method: str) -> Approval:
    # The copy that was judged: what the caller holds may have changed since.
    reading = Reading(answer.receipt)
    refusal = refuse_approver(reading, approver_keys)
    if refusal is not None:
        return Approval(False, *refusal)
    if (find_policy(reading.receipt) or {}).get("method") != method:
        detail = "the person approved by another method than the expected one"
        return Approval(False, "APPROVER_MISMATCH", detail)
    [approver] = [block for block in answer.receipt["evidence"] if block["engineId"] == ENGINE_ID]
    return Approval(**vars(answer), method=method, approver_key=compute_thumbprint(approver["payload"]["key"]))


def _find_mistake(nonce: object, action_digest: object, method: object) -> Optional[str]:
    """What is wrong with the demands of both functions; accept finds the rest."""
    if not is_digest(action_digest):
        return "action_digest must be 64 lower-case hex digits"
    if not isinstance(nonce, str) or nonce == "":
        return "nonce must be text"
    return None if isinstance(method, str) and method in METHODS else "method must be hand or passkey"


def _find_key_mistake(keys: object, name: str) -> Optional[str]:
    is_list = isinstance(keys, LISTS) and len(keys) > 0 and all(map(is_thumbprint, keys))
    return None if is_list else f"{name} must be a list of one or more thumbprints, each of 43 base64url characters"


def _find_quorum_mistake(receipts: object, approvers: object, need: object) -> Optional[str]:
    if not isinstance(receipts, (list, tuple)):
        return "the receipts must be a list"
    if not isinstance(approvers, Mapping):
        return "approvers must be thumbprints by name"
    owners: dict[str, object] = {}
    for name, keys in approvers.items():
        mistake = _find_key_mistake(keys, f"approvers[{name!r}]")
        if mistake is not None:
            return mistake
        for key in set(keys):
            if key in owners:
                return f"approvers must be different people, and {key} stands under two names"
            owners[key] = name
    is_count = isinstance(need, int) and not isinstance(need, bool) and 1 <= need <= len(approvers)
    return None if is_count else f"need must be a whole number from 1 to {len(approvers)}, the number of approvers"
