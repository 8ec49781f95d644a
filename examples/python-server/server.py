"""Lets a form through only with the receipt of a fresh scan: Python's standard library and stillhere_receipt.

    TRUSTED_ISSUERS=KEY,KEY ORIGIN=http://localhost:3000 python3 server.py
"""

import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

from stillhere_receipt import NotJson, accept, read_receipt_text

ORIGIN = os.environ.get("ORIGIN", "http://localhost:3000")
# Keys come from the issuer document of your service (those whose status is active), never from a receipt.
TRUSTED_ISSUERS = os.environ["TRUSTED_ISSUERS"].split(",")
MAX_FORM_BYTES = 131_072

# Each receipt counts once. With several processes, keep the hashes in your database.
used = set()
lock = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if self.path != "/enter":
            self.answer(404, "not found")
        # A form of another site would be sent in the visitor's name.
        elif self.headers.get("Origin") != ORIGIN:
            self.answer(403, "ORIGIN_MISMATCH")
        elif not length.isdecimal() or int(length) > MAX_FORM_BYTES:
            self.answer(413, "the form is too large, or of unknown length")
        else:
            self.enter(parse_qs(self.rfile.read(int(length)).decode("utf-8", "replace")))

    def enter(self, form):
        subject, reason = judge(form.get("receipt", []))
        self.answer(200, f"welcome, {subject}") if reason is None else self.answer(403, reason)

    def answer(self, status, text):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def judge(fields):
    """The subject of a good receipt, or why there is none."""
    if len(fields) != 1:
        return None, "RECEIPT_REQUIRED"
    try:
        receipt = read_receipt_text(fields[0])
    except NotJson:
        return None, "INVALID_SCHEMA"
    answer = accept(receipt, trusted_issuers=TRUSTED_ISSUERS, audience=ORIGIN, max_age_ms=60_000)
    if not answer:
        return None, answer.reason
    return (answer.subject, None) if remember(answer.receipt_hash) else (None, "REPLAYED")


def remember(receipt_hash):
    """True the first time, False ever after."""
    with lock:
        is_new = receipt_hash not in used
        used.add(receipt_hash)
        return is_new


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Handler)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
