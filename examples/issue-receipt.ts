import {
  buildReceipt,
  createIssuerIdentity,
  engineEvidenceToBlock,
  generateKeyPair,
  signReceipt,
} from '@stillhere/receipt'

const keys = generateKeyPair()
const end = Date.now()

const evidence = engineEvidenceToBlock({
  engineId: 'EE-001',
  engineVersion: '1.0.0',
  value: 0.83,
  confidence: 0.83,
  components: [],
  diagnostics: { sampleRateHz: 60 },
})
const unsigned = buildReceipt({
  evidence: [evidence],
  interval: { start: end - 8000, end },
  subject: { id: `sha256:${'5e'.repeat(32)}`, type: 'embodied' },
  issuer: createIssuerIdentity(keys),
  verdict: 'PASS',
})
const receipt = signReceipt(unsigned, keys.secretKey)

console.log(JSON.stringify(receipt, null, 2))
