"""A receipt read once from whatever the caller gave: every check judges this copy and nothing else."""

from __future__ import annotations

from typing import Any, Optional

from . import old_profile, timestamps
from .canonical_json import canonicalize, sha256_hex, stringify
from .ed25519 import verify_ed25519
from .plain_json import read_json
from .schema import OLD_RECEIPT, RECEIPT, describe_problem
from .strict_json import NotJson

# Names the format and version, so that no other text signed with the same key can pass for a receipt.
SIGNING_CONTEXT = "CPS-0001/1.0\n"


class Reading:
    """A receipt with what follows from its profile. While it has a problem, only hash and problem have a meaning."""

    def __init__(self, given: object) -> None:
        """Never raises: what cannot be read has a problem and no hash."""
        self.receipt: Any = None
        self.hash: Optional[str] = None
        self.is_old = False
        self.problem: Optional[str] = None
        try:
            self._read(read_json(given))
        except NotJson as problem:
            self.problem = str(problem)
        # Data may be nested deeper than the caller's stack has room for, and objects of others may raise anything.
        except Exception:
            self.problem = "the receipt cannot be read"

    def _read(self, value: Any) -> None:
        signature = value.get("signature") if isinstance(value, dict) else None
        self.is_old = isinstance(signature, dict) and "canonicalization" not in signature
        self.hash = sha256_hex(canonicalize(value))
        self.problem = describe_problem(OLD_RECEIPT if self.is_old else RECEIPT, value, "the receipt")
        self.receipt = value

    @property
    def is_well_formed(self) -> bool:
        return self.problem is None

    @property
    def previous(self) -> Optional[str]:
        """The hash of the receipt that this one follows."""
        return self.receipt.get("previousReceiptHash")

    def is_signed(self) -> bool:
        text = self.signed_text()
        if text is None:
            return False
        signature, key = self.receipt["signature"]["value"], self.receipt["issuer"]["publicKey"]
        return verify_ed25519(signature, text.encode("utf-8"), key)

    def signed_text(self) -> Optional[str]:
        """None when an old receipt's text could have been signed for another receipt."""
        return old_profile.signed_text(self.receipt) if self.is_old else write_signed(SIGNING_CONTEXT, self.receipt)

    def digest(self, payload: Any) -> str:
        return sha256_hex(stringify(payload) if self.is_old else canonicalize(payload))

    def time(self, text: str) -> int:
        ms = timestamps.parse_old_utc(text) if self.is_old else timestamps.parse_utc(text)
        assert ms is not None, "V1 has looked at every time"
        return ms

    def start(self) -> int:
        return self.time(self.receipt["interval"]["start"])

    def end(self) -> int:
        return self.time(self.receipt["interval"]["end"])

    def expiry(self) -> Optional[int]:
        """When the receipt expires, or None when it does not say so itself."""
        return self.time(self.receipt["expiresAt"]) if "expiresAt" in self.receipt else None


def write_signed(context: str, document: dict[str, Any]) -> str:
    """What the signature of a document covers: its kind, and every member but the signature's value."""
    signature = {name: member for name, member in document["signature"].items() if name != "value"}
    return context + canonicalize({**document, "signature": signature})
