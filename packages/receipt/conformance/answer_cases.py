"""Answers the cases of the conformance kit: reads case files named as arguments, prints one JSON list of answers."""

import json
import re
import sys

from stillhere_receipt import (
    NOT_ASKED,
    NotJson,
    accept_approval,
    accept_approvals,
    accept_introduction,
    decode_header,
    encode_header,
    parse_json,
    verify,
    verify_chain,
)
from stillhere_receipt.canonical_json import canonicalize, sha256_hex
from stillhere_receipt.ed25519 import verify_ed25519
from stillhere_receipt.strict_json import utf16_length

# Longer canonical texts are compared by their digest alone.
MAX_SHOWN_LENGTH = 4096
UNREADABLE = {"unreadable": True}
REFUSED = {"refused": True}
REPORTED = ("status", "checks", "policy", "coverage", "unsignedMembers", "receiptHash")
OPTIONS = {
    "clockSkewMs": "clock_skew_ms",
    "maxAgeMs": "max_age_ms",
    "trustedIssuers": "trusted_issuers",
    "audience": "audience",
    "legacy": "legacy",
}


def main(paths):
    answers = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            group = json.load(file)
        answer = ANSWERS[group["kind"]]
        answers += [{"name": case["name"], "answer": answer(case)} for case in group["cases"]]
    json.dump(answers, sys.stdout)


def answer_receipt(case):
    result = verify(_expand(case["receipt"]), **_circumstances(case))
    # Only what is no JSON has no hash.
    if result.receipt_hash is None:
        return UNREADABLE
    return {"reason": result.reason, **{name: result.to_dict()[name] for name in REPORTED}}


def answer_chain(case):
    chain = verify_chain([_expand(text) for text in case["receipts"]], **_circumstances(case))
    return {
        "status": chain.status,
        "reason": chain.reason,
        "results": [{"status": result.status, "reason": result.reason} for result in chain.results],
        "order": chain.order,
        "gaps": chain.gaps,
        "forks": chain.forks,
    }


def answer_approval(case):
    try:
        answer = accept_approval(_expand(case["receipt"]), **_demands(case))
    # Options that Python does not even take: one that is missing, or that nobody knows.
    except TypeError:
        return {"accepted": False, "reason": "INVALID_OPTIONS"}
    if not answer:
        return {"accepted": False, "reason": answer.reason}
    return {
        "accepted": True,
        "subject": answer.subject,
        "assurance": answer.assurance,
        "registered": answer.registered,
        "receiptHash": answer.receipt_hash,
        "method": answer.method,
        "approverKey": answer.approver_key,
    }


def answer_quorum(case):
    try:
        answer = accept_approvals([_expand(text) for text in case["receipts"]], **_demands(case))
    except TypeError:
        return {"accepted": False, "reason": "INVALID_OPTIONS", "approvers": [], "refusals": []}
    return {
        "accepted": answer.accepted,
        "reason": answer.reason,
        "approvers": [approval.name for approval in answer.approvals],
        "refusals": [{"index": refused.index, "reason": refused.reason} for refused in answer.refusals],
    }


def answer_introduction(case):
    answer = accept_introduction(_expand(case["receipt"]), **_demands(case))
    if not answer:
        return {"accepted": False, "reason": answer.reason}
    return {"accepted": True, "approverKey": answer.approver_key, "subject": answer.subject}


def answer_canonicalization(case):
    try:
        text = canonicalize(parse_json(_expand(case["text"])))
    except NotJson:
        return REFUSED
    answer = {"digest": sha256_hex(text)}
    if utf16_length(text) <= MAX_SHOWN_LENGTH:
        answer["canonical"] = text
    return answer


def answer_ed25519(case):
    message = bytes.fromhex(case["message"])
    return {"accepted": verify_ed25519(case["signature"], message, case["publicKey"])}


def answer_header_decoding(case):
    try:
        return {"canonical": canonicalize(decode_header(_expand(case["word"])))}
    except NotJson:
        return REFUSED


def answer_header_encoding(case):
    word = encode_header(_expand(case["receipt"]))
    return REFUSED if word is None else {"word": word}


def _demands(case):
    """The options of a case as keywords of accept_approval, which has the same in Python's spelling."""
    named = {re.sub("[A-Z]", lambda letter: "_" + letter.group().lower(), name): value for name, value in case["options"].items()}
    return {**named, "now": case["now"]}


def _circumstances(case):
    """The options of a case as keywords of verify."""
    options = case.get("options", {})
    named = {OPTIONS[name]: value for name, value in options.items() if name in OPTIONS}
    return {**named, "now": case["now"], "revoked": _revoked(options), "predecessor": _predecessor(case)}


def _revoked(options):
    ids, hashes = options.get("revokedReceiptIds"), options.get("revokedReceiptHashes")
    if ids is None and hashes is None:
        return NOT_ASKED
    return lambda receipt, receipt_hash: receipt["receiptId"] in (ids or []) or receipt_hash in (hashes or [])


def _predecessor(case):
    if "predecessor" not in case:
        return NOT_ASKED
    return None if case["predecessor"] is None else _expand(case["predecessor"])


def _expand(text):
    """Long texts are lists of parts, of which some repeat."""
    if isinstance(text, str):
        return text
    return "".join(part if isinstance(part, str) else part["repeat"] * part["times"] for part in text)


ANSWERS = {
    "receipt": answer_receipt,
    "chain": answer_chain,
    "approval": answer_approval,
    "quorum": answer_quorum,
    "introduction": answer_introduction,
    "canonicalization": answer_canonicalization,
    "ed25519": answer_ed25519,
    "header decoding": answer_header_decoding,
    "header encoding": answer_header_encoding,
}

if __name__ == "__main__":
    main(sys.argv[1:])
