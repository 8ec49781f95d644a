"""Asks for a check, redeems it and verifies its receipt: Python's standard library and stillhere_receipt.

    SITE_SECRET=sk_… TRUSTED_ISSUERS=KEY,KEY python3 server.py
"""

import json
import os
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

from stillhere_receipt import accept

SERVICE = os.environ.get("STILLHERE_URL", "http://127.0.0.1:8787")
ORIGIN = os.environ.get("ORIGIN", "http://localhost:3000")
ACTION = "Pay 7 € to Eve"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        check = call("/api/checks", {"action": ACTION, "return_url": f"{ORIGIN}/check"})
        # Only the browser that asked may come back, so that a check can't be passed on to another person.
        cookie = f"check={check['id']}; HttpOnly; SameSite=Lax; Path=/"
        self.answer(303, "", {"Location": check["url"], "Set-Cookie": cookie})

    def do_GET(self):
        cookie = re.search(r"(?:^|; )check=([\w-]+)", self.headers.get("Cookie", ""))
        code = parse_qs(urlsplit(self.path).query).get("code", [""])[0]
        try:
            check = call(f"/api/checks/{cookie[1] if cookie else 'none'}/redeem", {"code": code})
        except HTTPError:  # a code of another check, or the second time
            return self.answer(403, "not confirmed")
        # Whatever the service says, the receipt must be signed by a key that we know, for us and for this action.
        trusted = os.environ["TRUSTED_ISSUERS"].split(",")
        good = accept(check.get("receipt"), trusted_issuers=trusted, audience=ORIGIN, action=ACTION)
        self.answer(200, f"paid, confirmed by {good.subject}") if good else self.answer(403, "not confirmed")

    def answer(self, status, text, headers={}):
        self.send_response(status)
        for name, value in {"Content-Type": "text/plain; charset=utf-8", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode())


def call(path, body):
    headers = {"Authorization": f"Bearer {os.environ['SITE_SECRET']}", "Content-Type": "application/json"}
    with urlopen(Request(SERVICE + path, json.dumps(body).encode(), headers), timeout=10) as answer:
        return json.load(answer)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Handler)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
