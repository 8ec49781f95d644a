"""The command line: python -m stillhere_receipt verify FILE [options]."""

from __future__ import annotations

import argparse
import errno
import json
import os
import re
import sys
from typing import Any, NoReturn, Optional, Sequence

from . import __version__, timestamps
from .approver import add_approver, is_thumbprint
from .demands import NOT_ASKED
from .header import read_receipt_text
from .presence_policy import is_digest, refuse_other_action, refuse_test_receipt
from .result import Verification
from .status_list import read_status_list
from .strict_json import NotJson
from .verification import verify

MEANINGS = {
    "V1": "schema: members, types and forms",
    "V2": "signature covers the receipt and fits the issuer's key",
    "V7": "predecessor is the one it names",
    "V3": "assertions do not contradict each other or the verdict",
    "V4": "times agree with each other and the clock",
    "V5": "every payload fits its digest",
    "V6": "not expired",
    "V8": "the person's own key signed exactly this",
    "issuer": "issuer's key is among the trusted ones",
    "revocation": "not on the issuer's status list",
    "age": "ended recently enough",
    "audience": "meant for this audience",
    "action": "for the action of this digest",
}
EPILOG = """Without --trusted the issuer is unknown, and the exit code is 2: anyone can make a key.
Exit codes: 0 valid, 1 invalid, 2 authentic but the issuer is unknown, 3 unreadable, 64 wrong usage."""
VALID, INVALID, UNTRUSTED, UNREADABLE, WRONG_USAGE, OUTPUT_LOST = 0, 1, 2, 3, 64, 74
KEY = re.compile("[0-9a-f]{64}")
# A mistyped key must not be taken for the name of a file; a file with such a name can be written as ./cafe.
LOOKS_LIKE_KEYS = re.compile(r"[0-9a-fA-F,\s]*")
SECONDS = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,3})?")


class Unreadable(Exception):
    """What the command was given cannot be judged at all."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        # argparse would end with 2, which here means valid but untrusted.
        self.exit(WRONG_USAGE, f"{self.prog}: {message}\n")


class _Once(argparse.Action):
    """argparse lets the last one win, and the first list of trusted keys would be forgotten in silence."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: Optional[str] = None) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"{option_string} is given twice")
        setattr(namespace, self.dest, values)


def run() -> NoReturn:
    """The console script."""
    try:
        code = main(sys.argv[1:])
    except SystemExit as stop:
        code = stop.code
    sys.exit(_write("", code))


def main(arguments: Sequence[str]) -> int:
    """Runs a command and returns its exit code."""
    asked = _make_parser().parse_args(_join_thumbprints(arguments))
    try:
        asked.trusted = None if asked.trusted is None else _read_trusted(asked.trusted)
        result = _verify(asked)
    except Unreadable as problem:
        print(problem, file=sys.stderr)
        return UNREADABLE
    text = _write_json(result, asked) if asked.json else _write_table(result, asked)
    return _write(f"{text}\n", _to_exit_code(result))


def _join_thumbprints(arguments: Sequence[str]) -> list[str]:
    """One thumbprint in 64 begins with a dash, and argparse would take it for an option."""
    joined: list[str] = []
    for argument in arguments:
        if re.fullmatch(r"-[A-Za-z0-9_-]{42}", argument) and joined and joined[-1].startswith("--"):
            joined[-1] += f"={argument}"
        else:
            joined.append(argument)
    return joined


def _write(text: str, code: Any) -> Any:
    """Returns the exit code. A reader such as `head` may leave early; any other lost output is an error."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as problem:
        # Python flushes once more at the end, and would complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if problem.errno == errno.EPIPE:
            return code
        name = errno.errorcode.get(problem.errno or 0, "unknown error")
        print(f"stillhere-receipt-py: the output could not be written ({name})", file=sys.stderr)
        return OUTPUT_LOST
    return code


def _make_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="stillhere-receipt-py", description="Judges CPS-0001 receipts. Works offline.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="verify")
    command = commands.add_parser("verify", help="judge a receipt", epilog=EPILOG, allow_abbrev=False)
    command.add_argument("file", metavar="FILE", help="JSON text or a header word; - is standard input")
    _add_options(command)
    command.add_argument(
        "--approver-key",
        metavar="THUMBPRINT",
        action="append",
        type=_read_thumbprint,
        help="a key that must have approved (RFC 7638); may be given again for others of the same person",
    )
    command.add_argument("--legacy", action="store_true", help="also judge receipts of the old profile")
    command.add_argument("--allow-test", action="store_true", help="also take receipts that were made for tests")
    command.add_argument("--json", action="store_true", help="print the result as JSON and nothing else")
    return parser


def _add_options(command: argparse.ArgumentParser) -> None:
    def add(*names: str, **settings: Any) -> None:
        command.add_argument(*names, action=_Once, **settings)

    add("--predecessor", metavar="FILE", help="the receipt before this one")
    add("--trusted", "--issuer", metavar="KEYS", type=_check_keys, help="public keys in hex, separated by commas; or a file with one key a line and # comments")
    add("--status", metavar="FILE", help="the issuer's signed list of revoked receipts")
    add("--at", "--now", metavar="TIME", type=_read_time, help="judge at this time instead of now")
    add("--audience", metavar="TEXT", help="whom the receipt must be meant for")
    add("--action-digest", metavar="HEX", type=_read_digest, help="the digest of the action that it must be for")
    add("--max-age", metavar="SECONDS", type=_read_seconds, help="how long ago its interval may have ended")


def _check_keys(given: str) -> str:
    if LOOKS_LIKE_KEYS.fullmatch(given) and not all(KEY.fullmatch(key) for key in _split_keys(given)):
        raise argparse.ArgumentTypeError("takes keys of 64 lower-case hex digits, separated by commas, or a file")
    return given


def _split_keys(given: str) -> list[str]:
    return [key.strip() for key in given.split(",")]


def _read_trusted(given: str) -> list[str]:
    """The keys themselves, or those of a file: one a line, with # comments."""
    if LOOKS_LIKE_KEYS.fullmatch(given):
        return _split_keys(given)
    keys = []
    for number, line in enumerate(re.split(r"\r?\n", _read_text(given)), 1):
        key = line.split("#")[0].strip()
        if key and not KEY.fullmatch(key):
            raise Unreadable(f"{given}: line {number} is not a key of 64 lower-case hex digits")
        keys += [key] if key else []
    if not keys:
        raise Unreadable(f"{given}: holds no key")
    return keys


def _read_time(given: str) -> int:
    ms = timestamps.parse_with_zone(given)
    if ms is None:
        raise argparse.ArgumentTypeError("must be an RFC 3339 time with its zone, such as 2026-01-31T12:00:00Z")
    return ms


def _read_seconds(given: str) -> int:
    if SECONDS.fullmatch(given) is None:
        raise argparse.ArgumentTypeError("must be a number of seconds, such as 300")
    return round(float(given) * 1000)


def _read_digest(given: str) -> str:
    if is_digest(given):
        return given
    raise argparse.ArgumentTypeError("must be a digest of 64 lower-case hex digits")


def _read_thumbprint(given: str) -> str:
    if is_thumbprint(given):
        return given
    raise argparse.ArgumentTypeError("must be a thumbprint of 43 base64url characters")


def _verify(asked: argparse.Namespace) -> Verification:
    receipt = _read(asked.file)
    result = verify(
        receipt,
        trusted_issuers=_or_not_asked(asked.trusted),
        audience=_or_not_asked(asked.audience),
        max_age_ms=_or_not_asked(asked.max_age),
        revoked=_read_status(asked),
        predecessor=NOT_ASKED if asked.predecessor is None else _read(asked.predecessor),
        now=asked.at,
        legacy=asked.legacy,
    )
    if asked.action_digest is not None:
        result = refuse_other_action(result, receipt, asked.action_digest)
    result, asked.approver = add_approver(result, receipt, asked.approver_key)
    return result if asked.allow_test else refuse_test_receipt(result, receipt)


def _or_not_asked(given: Optional[Any]) -> Any:
    return NOT_ASKED if given is None else given


def _read_status(asked: argparse.Namespace) -> Any:
    """A list that is stale or not genuine answers nothing, so no receipt is judged with it."""
    if asked.status is None:
        return NOT_ASKED
    known = read_status_list(_read(asked.status), trusted_issuers=_or_not_asked(asked.trusted), now=asked.at)
    if known:
        return known.is_revoked
    raise Unreadable(f"{asked.status}: the status list cannot be used: {known.reason}, {known.detail}")


def _read(name: str) -> Any:
    try:
        return read_receipt_text(_read_text(name))
    except NotJson as problem:
        raise Unreadable(f"{name} cannot be read: {problem}") from None


def _read_text(name: str) -> str:
    try:
        if name == "-":
            return sys.stdin.buffer.read().decode("utf-8-sig")
        with open(name, "rb") as file:
            return file.read().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise Unreadable(f"{name} cannot be read: {problem}") from None


def _write_json(result: Verification, asked: argparse.Namespace) -> str:
    return json.dumps({**result.to_dict(), "approver": asked.approver}, indent=2)


def _write_table(result: Verification, asked: argparse.Namespace) -> str:
    own = {"V8": asked.approver["outcome"], "action": _find_action_outcome(result, asked.action_digest)}
    outcomes = {**result.checks, **result.policy, **own}
    meanings = dict(MEANINGS)
    if own["V8"] == "SKIPPED" and result.checks["V1"] == "PASS":
        meanings["V8"] = "not made: no key of a person is in it; its issuer alone vouches for what it says"
    lines = [_write_headline(result)]
    lines += [f"  {name:<10} {outcomes[name]:<8} {meaning}" for name, meaning in meanings.items()]
    lines += [f"  coverage   {result.coverage}"]
    lines += [f"    not signed: {pointer}" for pointer in result.unsigned_members]
    lines += [f"  hash       {result.receipt_hash}"]
    return "\n".join(lines)


def _write_headline(result: Verification) -> str:
    if not result:
        return f"{result.status} {result.reason}: {result.detail}"
    if _to_exit_code(result) == VALID:
        return "VALID"
    return "ISSUER UNKNOWN: anyone can make a key; name those you trust with --trusted"


def _find_action_outcome(result: Verification, action_digest: Optional[str]) -> str:
    if action_digest is None or result.checks["V1"] != "PASS":
        return "SKIPPED"
    return "FAIL" if any(failure.check == "action" for failure in result.failures) else "PASS"


def _to_exit_code(result: Verification) -> int:
    if result:
        return VALID if result.policy["issuer"] == "PASS" else UNTRUSTED
    codes = {failure.code for failure in result.failures}
    return UNTRUSTED if codes == {"UNTRUSTED_ISSUER"} else INVALID


if __name__ == "__main__":
    run()
