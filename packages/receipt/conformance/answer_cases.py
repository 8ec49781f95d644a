"""Answers the cases of the conformance kit: reads case files named as arguments, prints one JSON list of answers."""

import json
import sys

import chain
import ed25519
import header
import receipt
import strict_json
from canonical_json import canonicalize, sha256_hex

# Longer canonical texts are compared by their digest alone.
MAX_SHOWN_LENGTH = 4096
UNREADABLE = {"unreadable": True}
REFUSED = {"refused": True}
REPORTED = ("status", "reason", "checks", "policy", "coverage", "unsignedMembers", "receiptHash")


def main(paths):
    answers = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            group = json.load(file)
        answer = ANSWERS[group["kind"]]
        answers += [{"name": case["name"], "answer": answer(case)} for case in group["cases"]]
    json.dump(answers, sys.stdout)


def answer_receipt(case):
    try:
        value, predecessor = _parse(case["receipt"]), _predecessor(case)
    except strict_json.NotJson:
        return UNREADABLE
    report = receipt.verify(value, _options(case), predecessor)
    return {name: report[name] for name in REPORTED}


def answer_chain(case):
    report = chain.verify_chain([_parse(text) for text in case["receipts"]], _options(case), _predecessor(case))
    results = [{"status": result["status"], "reason": result["reason"]} for result in report["results"]]
    return {**report, "results": results}


def answer_canonicalization(case):
    try:
        text = canonicalize(_parse(case["text"]))
    except strict_json.NotJson:
        return REFUSED
    answer = {"digest": sha256_hex(text)}
    if strict_json.utf16_length(text) <= MAX_SHOWN_LENGTH:
        answer["canonical"] = text
    return answer


def answer_ed25519(case):
    message = bytes.fromhex(case["message"])
    return {"accepted": ed25519.verify(case["signature"], message, case["publicKey"])}


def answer_header_decoding(case):
    try:
        return {"canonical": canonicalize(header.decode(_expand(case["word"])))}
    except strict_json.NotJson:
        return REFUSED


def answer_header_encoding(case):
    word = header.encode(_parse(case["receipt"]))
    return REFUSED if word is None else {"word": word}


def _options(case):
    return {**case.get("options", {}), "now": case["now"]}


def _predecessor(case):
    if "predecessor" not in case:
        return receipt.NOT_ASKED
    return None if case["predecessor"] is None else _parse(case["predecessor"])


def _parse(text):
    return strict_json.parse(_expand(text))


def _expand(text):
    """Long texts are lists of parts, of which some repeat."""
    if isinstance(text, str):
        return text
    return "".join(part if isinstance(part, str) else part["repeat"] * part["times"] for part in text)


ANSWERS = {
    "receipt": answer_receipt,
    "chain": answer_chain,
    "canonicalization": answer_canonicalization,
    "ed25519": answer_ed25519,
    "header decoding": answer_header_decoding,
    "header encoding": answer_header_encoding,
}

if __name__ == "__main__":
    main(sys.argv[1:])
