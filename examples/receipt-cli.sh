npx stillhere-receipt keygen --out issuer-key.json
npx stillhere-receipt verify "$EXAMPLES/receipt.json" --at 2026-01-01T00:02:00.000Z
npx stillhere-receipt inspect "$EXAMPLES/receipt.json"
