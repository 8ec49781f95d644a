"""Answers what accept says to each question on standard input; packages/receipt/test/python.test.ts compares it with TypeScript."""

import json
import re
import sys

from stillhere_receipt import accept


def answer_one(question):
    options = {_to_snake_case(name): value for name, value in question["options"].items()}
    answer = accept(question["receipt"], **options)
    if not answer.accepted:
        return {"accepted": False, "reason": answer.reason}
    return {
        "accepted": True,
        "subject": answer.subject,
        "assurance": answer.assurance,
        "registered": answer.registered,
        "receiptHash": answer.receipt_hash,
        "receipt": answer.receipt,
    }


def _to_snake_case(name):
    return re.sub("[A-Z]", lambda letter: "_" + letter.group().lower(), name)


json.dump([answer_one(question) for question in json.load(sys.stdin)], sys.stdout)
