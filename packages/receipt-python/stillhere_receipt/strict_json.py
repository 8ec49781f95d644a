"""Reads JSON text strictly (RFC 8259), so that every text has one meaning or none.

Refused beyond the grammar: a member name twice in one object, the name `__proto__`, lone surrogates, numbers beyond
the doubles, more than 256 nested containers, and texts or values longer than 16 MiB.
Numbers are read as doubles, whatever their spelling, as RFC 8785 demands.
"""

from __future__ import annotations

import math
import re
from typing import Any

MAX_DEPTH = 256
MAX_LENGTH = 16 * 1024 * 1024

# What a value weighs: a string its UTF-16 units and quotes, a member name its units and three signs, any other value or
# container as much as the word false, every item of a list one more. The sum is bounded by MAX_LENGTH.
VALUE_COST = 5
ITEM_COST = 1
STRING_COST = 2
NAME_COST = 3
LITERALS = {"true": True, "false": False, "null": None}

SPACE = re.compile(r"[ \t\n\r]*")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
PLAIN_CHARACTERS = re.compile(r'[^"\\\x00-\x1f]*')
HEX4 = re.compile(r"[0-9a-fA-F]{4}")
SURROGATE = re.compile("[\ud800-\udfff]")
ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class NotJson(ValueError):
    """The text is not JSON, or not JSON that has exactly one meaning."""


def parse_json(text: str) -> Any:
    """The value of a JSON text: dict, list, str, float, bool or None. Raises NotJson."""
    if utf16_length(text) > MAX_LENGTH:
        raise NotJson("the text is too long")
    return _Reader(text).read_document()


def utf16_length(text: str) -> int:
    """How many UTF-16 code units a text has; receipts bound all texts in this unit."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.room = MAX_LENGTH

    def read_document(self) -> Any:
        self.skip_space()
        value = self.read_value()
        self.skip_space()
        if self.at != len(self.text):
            raise NotJson(f"unexpected text at {self.at}")
        return value

    def read_value(self) -> Any:
        first = self.peek()
        if first == "{":
            self.enter()
            return self.read_members()
        if first == "[":
            self.enter()
            return self.read_items()
        if first == '"':
            return self.read_string(STRING_COST)
        for word, value in LITERALS.items():
            if self.text.startswith(word, self.at):
                self.at += len(word)
                self.spend(VALUE_COST)
                return value
        return self.read_number()

    def read_members(self) -> dict[str, Any]:
        members: dict[str, Any] = {}
        if self.leave("}"):
            return members
        while True:
            name = self.read_name(members)
            members[name] = self.read_value()
            self.skip_space()
            if self.leave("}"):
                return members
            self.demand(",")

    def read_name(self, members: dict[str, Any]) -> str:
        if self.peek() != '"':
            raise NotJson(f"a member name is missing at {self.at}")
        name = self.read_string(NAME_COST)
        if name == "__proto__" or name in members:
            raise NotJson(f"the member name {name!r} is forbidden or stands twice in one object")
        self.skip_space()
        self.demand(":")
        return name

    def read_items(self) -> list[Any]:
        items: list[Any] = []
        if self.leave("]"):
            return items
        while True:
            self.spend(ITEM_COST)
            items.append(self.read_value())
            self.skip_space()
            if self.leave("]"):
                return items
            self.demand(",")

    def read_number(self) -> float:
        match = NUMBER.match(self.text, self.at)
        if match is None:
            raise NotJson(f"a value is missing at {self.at}")
        self.at = match.end()
        self.spend(VALUE_COST)
        number = float(match.group())
        if math.isinf(number):
            raise NotJson("a number is beyond the doubles")
        return number

    def read_string(self, cost: int) -> str:
        self.at += 1
        parts = []
        while True:
            end = _end_of(PLAIN_CHARACTERS, self.text, self.at)
            parts.append(self.text[self.at : end])
            self.at = end
            if self.take('"'):
                break
            if not self.take("\\"):
                raise NotJson(f"a string is cut or holds a control character at {self.at}")
            parts.append(self.read_escape())
        text = _join_surrogates("".join(parts))
        self.spend(utf16_length(text) + cost)
        return text

    def read_escape(self) -> str:
        letter = self.peek()
        self.at += 1
        if letter in ESCAPES:
            return ESCAPES[letter]
        digits = HEX4.match(self.text, self.at) if letter == "u" else None
        if digits is None:
            raise NotJson(f"an unknown escape at {self.at}")
        self.at = digits.end()
        return chr(int(digits.group(), 16))

    def enter(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise NotJson(f"more than {MAX_DEPTH} nested containers")
        self.spend(VALUE_COST)
        self.at += 1
        self.skip_space()

    def leave(self, bracket: str) -> bool:
        if not self.take(bracket):
            return False
        self.depth -= 1
        return True

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self, character: str) -> bool:
        if self.peek() != character:
            return False
        self.at += 1
        return True

    def demand(self, character: str) -> None:
        if not self.take(character):
            raise NotJson(f"{character!r} is missing at {self.at}")
        self.skip_space()

    def skip_space(self) -> None:
        self.at = _end_of(SPACE, self.text, self.at)

    def spend(self, cost: int) -> None:
        self.room -= cost
        if self.room < 0:
            raise NotJson("the value is too long")


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Where a pattern ends that may also match nothing."""
    match = pattern.match(text, at)
    return at if match is None else match.end()


def _join_surrogates(text: str) -> str:
    """Two escapes may together mean one character; half a pair alone means none."""
    if SURROGATE.search(text) is None:
        return text
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise NotJson("a lone surrogate is not Unicode text") from None
