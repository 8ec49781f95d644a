"""Verifies CPS-0001 continuity receipts offline, with nothing but Python's standard library.

    answer = accept(receipt, trusted_issuers=[key], audience="https://shop.example")
    if not answer.accepted:
        print(answer.reason, answer.detail)
"""

from .acceptance import Acceptance, accept
from .approval import (
    Approval,
    Introduction,
    Quorum,
    RefusedReceipt,
    accept_approval,
    accept_approvals,
    accept_introduction,
)
from .approver import compute_approver_challenge, compute_statement_digest, compute_thumbprint
from .chain import ChainResult, verify_chain
from .demands import NOT_ASKED
from .header import decode_header, encode_header, read_receipt_text
from .presence_policy import read_presence_policy, refuse_test_receipt
from .result import Failure, Verification
from .status_list import StatusReading, read_status_list
from .strict_json import NotJson, parse_json
from .verification import verify

__version__ = "0.1.0"

__all__ = [
    "NOT_ASKED",
    "Acceptance",
    "Approval",
    "ChainResult",
    "Failure",
    "Introduction",
    "NotJson",
    "Quorum",
    "RefusedReceipt",
    "StatusReading",
    "Verification",
    "accept",
    "accept_approval",
    "accept_approvals",
    "accept_introduction",
    "compute_approver_challenge",
    "compute_statement_digest",
    "compute_thumbprint",
    "decode_header",
    "encode_header",
    "parse_json",
    "read_presence_policy",
    "read_receipt_text",
    "read_status_list",
    "refuse_test_receipt",
    "verify",
    "verify_chain",
]
