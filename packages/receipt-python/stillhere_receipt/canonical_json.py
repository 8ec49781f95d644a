"""Writes JSON values: as RFC 8785 (JCS) and, for receipts of the old profile, as ECMAScript's JSON.stringify."""

from __future__ import annotations

import hashlib
import re
from typing import Any, Callable, Iterable

SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
MUST_ESCAPE = re.compile(r'["\\\x00-\x1f]')
ARRAY_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
LAST_ARRAY_INDEX = 2**32 - 2


def canonicalize(value: Any) -> str:
    """RFC 8785: members sorted by the UTF-16 code units of their names."""
    return _write(value, lambda members: sorted(members, key=_utf16))


def stringify(value: Any) -> str:
    """JSON.stringify: members in the order of the text, but names that are array indices first, by value."""
    return _write(value, _ecmascript_order)


def sha256_hex(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def format_number(number: float) -> str:
    """ECMAScript's Number::toString (ECMA-262, section 6.1.6.1.20), which RFC 8785 section 3.2.2.3 prescribes."""
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    digits, point = _shortest_digits(abs(number))
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    exponent = point - 1
    mantissa = digits[0] + ("." + digits[1:] if count > 1 else "")
    return f"{sign}{mantissa}e{'+' if exponent > 0 else '-'}{abs(exponent)}"


def _shortest_digits(number: float) -> tuple[str, int]:
    """Digits and the place of the point: number = 0.DIGITS * 10**point. repr gives the shortest that read back."""
    mantissa, _, exponent = repr(number).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    return digits.rstrip("0"), point


def _write(value: Any, order: Callable[[dict[str, Any]], Iterable[str]]) -> str:
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, float):
        return format_number(value)
    if isinstance(value, str):
        return _write_string(value)
    if isinstance(value, list):
        return "[" + ",".join([_write(item, order) for item in value]) + "]"
    return "{" + ",".join([f"{_write_string(name)}:{_write(value[name], order)}" for name in order(value)]) + "}"


def _write_string(text: str) -> str:
    return '"' + MUST_ESCAPE.sub(_escape, text) + '"'


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    return SHORT_ESCAPES.get(character) or f"\\u{ord(character):04x}"


def _utf16(name: str) -> bytes:
    return name.encode("utf-16-be")


def _ecmascript_order(members: dict[str, Any]) -> list[str]:
    indices = [name for name in members if _is_array_index(name)]
    return sorted(indices, key=int) + [name for name in members if not _is_array_index(name)]


def _is_array_index(name: str) -> bool:
    return ARRAY_INDEX.fullmatch(name) is not None and int(name) <= LAST_ARRAY_INDEX
