"""Strict Ed25519 verification (RFC 8032, section 5.1.7), without the cofactor.

Refused before any equation is tried: hex that is not exact and lower-case, S at or above the group order, points that
are not canonically encoded or not on the curve, and keys and R of small order.
"""

from __future__ import annotations

import hashlib
import re
from typing import Optional, Tuple

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_MINUS_1 = pow(2, (P - 1) // 4, P)
HEX = re.compile(r"(?:[0-9a-f]{2})*")

# Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, x*y = T/Z.
Point = Tuple[int, int, int, int]
IDENTITY = (0, 1, 1, 0)
WINDOW_BITS = 4


def verify_ed25519(signature_hex: object, message: bytes, public_key_hex: object) -> bool:
    """Whether the signature (128 hex digits) is one of the message (bytes) under the key (64 hex digits)."""
    signature, public_key = _read_hex(signature_hex, 64), _read_hex(public_key_hex, 32)
    if signature is None or public_key is None:
        return False
    r_bytes, s = signature[:32], int.from_bytes(signature[32:], "little")
    a = _decode(public_key)
    r = _decode(r_bytes)
    if s >= L or a is None or r is None or _has_small_order(a) or _has_small_order(r):
        return False
    # k is reduced: under a key with a part of small order, k and k mod L give different points.
    k = int.from_bytes(hashlib.sha512(r_bytes + public_key + message).digest(), "little") % L
    return _encode(_add_multiples(s, k, _negate(a))) == r_bytes


def _read_hex(text: object, length: int) -> Optional[bytes]:
    is_hex = isinstance(text, str) and len(text) == 2 * length and HEX.fullmatch(text) is not None
    return bytes.fromhex(str(text)) if is_hex else None


def _decode(encoded: bytes) -> Optional[Point]:
    """RFC 8032 section 5.1.3; None for what is no canonical encoding of a point on the curve."""
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    x = _square_root_of_ratio((y * y - 1) % P, (D * y * y + 1) % P)
    if x is None or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def _square_root_of_ratio(u: int, v: int) -> Optional[int]:
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == u:
        return x
    if v * x * x % P == P - u:
        return x * SQRT_MINUS_1 % P
    return None


def _encode(point: Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, P - 2, P)
    x, y = x * inverse % P, y * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _has_small_order(point: Point) -> bool:
    """The group has 8 * L points; those that vanish when multiplied by 8 are the eight of small order."""
    x, y, z, _ = _double(_double(_double(point)))
    return x == 0 and y == z


def _negate(point: Point) -> Point:
    x, y, z, t = point
    return (P - x, y, z, P - t)


def _add(p: Point, q: Point) -> Point:
    """RFC 8032 section 5.1.4; complete, so it also holds for equal points and the identity."""
    x1, y1, z1, t1 = p
    x2, y2, z2, t2 = q
    a = (y1 - x1) * (y2 - x2) % P
    b = (y1 + x1) * (y2 + x2) % P
    c = 2 * D * t1 * t2 % P
    d = 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _double(p: Point) -> Point:
    x, y, z, _ = p
    a, b = x * x % P, y * y % P
    h = a + b
    e = h - (x + y) * (x + y) % P
    g = a - b
    f = 2 * z * z % P + g
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _multiples(point: Point) -> list[Point]:
    """0, 1, … 15 times the point."""
    table = [IDENTITY]
    for _ in range(2**WINDOW_BITS - 1):
        table.append(_add(table[-1], point))
    return table


BASE_POINT = _decode((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
assert BASE_POINT is not None
BASE_MULTIPLES = _multiples(BASE_POINT)


def _add_multiples(s: int, k: int, point: Point) -> Point:
    """s times the base point plus k times the point, four bits of both at a time."""
    multiples = _multiples(point)
    total = IDENTITY
    for shift in range(252, -1, -WINDOW_BITS):
        for _ in range(WINDOW_BITS):
            total = _double(total)
        total = _add(total, BASE_MULTIPLES[s >> shift & 15])
        total = _add(total, multiples[k >> shift & 15])
    return total
