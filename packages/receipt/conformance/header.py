"""Receipts as one base64url word (RFC 4648, section 5, no padding) for an HTTP header."""

import base64
import re

import strict_json
from canonical_json import stringify

MAX_HEADER_LENGTH = 65_536
WORD = re.compile("[A-Za-z0-9_-]*")


def encode(value):
    """The word of a parsed receipt; None when it would be too long for a header."""
    word = _encode_bytes(stringify(value).encode("utf-8"))
    return word if len(word) <= MAX_HEADER_LENGTH else None


def decode(word):
    """The parsed receipt. Raises NotJson for anything but the one encoding of strict JSON in UTF-8."""
    if len(word) > MAX_HEADER_LENGTH or WORD.fullmatch(word) is None or len(word) % 4 == 1:
        raise strict_json.NotJson("the header is not base64url without padding, or too long")
    data = base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))
    # The last character may carry bits that no byte holds; two words would then mean the same.
    if _encode_bytes(data) != word:
        raise strict_json.NotJson("the header has stray bits at its end")
    try:
        return strict_json.parse(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise strict_json.NotJson("the header is not UTF-8 text") from None


def _encode_bytes(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")
