"""RFC 3339 times as milliseconds since 1970, by plain arithmetic on the calendar."""

from __future__ import annotations

import math
import re
import time
from datetime import datetime, timedelta, timezone
from typing import Optional, Union

UTC_WITH_MS = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.([0-9]{3})Z")
UTC_WITHOUT_MS = re.compile(r"[0-9-]{10}T[0-9:]{8}Z")
ANY_ZONE = re.compile(r"(.{19})(?:\.([0-9]+))?(?:Z|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))")
DAYS_BEFORE_MONTH = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
DAYS_IN_MONTH = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
DAYS_FROM_YEAR_0_TO_1970 = 719528
MINUTE_MS = 60_000
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

# What callers may give for a time: a datetime with its zone, RFC 3339 text, or milliseconds since 1970.
TimeLike = Union[datetime, str, int, float]


def read_now(now: object) -> float:
    """Milliseconds of a caller's time, by default the system's; NaN when it cannot be read, so that every comparison fails."""
    if now is None:
        return time.time_ns() // 1_000_000
    if isinstance(now, datetime):
        # Without its zone the verdict would depend on where it is read.
        return math.nan if now.utcoffset() is None else (now - EPOCH) / timedelta(milliseconds=1)
    if isinstance(now, str):
        ms = parse_with_zone(now)
        return math.nan if ms is None else ms
    return read_number(now)


def read_number(given: object) -> float:
    """The number that a caller gave; NaN for anything else."""
    return given if isinstance(given, (int, float)) and not isinstance(given, bool) else math.nan


def parse_utc(text: str) -> Optional[int]:
    """A UTC time with exactly three decimals; None for anything else, leap seconds and 24:00 included."""
    match = UTC_WITH_MS.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second, ms = map(int, match.groups())
    if not 1 <= month <= 12 or not 1 <= day <= _days_in_month(year, month):
        return None
    if hour > 23 or minute > 59 or second > 59:
        return None
    minutes = (_day_number(year, month, day) * 24 + hour) * 60 + minute
    return minutes * MINUTE_MS + second * 1000 + ms


def parse_old_utc(text: str) -> Optional[int]:
    """As parse_utc; the old profile may also leave out the decimals."""
    return parse_utc(text[:-1] + ".000Z" if UTC_WITHOUT_MS.fullmatch(text) else text)


def parse_with_zone(text: str) -> Optional[int]:
    """The time at which a caller wants a receipt judged, with any zone; None without one."""
    match = ANY_ZONE.fullmatch(text)
    if match is None:
        return None
    local, decimals, sign, hours, minutes = match.groups()
    ms = parse_utc(f"{local}.{(decimals or '')[:3].ljust(3, '0')}Z")
    if ms is None or sign is None:
        return ms
    offset = (int(hours) * 60 + int(minutes)) * MINUTE_MS
    return ms - offset if sign == "+" else ms + offset


def _is_leap_year(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in_month(year: int, month: int) -> int:
    return DAYS_IN_MONTH[month - 1] + (month == 2 and _is_leap_year(year))


def _day_number(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01 in the proleptic Gregorian calendar."""
    leap_days_before = (year + 3) // 4 - (year + 99) // 100 + (year + 399) // 400
    leap_day_passed = month > 2 and _is_leap_year(year)
    day_of_year = DAYS_BEFORE_MONTH[month - 1] + leap_day_passed + day - 1
    return year * 365 + leap_days_before + day_of_year - DAYS_FROM_YEAR_0_TO_1970
