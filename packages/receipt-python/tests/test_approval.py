"""Approvals, by the good cases of packages/receipt/vectors, which are the same for TypeScript. Every other case is asked by conformance."""

import base64
import contextlib
import importlib.util
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from stillhere_receipt import (
    NotJson,
    accept,
    accept_approval,
    accept_approvals,
    compute_approver_challenge,
    compute_statement_digest,
    compute_thumbprint,
    read_presence_policy,
)
from stillhere_receipt.__main__ import main

PACKAGE = Path(__file__).resolve().parents[1]
CASES = PACKAGE.parent / "receipt" / "vectors" / "cases"
STATEMENT = {
    "action": "Pay 7 €",
    "action_digest": "a" * 64,
    "audience": "https://shop.example",
    "nonce": "n-1",
    "challenge_id": "c-1",
    "chain": None,
    "issuer": "b" * 64,
    "method": "passkey",
    "level": 0,
    "not_after": "2026-01-01T00:05:00.000Z",
}
HAS_CRYPTOGRAPHY = importlib.util.find_spec("cryptography") is not None


class StatementTest(unittest.TestCase):
    def test_is_digested_by_its_ten_members_and_no_others(self):
        digest = compute_statement_digest(STATEMENT)
        self.assertEqual(digest, "667bc99ca228470344270f603f57a2fc00fa285e73eb1541e32d4c086a8ab389")
        self.assertEqual(compute_statement_digest({**STATEMENT, "more": 1}), digest)
        for name in STATEMENT:
            self.assertNotEqual(compute_statement_digest({**STATEMENT, name: "other"}), digest)
            with self.assertRaises(KeyError):
                compute_statement_digest({key: value for key, value in STATEMENT.items() if key != name})
        with self.assertRaises(NotJson):
            compute_statement_digest({**STATEMENT, "level": float("nan")})

    def test_makes_a_challenge_of_one_to_ten_digests(self):
        self.assertEqual(compute_approver_challenge(["0" * 64]).hex(), "60822e98ce30db375738bf5bb7accf88310cb15e2e7eaaabd1d2e197b7d486fc")
        self.assertEqual(len(compute_approver_challenge(["0" * 64] * 10)), 32)
        for digests in ([], ["0" * 64] * 11, ["A" * 64], ["0" * 63], "0" * 64, [7]):
            with self.assertRaises(ValueError):
                compute_approver_challenge(digests)


class ThumbprintTest(unittest.TestCase):
    # RFC 8037, appendix A.3.
    KEY = {"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}

    def test_is_that_of_rfc_7638(self):
        self.assertEqual(compute_thumbprint(self.KEY), "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")

    def test_is_of_public_keys_alone(self):
        for strange in ({"d": "AA"}, {"kty": "oct"}, {"kty": []}, {"crv": "X25519"}, {"x": self.KEY["x"] + "="}, {"x": "AA"}):
            with self.assertRaises(ValueError):
                compute_thumbprint({**self.KEY, **strange})
        for strange in (None, [], "key"):
            with self.assertRaises(ValueError):
                compute_thumbprint(strange)

    def test_is_of_rsa_keys_of_2048_to_4096_bits_alone(self):
        def make(modulus, exponent="AQAB"):
            word = base64.urlsafe_b64encode(modulus).rstrip(b"=").decode()
            return {"kty": "RSA", "n": word, "e": exponent}

        for strong in (b"\x80" + b"\x01" * 255, b"\x01" * 257, b"\x01" * 512):
            self.assertEqual(len(compute_thumbprint(make(strong))), 43)
        weak = [b"\x80" * 255, b"\x7f" + b"\x01" * 255, b"\x80" + b"\x01" * 254 + b"\x02", b"\x00" + b"\x81" * 256, b"\x01" * 513]
        for key in [*map(make, weak), make(b"\x81" * 256, "Aw")]:
            with self.assertRaises(ValueError):
                compute_thumbprint(key)


class PolicyTest(unittest.TestCase):
    def test_is_read_only_with_a_method_and_a_motion_that_are_known(self):
        receipt = json.loads((PACKAGE.parents[1] / "examples" / "receipt.json").read_text(encoding="utf-8"))
        [block] = [block for block in receipt["evidence"] if block["engineId"] == "PRESENCE-POLICY"]
        stated = dict(block["payload"])
        for more, is_read in (
            ({"method": "hand", "motion": "reported"}, True),
            ({"method": "passkey", "assurance": 0}, True),
            ({"method": "tap"}, False),
            ({"motion": "maybe"}, False),
            ({"assurance": 0}, False),
            ({"method": "passkey"}, False),
            ({"method": "hand", "assurance": 0}, False),
        ):
            block["payload"] = {**stated, **more}
            self.assertEqual(read_presence_policy(receipt) is not None, is_read, more)


@unittest.skipUnless(HAS_CRYPTOGRAPHY, "needs the package cryptography")
class ApprovalTest(unittest.TestCase):
    def test_is_accepted_by_its_pinned_key_and_says_by_which(self):
        for case in good_cases("approval"):
            answer = accept_approval(case["receipt"], **case["options"])
            self.assertTrue(answer, case["name"])
            self.assertIn(answer.approver_key, case["options"]["approver_keys"])
            self.assertEqual(answer.method, case["options"].get("method", "hand"))

    def test_takes_data_of_json_load_too(self):
        case = good_cases("approval")[0]
        self.assertEqual(
            accept_approval(json.loads(case["receipt"]), **case["options"]),
            accept_approval(case["receipt"], **case["options"]),
        )

    def test_refuses_options_that_make_no_sense(self):
        case = good_cases("approval")[0]
        strange = {
            "nonce": [None, "", 7],
            "action_digest": [None, "", "A" * 64],
            "approver_keys": [None, [], "key", [None], ["short"], ["=" * 43], {"a": 1}],
            "method": [None, "tap", []],
            "min_assurance": [None, 4],
            "trusted_issuers": [None, "0" * 64],
        }
        for name, values in strange.items():
            for value in values:
                answer = accept_approval(case["receipt"], **{**case["options"], name: value})
                self.assertEqual(answer.reason, "INVALID_OPTIONS", (name, value))
        for wrong in ({**case["options"], "approver_key": []}, {}):
            with self.assertRaises(TypeError):
                accept_approval(case["receipt"], **wrong)

    def test_raises_nothing_whatever_it_is_given(self):
        options = good_cases("approval")[0]["options"]
        for given in (None, 7, "", b"\xff", "[" * 100_000, object(), {"evidence": [{}]}):
            self.assertEqual(accept_approval(given, **options).reason, "INVALID_SCHEMA")
            self.assertFalse(accept_approvals([given], **quorum_of(options, need=1)))

    def test_counts_people_and_not_receipts(self):
        case = good_cases("approval")[0]
        answer = accept_approvals([case["receipt"]] * 2, **quorum_of(case["options"], need=1))
        self.assertTrue(answer)
        self.assertEqual([approval.name for approval in answer.approvals], ["ada"])
        self.assertEqual([(one.index, one.reason) for one in answer.refusals], [(1, "PERSON_REPEATED")])
        others = {"bob": ["A" * 43]}
        twice = accept_approvals([case["receipt"]] * 2, **quorum_of(case["options"], need=2, others=others))
        self.assertEqual((bool(twice), twice.reason), (False, "TOO_FEW_APPROVERS"))

    def test_refuses_a_quorum_of_one_person_under_two_names(self):
        case = good_cases("approval")[0]
        same = {"bob": case["options"]["approver_keys"]}
        for quorum in (quorum_of(case["options"], need=2, others=same), quorum_of(case["options"], need=2), quorum_of(case["options"], need=0)):
            self.assertEqual(accept_approvals([case["receipt"]], **quorum).reason, "INVALID_OPTIONS")
        self.assertEqual(accept_approvals(case["receipt"], **quorum_of(case["options"], need=1)).reason, "INVALID_OPTIONS")

    def test_of_level_0_is_no_receipt_for_accept(self):
        [case] = [case for case in good_cases("approval") if case["options"].get("method") == "passkey"][:1]
        options = {name: case["options"][name] for name in ("trusted_issuers", "audience", "now")}
        self.assertEqual(accept(case["receipt"], **options).reason, "EVIDENCE_MISSING")
        self.assertEqual(accept(case["receipt"], evidence=(), **options).reason, "ASSURANCE_TOO_LOW")


class CommandLineTest(unittest.TestCase):
    def run_verify(self, text, *options):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "receipt.json"
            file.write_text(text, encoding="utf-8")
            output = io.StringIO()
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(io.StringIO()):
                try:
                    code = main(["verify", os.fspath(file), *options])
                except SystemExit as stop:
                    code = stop.code
        return code, output.getvalue()

    @unittest.skipUnless(HAS_CRYPTOGRAPHY, "needs the package cryptography")
    def test_0_for_a_pinned_key_and_1_for_another(self):
        case = good_cases("approval")[0]
        trusted = ("--at", case["now"], "--trusted", case["options"]["trusted_issuers"][0])
        [key] = case["options"]["approver_keys"][:1]
        code, output = self.run_verify(case["receipt"], *trusted, "--approver-key", "A" * 43, "--approver-key", key)
        self.assertEqual((code, output.splitlines()[0]), (0, "VALID"))
        self.assertRegex(output, r"\n  V8 +PASS")
        code, output = self.run_verify(case["receipt"], *trusted, "--approver-key", "A" * 43)
        self.assertEqual((code, output.split(":")[0]), (1, "INVALID APPROVER_UNTRUSTED"))
        code, output = self.run_verify(case["receipt"], *trusted, "--json")
        self.assertEqual((code, json.loads(output)["approver"]["approver"]["thumbprint"]), (0, key))

    def test_1_where_a_key_is_demanded_and_none_is_there(self):
        text = (PACKAGE.parents[1] / "examples" / "receipt.json").read_text(encoding="utf-8")
        at = ("--at", "2026-01-01T00:02:00.000Z")
        code, output = self.run_verify(text, *at, "--approver-key", "A" * 43)
        self.assertEqual((code, output.split(":")[0]), (1, "INVALID APPROVER_MISSING"))
        self.assertEqual(self.run_verify(text, *at, "--approver-key", "-" + "A" * 42), (code, output))
        self.assertRegex(self.run_verify(text, *at)[1], r"\n  V8 +SKIPPED")
        self.assertEqual(self.run_verify(text, *at, "--approver-key", "short")[0], 64)

    def test_older_receipts_are_valid_and_say_that_no_key_is_in_them(self):
        for name in ("check", "approval", "hardware"):
            file = CASES.parent / "older" / f"{name}.json"
            receipt = json.loads(file.read_text(encoding="utf-8"))
            issuer = receipt["issuer"]["publicKey"]
            at = "2026-03-01T12:00:10.000Z"
            code, output = self.run_verify(file.read_text(encoding="utf-8"), "--at", at, "--trusted", issuer)
            self.assertEqual((code, output.splitlines()[0]), (0, "VALID"), name)
            self.assertRegex(output, r"\n  V8 +SKIPPED +not made: no key of a person is in it; its issuer alone vouches")
            self.assertTrue(accept(receipt, trusted_issuers=[issuer], audience=receipt["audience"], now=at), name)
            code, output = self.run_verify(file.read_text(encoding="utf-8"), "--at", at, "--approver-key", "A" * 43)
            self.assertEqual((code, output.split(":")[0]), (1, "INVALID APPROVER_MISSING"), name)


class WithoutCryptographyTest(unittest.TestCase):
    def test_no_approval_is_accepted_and_the_detail_names_the_extra(self):
        script = (
            "import json, sys; from stillhere_receipt import accept_approval; cases = json.load(sys.stdin)\n"
            "answers = [accept_approval(case['receipt'], **case['options']) for case in cases]\n"
            "print(json.dumps([[answer.accepted, answer.reason, answer.detail] for answer in answers]))"
        )
        path = os.pathsep.join([os.fspath(PACKAGE / "tests" / "without_cryptography"), os.fspath(PACKAGE)])
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        cases = good_cases("approval")
        run = subprocess.run(
            [sys.executable, "-c", script], input=json.dumps(cases), env=environment, capture_output=True, text=True, check=True
        )
        for accepted, reason, detail in json.loads(run.stdout):
            self.assertEqual((accepted, reason), (False, "APPROVER_SIGNATURE"))
            self.assertIn("pip install 'stillhere-receipt[approver]'", detail)
        self.assertGreater(len(cases), 2)


def quorum_of(options, need, others=None):
    rest = {name: value for name, value in options.items() if name != "approver_keys"}
    return {**rest, "approvers": {"ada": options["approver_keys"], **(others or {})}, "need": need}


def good_cases(kind):
    """The cases that must be accepted, with their options in Python's spelling."""
    group = json.loads((CASES / f"{kind}.json").read_text(encoding="utf-8"))
    good = [case for case in group["cases"] if case["expected"]["accepted"] is True]
    return [{**case, "options": {"now": case["now"], **to_snake_case(case["options"])}} for case in good]


def to_snake_case(options):
    return {"".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name): value for name, value in options.items()}


if __name__ == "__main__":
    unittest.main()
