"""Judges one receipt."""

from __future__ import annotations

from typing import Union

from .demands import DEFAULT_CLOCK_SKEW_MS, NOT_ASKED, Demands, NotAsked, RevocationCheck, TrustedIssuers
from .judgment import find, read_predecessor, report
from .reading import Reading
from .result import Verification
from .timestamps import TimeLike


def verify(
    receipt: object,
    *,
    trusted_issuers: Union[TrustedIssuers, NotAsked] = NOT_ASKED,
    audience: Union[str, NotAsked] = NOT_ASKED,
    max_age_ms: Union[float, NotAsked] = NOT_ASKED,
    revoked: Union[RevocationCheck, NotAsked] = NOT_ASKED,
    predecessor: object = NOT_ASKED,
    now: Union[TimeLike, None] = None,
    clock_skew_ms: float = DEFAULT_CLOCK_SKEW_MS,
    legacy: bool = False,
) -> Verification:
    """Judges a receipt (text, bytes, or data of json.load): V1 to V7, and what the options demand.

    Reports every check, and raises nothing because of a receipt. A demand that is left out is not made; one that cannot
    be read, such as None, is not met. To decide whether to let somebody in, use accept.

        result = verify(receipt, trusted_issuers=[key], audience="https://shop.example")
        if not result: print(result.reason, result.detail)
    """
    demands = Demands(now, clock_skew_ms, legacy, trusted_issuers, revoked, max_age_ms, audience)
    reading = Reading(receipt)
    return report(reading, find(reading, demands, read_predecessor(predecessor)))
