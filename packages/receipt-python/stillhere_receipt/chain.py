"""Judges receipts, given in any order, as one unbroken chain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from .demands import DEFAULT_CLOCK_SKEW_MS, NOT_ASKED, Demands, NotAsked, RevocationCheck, TrustedIssuers
from .judgment import Predecessor, find, read_predecessor, report
from .reading import Reading
from .result import Findings, Refusal, Verification
from .timestamps import TimeLike


@dataclass(frozen=True)
class ChainResult:
    """What became of a chain, and of each receipt in it. True in conditions only when it is valid."""

    status: str
    reason: Optional[str]
    detail: Optional[str]
    results: Tuple[Verification, ...]
    """In the order of the input. Only receipts that nothing follows must be fresh: history may have expired."""
    order: Optional[List[int]]
    """Places in the input, from the first receipt to the last; None where several receipts follow the same one."""
    gaps: List[Dict[str, Any]]
    """Receipts whose predecessor is not there: index and missing (its hash)."""
    forks: List[Dict[str, Any]]
    """Receipts that follow the same one: after (its hash) and indices."""

    def __bool__(self) -> bool:
        return self.status == "VALID"


def verify_chain(
    receipts: Sequence[object],
    *,
    trusted_issuers: Union[TrustedIssuers, NotAsked] = NOT_ASKED,
    audience: Union[str, NotAsked] = NOT_ASKED,
    max_age_ms: Union[float, NotAsked] = NOT_ASKED,
    revoked: Union[RevocationCheck, NotAsked] = NOT_ASKED,
    predecessor: object = NOT_ASKED,
    now: Union[TimeLike, None] = None,
    clock_skew_ms: float = DEFAULT_CLOCK_SKEW_MS,
    legacy: bool = False,
) -> ChainResult:
    """Judges receipts as a chain; the predecessor is the receipt that came before them all.

    Only receipts that no genuine receipt follows must be fresh. Equal receipts count once.

        result = verify_chain(receipts, trusted_issuers=[key])
    """
    demands = Demands(now, clock_skew_ms, legacy, trusted_issuers, revoked, max_age_ms, audience)
    return _judge_chain([Reading(receipt) for receipt in receipts], demands, read_predecessor(predecessor))


def _judge_chain(readings: List[Reading], demands: Demands, before_all: Predecessor) -> ChainResult:
    anchor = None if isinstance(before_all, NotAsked) else before_all
    links = _find_links(readings)
    known: Dict[Optional[str], Optional[Reading]] = {readings[index].hash: readings[index] for index in links}
    if anchor is not None:
        known[anchor.hash] = anchor
    # What comes before a receipt that names nothing.
    known[None] = anchor
    results = _judge_all(readings, [_find_in(reading, demands, known) for reading in readings])
    forks, order = _find_forks(readings, links), _find_order(readings, links)
    problem = _find_problem(results, order, forks)
    status = "VALID" if problem is None else "INVALID"
    reason, detail = problem or (None, None)
    gaps = _find_gaps(readings, links, known)
    return ChainResult(status, reason, detail, results, None if forks else order, gaps, forks)


def _find_links(readings: List[Reading]) -> List[int]:
    """Places of the well-formed receipts, each hash once."""
    first_places: Dict[Optional[str], int] = {}
    for index, reading in enumerate(readings):
        if reading.is_well_formed:
            first_places.setdefault(reading.hash, index)
    return list(first_places.values())


def _find_in(reading: Reading, demands: Demands, known: Dict[Optional[str], Optional[Reading]]) -> Findings:
    return find(reading, demands, known.get(reading.previous) if reading.is_well_formed else NOT_ASKED)


def _judge_all(readings: List[Reading], findings: List[Findings]) -> Tuple[Verification, ...]:
    """A forged follower does not make a receipt history: anybody could take the check of freshness away with one."""
    pairs = list(zip(readings, findings))
    followed = {reading.previous for reading, found in pairs if _is_passed(found, "V2") and _is_passed(found, "V7")}
    return tuple(report(reading, _as_history(found) if reading.hash in followed else found) for reading, found in pairs)


def _is_passed(findings: Findings, name: str) -> bool:
    return name in findings and findings[name] is None


def _as_history(findings: Findings) -> Findings:
    return {name: finding for name, finding in findings.items() if name not in ("V6", "age")}


def _find_gaps(
    readings: List[Reading], links: List[int], known: Dict[Optional[str], Optional[Reading]]
) -> List[Dict[str, Any]]:
    named = [(index, readings[index].previous) for index in links]
    return [{"index": index, "missing": hash} for index, hash in named if hash not in known]


def _group_followers(readings: List[Reading], links: List[int]) -> Dict[Optional[str], List[int]]:
    followers: Dict[Optional[str], List[int]] = {}
    for index in links:
        followers.setdefault(readings[index].previous, []).append(index)
    return followers


def _find_forks(readings: List[Reading], links: List[int]) -> List[Dict[str, Any]]:
    groups = _group_followers(readings, links).items()
    return [{"after": after, "indices": indices} for after, indices in groups if len(indices) > 1]


def _find_order(readings: List[Reading], links: List[int]) -> List[int]:
    """Every receipt after the one it names; what begins a part of the chain in the order of the input."""
    hashes = {readings[index].hash for index in links}
    followers = _group_followers(readings, links)
    order: List[int] = []
    for first in links:
        waiting = [] if readings[first].previous in hashes else [first]
        while waiting:
            index = waiting.pop()
            order.append(index)
            waiting += followers.get(readings[index].hash, [])
    return order


def _find_problem(
    results: Tuple[Verification, ...], order: List[int], forks: List[Dict[str, Any]]
) -> Optional[Refusal]:
    if not results:
        return "INVALID_SCHEMA", "there are no receipts"
    for result in [results[index] for index in order] + list(results):
        if result.failures:
            return result.failures[0].code, result.failures[0].detail
    return ("CHAIN_BROKEN", "several receipts follow the same one") if forks else None
