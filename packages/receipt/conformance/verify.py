#!/usr/bin/env python3
"""Verifies a CPS-0001 receipt with nothing but Python's standard library.

    python3 verify.py verify FILE [--at TIME] [--predecessor FILE] [--trusted KEY,KEY] [--legacy]

FILE may be - for standard input. Exit codes: 0 valid, 1 invalid, 2 valid but untrusted, 3 unreadable.
"""

import argparse
import sys
import time

import receipt
import strict_json
import timestamps

MEANINGS = {
    "V1": "schema: members, types and forms",
    "V2": "signature covers the receipt and fits the issuer's key",
    "V7": "predecessor is the one it names",
    "V3": "assertions do not contradict each other or the verdict",
    "V4": "times agree with each other and the clock",
    "V5": "every payload fits its digest",
    "V6": "not expired",
    "issuer": "issuer's key is among the trusted ones",
}
VALID, INVALID, UNTRUSTED, UNREADABLE = 0, 1, 2, 3


class Unreadable(Exception):
    """What the command was given cannot be judged at all."""


def main(arguments):
    try:
        report = _verify(_parse_arguments(arguments))
    except Unreadable as problem:
        print(problem, file=sys.stderr)
        return UNREADABLE
    print(_table(report))
    return _exit_code(report)


def _parse_arguments(arguments):
    parser = argparse.ArgumentParser(description="Verifies CPS-0001 receipts.")
    verify = parser.add_subparsers(dest="command", required=True).add_parser("verify")
    verify.add_argument("file", metavar="FILE")
    verify.add_argument("--at", metavar="TIME", help="RFC 3339 time to judge at; now by default")
    verify.add_argument("--predecessor", metavar="FILE")
    verify.add_argument("--trusted", metavar="KEYS", help="public keys in hex, separated by commas")
    verify.add_argument("--legacy", action="store_true", help="also judge receipts of the old profile")
    try:
        return parser.parse_args(arguments)
    except SystemExit as stop:
        # argparse would end with 2, which here means valid but untrusted.
        sys.exit(UNREADABLE if stop.code else 0)


def _verify(arguments):
    options = {"now": arguments.at or _system_time(), "legacy": arguments.legacy}
    if timestamps.parse_with_zone(options["now"]) is None:
        raise Unreadable("--at must be an RFC 3339 time with its zone")
    if arguments.trusted is not None:
        options["trustedIssuers"] = arguments.trusted.split(",")
    predecessor = receipt.NOT_ASKED if arguments.predecessor is None else _read(arguments.predecessor)
    return receipt.verify(_read(arguments.file), options, predecessor)


def _read(name):
    try:
        if name == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(name, "rb") as file:
                data = file.read()
        return strict_json.parse(data.decode("utf-8"))
    except (OSError, UnicodeDecodeError, strict_json.NotJson) as problem:
        raise Unreadable(f"{name} cannot be read: {problem}") from None


def _system_time():
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _table(report):
    outcomes = {**report["checks"], **report["policy"]}
    lines = [report["status"] + (f" {report['reason']}" if report["reason"] else "")]
    lines += [f"  {name:<7} {outcomes[name]:<8} {meaning}" for name, meaning in MEANINGS.items()]
    lines += [f"  coverage: {report['coverage']}"]
    lines += [f"    not signed: {pointer}" for pointer in report["unsignedMembers"]]
    lines += [f"  hash: {report['receiptHash']}"]
    return "\n".join(lines)


def _exit_code(report):
    if report["status"] == "VALID":
        return VALID
    return UNTRUSTED if report["failures"] == ["UNTRUSTED_ISSUER"] else INVALID


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
