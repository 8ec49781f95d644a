"""Judges receipts, given in any order, as one unbroken chain."""

from receipt import NOT_ASKED, PASS, SKIPPED, Reading, find, report


def verify_chain(values, options, predecessor=NOT_ASKED):
    """The report on a chain; the predecessor is the receipt that came before them all.

    Only receipts that no genuine receipt follows must be fresh. Equal receipts count once.
    """
    anchor = Reading(predecessor) if predecessor not in (NOT_ASKED, None) else None
    readings = [Reading(value) for value in values]
    links = _links(readings)
    known = {reading.hash: reading for reading in readings if reading.is_well_formed}
    if anchor is not None:
        known[anchor.hash] = anchor
    # What comes before a receipt that names nothing.
    known[None] = anchor
    results = _judge_all(readings, [_find(reading, options, known) for reading in readings])
    gaps = _gaps(readings, links, known)
    forks = _forks(readings, links)
    order = _order(readings, links)
    reason = _first_reason(results, order, forks)
    return {
        "status": "VALID" if reason is None else "INVALID",
        "reason": reason,
        "results": results,
        # Several receipts that follow the same one have no order.
        "order": None if forks else order,
        "gaps": gaps,
        "forks": forks,
    }


def _links(readings):
    """Places of the well-formed receipts, each hash once."""
    first_places = {}
    for index, reading in enumerate(readings):
        if reading.is_well_formed:
            first_places.setdefault(reading.hash, index)
    return list(first_places.values())


def _previous(reading):
    return reading.receipt.get("previousReceiptHash")


def _find(reading, options, known):
    before = known.get(_previous(reading)) if reading.is_well_formed else NOT_ASKED
    return find(reading, options, before)


def _judge_all(readings, findings):
    """A forged follower does not make a receipt history: anybody could take the check of freshness away with one."""
    pairs = list(zip(readings, findings))
    followed = {_previous(reading) for reading, found in pairs if found["V2"] == found["V7"] == PASS}
    as_history = {"V6": SKIPPED, "age": SKIPPED}
    return [report(reading, {**found, **(as_history if reading.hash in followed else {})}) for reading, found in pairs]


def _gaps(readings, links, known):
    named = [(index, _previous(readings[index])) for index in links]
    missing = [(index, hash) for index, hash in named if hash not in known]
    return [{"index": index, "missing": hash} for index, hash in missing]


def _forks(readings, links):
    followers = {}
    for index in links:
        followers.setdefault(_previous(readings[index]), []).append(index)
    return [{"after": after, "indices": indices} for after, indices in followers.items() if len(indices) > 1]


def _order(readings, links):
    """Every receipt after the one it names; what begins a part of the chain in the order of the input."""
    hashes = {readings[index].hash for index in links}
    order = []
    for first in links:
        if _previous(readings[first]) in hashes:
            continue
        waiting = [first]
        while waiting:
            index = waiting.pop()
            order.append(index)
            waiting += [place for place in links if _previous(readings[place]) == readings[index].hash]
    return order


def _first_reason(results, order, forks):
    if not results:
        return "INVALID_SCHEMA"
    in_order = [results[index] for index in order] + results
    refused = [result["reason"] for result in in_order if result["reason"] is not None]
    if refused:
        return refused[0]
    return "CHAIN_BROKEN" if forks else None
