"""What callers of the package rely on. The checks themselves are held by the cases of packages/receipt/vectors."""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path

from stillhere_receipt import (
    NOT_ASKED,
    NotJson,
    accept,
    decode_header,
    encode_header,
    parse_json,
    read_presence_policy,
    read_receipt_text,
    read_status_list,
    verify,
    verify_chain,
)
from stillhere_receipt.__main__ import main

PACKAGE = Path(__file__).resolve().parents[1]
EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
TEXT = (EXAMPLES / "receipt.json").read_text(encoding="utf-8")
STATUS = (EXAMPLES / "status-list.json").read_text(encoding="utf-8")
KEY = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
NOW = "2026-01-01T00:02:00.000Z"
DEMANDS = {"trusted_issuers": [KEY], "audience": "https://shop.example", "now": NOW}


class Hostile(dict):
    def items(self):
        raise RuntimeError("no")


class ReadingTest(unittest.TestCase):
    def test_takes_text_bytes_and_data_of_json_load_alike(self):
        by_text = verify(TEXT, now=NOW)
        self.assertEqual(by_text.status, "VALID")
        self.assertEqual(verify(TEXT.encode(), now=NOW), by_text)
        self.assertEqual(verify(json.loads(TEXT), now=NOW), by_text)

    def test_refuses_a_repeated_name_in_text_that_json_load_would_drop(self):
        twice = TEXT.replace('"verdict": "PASS"', '"verdict": "FAIL", "verdict": "PASS"')
        self.assertEqual(verify(twice, now=NOW).reason, "INVALID_SCHEMA")
        self.assertEqual(verify(json.loads(twice), now=NOW).status, "VALID")

    def test_refuses_data_that_has_no_exact_json_form(self):
        strange = [float("nan"), float("inf"), 10**400, (1,), {1: 2}, {"__proto__": 1}, "\ud800", b"x", object()]
        for value in strange:
            receipt = json.loads(TEXT)
            receipt["evidence"][0]["payload"]["value"] = value
            result = verify(receipt, now=NOW)
            self.assertEqual((result.reason, result.receipt_hash), ("INVALID_SCHEMA", None), repr(value)[:40])

    def test_raises_nothing_whatever_it_is_given(self):
        endless = []
        endless.append(endless)
        for given in (None, 7, "", b"\xff", "[" * 100_000, endless, object(), {"signature": {}}, Hostile()):
            self.assertEqual(verify(given).reason, "INVALID_SCHEMA")
            self.assertEqual(accept(given, **DEMANDS).reason, "INVALID_SCHEMA")
            self.assertEqual(read_status_list(given).reason, "INVALID_SCHEMA")

    def test_leaves_what_it_was_given_as_it_was(self):
        receipt = json.loads(TEXT)
        accept(receipt, **DEMANDS)
        self.assertEqual(json.dumps(receipt), json.dumps(json.loads(TEXT)))

    def test_names_the_member_that_has_a_wrong_form(self):
        receipt = json.loads(TEXT)
        receipt["interval"]["start"] = "yesterday"
        self.assertIn("/interval/start", verify(receipt).detail)

    def test_reads_words_between_the_blanks_of_json_and_no_others(self):
        word = encode_header(TEXT)
        self.assertEqual(read_receipt_text(f" \t{word}\r\n"), parse_json(TEXT))
        for blank in ["\x1c", "\x1f", "\x85", "\v", "\f", "\xa0", "\ufeff"]:
            with self.assertRaises(NotJson):
                read_receipt_text(word + blank)

    def test_reads_header_words_and_refuses_others(self):
        self.assertEqual(decode_header(encode_header(TEXT)), parse_json(TEXT))
        for word in ("", "e30=", "not a word", "eyJh"):
            with self.assertRaises(NotJson):
                decode_header(word)


class ClockTest(unittest.TestCase):
    def test_judges_by_the_current_time_unless_told_otherwise(self):
        self.assertEqual(verify(TEXT).reason, "EXPIRED")
        self.assertEqual(accept(TEXT, trusted_issuers=[KEY], audience="https://shop.example").reason, "EXPIRED")

    def test_takes_datetimes_with_their_zone_text_and_milliseconds(self):
        utc = datetime(2026, 1, 1, 0, 2, tzinfo=timezone.utc)
        elsewhere = utc.astimezone(timezone(timedelta(hours=5)))
        for now in (utc, elsewhere, utc.isoformat(), "2026-01-01T00:02:00.123456Z", utc.timestamp() * 1000):
            self.assertEqual(verify(TEXT, now=now).status, "VALID", now)

    def test_a_time_that_cannot_be_read_passes_no_check_against_the_clock(self):
        seconds = datetime(2026, 1, 1, 0, 2, tzinfo=timezone.utc).timestamp()
        for now in (datetime(2026, 1, 1, 0, 2), "noon", "2026-01-01T00:02:00", True, seconds, []):
            self.assertEqual(verify(TEXT, now=now).reason, "TEMPORAL_INCONSISTENCY", now)

    def test_bounds_the_age_to_the_millisecond(self):
        self.assertEqual(verify(TEXT, now=NOW, max_age_ms=112_000).status, "VALID")
        for limit in (111_999, None, "112000", float("nan")):
            self.assertEqual(verify(TEXT, now=NOW, max_age_ms=limit).reason, "TOO_OLD")


class DemandsTest(unittest.TestCase):
    def test_a_demand_of_none_is_not_met_and_one_left_out_is_not_made(self):
        self.assertEqual(verify(TEXT, now=NOW, trusted_issuers=None).reason, "UNTRUSTED_ISSUER")
        self.assertEqual(verify(TEXT, now=NOW, audience=None).reason, "AUDIENCE_MISMATCH")
        self.assertEqual(verify(TEXT, now=NOW, revoked=None).reason, "REVOKED")
        self.assertEqual(verify(TEXT, now=NOW, audience=NOT_ASKED).policy["audience"], "SKIPPED")

    def test_text_is_no_list_of_keys(self):
        self.assertEqual(verify(TEXT, now=NOW, trusted_issuers=f"{KEY},{KEY}").reason, "UNTRUSTED_ISSUER")
        self.assertEqual(accept(TEXT, **{**DEMANDS, "trusted_issuers": KEY}).reason, "INVALID_OPTIONS")

    def test_only_false_means_not_revoked(self):
        self.assertEqual(verify(TEXT, now=NOW, revoked=lambda receipt, hash: False).status, "VALID")
        for answer in (True, None, 0, ""):
            self.assertEqual(verify(TEXT, now=NOW, revoked=lambda receipt, hash: answer).reason, "REVOKED")
        self.assertEqual(verify(TEXT, now=NOW, revoked=lambda receipt, hash: 1 / 0).reason, "REVOKED")

    def test_results_are_true_only_when_good(self):
        self.assertTrue(verify(TEXT, now=NOW))
        self.assertFalse(verify(TEXT))
        self.assertTrue(accept(TEXT, **DEMANDS))
        self.assertFalse(accept(TEXT, **{**DEMANDS, "audience": "https://other.example"}))
        self.assertTrue(read_status_list(STATUS, now=NOW))
        self.assertFalse(read_status_list(STATUS))
        self.assertTrue(verify_chain([TEXT], now=NOW))
        self.assertFalse(verify_chain([]))


class AcceptTest(unittest.TestCase):
    def test_says_whose_receipt_it_is_and_hands_over_the_copy_it_judged(self):
        answer = accept(TEXT, **DEMANDS)
        self.assertEqual((answer.accepted, answer.assurance, answer.registered), (True, 1, False))
        self.assertEqual(answer.receipt, json.loads(TEXT))
        self.assertEqual(json.dumps(answer.receipt["interval"]["coverageMs"]), "8000")
        self.assertEqual(answer.receipt_hash, verify(TEXT).receipt_hash)
        self.assertEqual(read_presence_policy(TEXT)["pace"], "batch")

    def test_does_without_no_issuer_and_no_audience(self):
        with self.assertRaises(TypeError):
            accept(TEXT, audience="https://shop.example")
        with self.assertRaises(TypeError):
            accept(TEXT, trusted_issuers=[KEY])
        with self.assertRaises(TypeError):
            accept(TEXT, **DEMANDS, min_assurence=2)

    def test_an_action_a_nonce_or_a_status_list_of_none_accepts_nothing(self):
        self.assertEqual(accept(TEXT, **DEMANDS, nonce=None).reason, "INVALID_OPTIONS")
        self.assertEqual(accept(TEXT, **DEMANDS, action=None).reason, "INVALID_OPTIONS")
        self.assertEqual(accept(TEXT, **DEMANDS, action_digest=None).reason, "INVALID_OPTIONS")
        self.assertEqual(accept(TEXT, **DEMANDS, status=None).reason, "STATUS_UNUSABLE")

    def test_takes_a_status_list_as_text_or_data(self):
        for status in (STATUS, STATUS.encode(), json.loads(STATUS)):
            self.assertTrue(accept(TEXT, **DEMANDS, status=status))


class CommandLineTest(unittest.TestCase):
    def run_verify(self, *options, text=TEXT, trusted=None):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "receipt.json"
            file.write_text(text, encoding="utf-8")
            if trusted is not None:
                keys = Path(folder) / "keys.txt"
                keys.write_text(trusted, encoding="utf-8")
                options += ("--trusted", os.fspath(keys))
            output, errors = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
                try:
                    code = main(["verify", str(file), *options])
                except SystemExit as stop:
                    code = stop.code
        return code, output.getvalue(), errors.getvalue()

    def test_0_when_all_demands_are_met(self):
        status = os.fspath(EXAMPLES / "status-list.json")
        demands = ("--trusted", KEY, "--audience", "https://shop.example", "--max-age", "112", "--status", status)
        code, output, _ = self.run_verify("--at", NOW, *demands)
        self.assertEqual((code, output.splitlines()[0]), (0, "VALID"))
        for name in ("issuer", "revocation", "age", "audience"):
            self.assertRegex(output, rf"\n  {name} +PASS")

    def test_0_for_a_header_word_and_a_byte_order_mark(self):
        trusted = ("--at", NOW, "--trusted", KEY)
        self.assertEqual(self.run_verify(*trusted, text=encode_header(TEXT) + "\n")[0], 0)
        self.assertEqual(self.run_verify(*trusted, text="\ufeff" + TEXT)[0], 0)

    def test_0_with_a_file_of_trusted_keys_and_3_for_one_that_cannot_be_used(self):
        lines = f"# friends\r\n\r\n{'0' * 64}\r\n  {KEY} # us"
        self.assertEqual(self.run_verify("--at", NOW, trusted=lines)[0], 0)
        self.assertEqual(self.run_verify("--at", NOW, trusted="0" * 64)[0], 2)
        for strange, problem in ((f"{KEY}\nabc", "line 2 is not a key"), ("# no one\n", "holds no key"), (KEY.upper(), "line 1")):
            code, _, errors = self.run_verify("--at", NOW, trusted=strange)
            self.assertEqual(code, 3)
            self.assertIn(problem, errors)
        self.assertEqual(self.run_verify("--at", NOW, "--trusted", "no-such-file")[0], 3)

    def test_1_with_the_reason_as_json(self):
        code, output, _ = self.run_verify("--now", NOW, "--max-age", "1.5", "--json")
        self.assertEqual((code, json.loads(output)["reason"]), (1, "TOO_OLD"))

    def test_1_for_another_action_and_for_none(self):
        code, output, _ = self.run_verify("--at", NOW, "--trusted", KEY, "--action-digest", "a" * 64)
        self.assertEqual((code, output.split(":")[0]), (1, "INVALID ACTION_DIGEST_MISMATCH"))
        self.assertRegex(output, r"\n  action +FAIL")
        code, output, _ = self.run_verify("--at", NOW, "--issuer", "0" * 64, "--action-digest", "a" * 64, "--json")
        codes = [failure["code"] for failure in json.loads(output)["failures"]]
        self.assertEqual((code, codes), (1, ["UNTRUSTED_ISSUER", "ACTION_DIGEST_MISMATCH"]))

    def test_2_for_a_stranger_and_without_trusted_keys(self):
        code, output, _ = self.run_verify("--at", NOW, "--issuer", "0" * 64)
        self.assertEqual((code, output.split(":")[0]), (2, "INVALID UNTRUSTED_ISSUER"))
        code, output, _ = self.run_verify("--at", NOW)
        self.assertEqual((code, output.splitlines()[0]), (2, "ISSUER UNKNOWN: anyone can make a key; name those you trust with --trusted"))
        self.assertEqual(self.run_verify("--at", NOW, "--json")[0], 2)

    def test_3_for_what_cannot_be_read_and_a_stale_status_list(self):
        self.assertEqual(self.run_verify(text='{"a":1,"a":2}')[0], 3)
        code, _, errors = self.run_verify("--status", os.fspath(EXAMPLES / "status-list.json"))
        self.assertEqual(code, 3)
        self.assertIn("STALE", errors)

    def test_64_for_wrong_usage(self):
        for options in (("--trusted", "abc"), ("--at", "noon"), ("--max-age", "-1"), ("--trust", KEY), ("--unknown",), ("--action-digest", "A" * 64)):
            self.assertEqual(self.run_verify(*options)[0], 64, options)
        code, _, errors = self.run_verify("--trusted", KEY, "--issuer", "0" * 64)
        self.assertEqual(code, 64)
        self.assertIn("given twice", errors)

    def test_prints_its_version(self):
        pyproject = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
        run = self.run_process("--version")
        self.assertEqual(run.returncode, 0)
        self.assertIn(f'\nversion = "{run.stdout.strip()}"\n', pyproject)

    @unittest.skipUnless(os.path.exists("/bin/sh"), "needs a shell")
    def test_is_quiet_when_the_reader_of_its_output_has_left(self):
        file = os.fspath(EXAMPLES / "receipt.json")
        script = 'exec 3>&1; { "$0" -m stillhere_receipt verify "$1" --at "$2" --trusted "$3"; echo "exit $?" >&3; } | true'
        run = subprocess.run(["/bin/sh", "-c", script, sys.executable, file, NOW, KEY], cwd=PACKAGE, capture_output=True, text=True)
        self.assertEqual((run.stdout, run.stderr), ("exit 0\n", ""))

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_74_when_the_output_is_lost(self):
        with open("/dev/full", "w") as full:
            run = self.run_process("verify", os.fspath(EXAMPLES / "receipt.json"), "--at", NOW, "--trusted", KEY, stdout=full)
        self.assertEqual((run.returncode, run.stderr), (74, "stillhere-receipt-py: the output could not be written (ENOSPC)\n"))

    def run_process(self, *arguments, stdout=subprocess.PIPE):
        command = [sys.executable, "-m", "stillhere_receipt", *arguments]
        return subprocess.run(command, cwd=PACKAGE, stdout=stdout, stderr=subprocess.PIPE, text=True)


if __name__ == "__main__":
    unittest.main()
