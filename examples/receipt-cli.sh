npm exec --offline -- stillhere-receipt keygen --out issuer-key.json
npm exec --offline -- stillhere-receipt verify "$EXAMPLES/receipt.json" --at 2026-01-01T00:02:00.000Z \
  --trusted 03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8
npm exec --offline -- stillhere-receipt inspect "$EXAMPLES/receipt.json"
