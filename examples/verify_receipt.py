from pathlib import Path

from stillhere_receipt import accept

receipt = Path(__file__).with_name("receipt.json").read_bytes()

answer = accept(
    receipt,
    trusted_issuers=["03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"],
    audience="https://shop.example",
    now="2026-01-01T00:02:00.000Z",
)

if not answer:
    raise SystemExit(f"{answer.reason}: {answer.detail}")
print("good for us:", answer.subject, "assurance", answer.assurance)
