"""Reads whatever a caller gives for a receipt: text and bytes strictly, data of json.load by copying it."""

from __future__ import annotations

import math
from typing import Any

from .strict_json import (
    ITEM_COST,
    MAX_DEPTH,
    MAX_LENGTH,
    NAME_COST,
    STRING_COST,
    SURROGATE,
    VALUE_COST,
    NotJson,
    parse_json,
    utf16_length,
)

# Below it every whole number is a double of its own.
MAX_EXACT_INTEGER = 2**53


def read_json(given: object) -> Any:
    """The value with all numbers as floats; raises NotJson for what is not JSON, or not plain JSON data.

    json.load has already dropped repeated names and the spelling of numbers, so only text and bytes are judged for those.
    """
    if isinstance(given, (bytes, bytearray)):
        return parse_json(decode_utf8(bytes(given)))
    return parse_json(given) if isinstance(given, str) else _Copier().copy(given, 0)


def decode_utf8(data: bytes) -> str:
    """The text of some bytes; raises NotJson for what is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise NotJson("the text is not UTF-8") from None


def to_plain(value: Any) -> Any:
    """The value as json.load would give it: whole numbers as int."""
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < MAX_EXACT_INTEGER else value
    if isinstance(value, list):
        return [to_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: to_plain(member) for name, member in value.items()}
    return value


class _Copier:
    """Copies data under the same limits as those of text, so that both ways in take the same receipts."""

    def __init__(self) -> None:
        self.room = MAX_LENGTH

    def copy(self, value: object, depth: int) -> Any:
        if isinstance(value, str):
            return self.copy_text(value, STRING_COST)
        self.spend(VALUE_COST)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, (int, float)):
            return _to_double(value)
        if depth >= MAX_DEPTH:
            raise NotJson(f"more than {MAX_DEPTH} nested containers")
        if isinstance(value, list):
            self.spend(ITEM_COST * len(value))
            return [self.copy(item, depth + 1) for item in value]
        if isinstance(value, dict):
            return {self.copy_name(name): self.copy(member, depth + 1) for name, member in value.items()}
        raise NotJson(f"a value is of type {type(value).__name__}, which JSON does not have")

    def copy_name(self, name: object) -> str:
        copied = self.copy_text(name, NAME_COST) if isinstance(name, str) else "__proto__"
        if copied == "__proto__":
            raise NotJson("a member name is forbidden or not text")
        return copied

    def copy_text(self, text: str, cost: int) -> str:
        self.spend(utf16_length(text) + cost)
        if SURROGATE.search(text) is not None:
            raise NotJson("a lone surrogate is not Unicode text")
        # A subclass may compare as it likes; what is judged is the text alone.
        return str.__str__(text)

    def spend(self, cost: int) -> None:
        self.room -= cost
        if self.room < 0:
            raise NotJson("the value is too long")


def _to_double(number: float) -> float:
    try:
        double = float(number)
    except OverflowError:
        raise NotJson("a number is beyond the doubles") from None
    if not math.isfinite(double):
        raise NotJson("a number is NaN or beyond the doubles")
    return double
