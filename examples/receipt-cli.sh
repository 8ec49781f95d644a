npm exec --offline -- stillhere-receipt keygen --out issuer-key.json
npm exec --offline -- stillhere-receipt verify "$EXAMPLES/receipt.json" --at 2026-01-01T00:02:00.000Z
npm exec --offline -- stillhere-receipt inspect "$EXAMPLES/receipt.json"
