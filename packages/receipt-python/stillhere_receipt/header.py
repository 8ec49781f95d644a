"""Receipts as one base64url word (RFC 4648, section 5, no padding) for an HTTP header."""

from __future__ import annotations

import base64
import re
from typing import Any, Optional

from .canonical_json import stringify
from .plain_json import decode_utf8, read_json
from .strict_json import NotJson, parse_json

MAX_HEADER_LENGTH = 65_536
WORD = re.compile("[A-Za-z0-9_-]*")
# "{" is encoded as text that begins with "e", and no JSON does.
HEADER_TEXT = re.compile("e[A-Za-z0-9+/_=-]*")


def read_receipt_text(text: str) -> Any:
    """The value of JSON text or of a header word, as forms send both. Raises NotJson."""
    # The blanks of JSON (RFC 8259, section 2) and no others: strip() and trim() of JavaScript take different ones.
    word = text.strip(" \t\n\r")
    return decode_header(word) if HEADER_TEXT.fullmatch(word) else parse_json(text)


def encode_header(receipt: object) -> Optional[str]:
    """The word of a receipt; None when it would be too long for a header. Raises NotJson."""
    word = encode_base64url(stringify(read_json(receipt)).encode("utf-8"))
    return word if len(word) <= MAX_HEADER_LENGTH else None


def decode_header(word: str) -> Any:
    """The parsed receipt. Raises NotJson for anything but the one encoding of strict JSON in UTF-8."""
    data = decode_base64url(word) if len(word) <= MAX_HEADER_LENGTH else None
    if data is None:
        raise NotJson("the header is not base64url without padding, or too long")
    return parse_json(decode_utf8(data))


def encode_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decode_base64url(word: str) -> Optional[bytes]:
    """The bytes; None for anything but the one encoding that encode_base64url gives."""
    if WORD.fullmatch(word) is None or len(word) % 4 == 1:
        return None
    data = base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))
    # The last character may carry bits that no byte holds; two words would then mean the same.
    return data if encode_base64url(data) == word else None
