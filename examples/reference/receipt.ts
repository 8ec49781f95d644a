// The values that the examples of docs/reference/receipt.md use. Tests run each example with these in scope.
import { readFileSync } from 'node:fs'
import {
  buildReceipt,
  computePayloadDigest,
  createIssuerIdentity,
  engineEvidenceToBlock,
  generateKeyPair,
  parseJson,
  type Receipt,
  readPresencePolicy,
  signDocument,
  signStatusList,
} from '@stillhere/receipt'
import { verifyApprover } from '@stillhere/receipt/approver'
import { Window } from 'happy-dom'
import { madeUpReceipt } from '../made-up-receipt.ts'

// Of the approval in approval.json.
export const audience = 'https://asker.example'
export const nonce = 'request-7'
export const action = { type: 'pay', summary: 'Pay Bob', details: { amount: '82.00 EUR', to: 'Bob' } }
export const actionDigest = computePayloadDigest(action)
export const approverKeys = ['iAzi3C-OjPVWNyPopGebSBzQGxyqWSYHSp2clxH5mSI']
export const approval = readExample('../approval.json') as Receipt
export const now = '2026-03-01T12:00:00.000Z'

export const keyPair = generateKeyPair()
export const { publicKey, secretKey } = keyPair
export const trustedIssuers = [publicKey, approval.issuer.publicKey]
export const options = { trustedIssuers, audience }
export const receipt = madeUpReceipt(keyPair, audience)
export const receipts = [receipt]

export const [start, end] = [Date.now() - 8000, Date.now()]
export const evidence = [
  engineEvidenceToBlock({
    engineId: 'EE-001',
    engineVersion: '1.0.0',
    value: 0.83,
    confidence: 0.83,
    components: [],
    diagnostics: {},
  }),
]
export const subject = { id: `sha256:${'5e'.repeat(32)}` }
export const params = { evidence, interval: { start, end }, subject, issuer: createIssuerIdentity(keyPair) }
export const unsigned = buildReceipt(params)
export const card = signDocument('example/card/1\n', { name: 'Ada' }, secretKey)
export const signatureHex = receipt.signature.value
export const policy = readPresencePolicy(receipt)
export const text = JSON.stringify(receipt)
export const challengeId = '5b3c9a52-7c0b-4c0e-9d0f-2f6f4d9a8b11'
export const samples = [{ t: 0, ax: 0.1, ay: 0.2, az: 9.8 }]
export const statusList = signStatusList({ revoked: [], issuedAt: end, nextUpdate: end + 3_600_000 }, secretKey)

const kit = readExample('../../packages/receipt/vectors/cases/introduction.json') as {
  cases: { receipt: string; options: object }[]
}
export const introduction = parseJson(kit.cases[0]?.receipt ?? '')
export const introductionOptions = { ...kit.cases[0]?.options, now } as never

const verified = await verifyApprover(approval)
export const statement = verified.outcome === 'PASS' ? verified.approver.statement : undefined
export const approverPayload = approval.evidence.find(({ engineId }) => engineId === 'APPROVER-KEY')?.payload
export const pinnedKeys = new Map<string, string>()

// A document, as a page has it.
const window = new Window()
for (const name of ['document', 'HTMLElement', 'CustomEvent', 'Node', 'customElements', 'navigator'] as const)
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true })
export const field = document.createElement('input')
field.type = 'file'
export const showTexts = () => {}

function readExample(path: string): unknown {
  return parseJson(readFileSync(new URL(path, import.meta.url), 'utf8'))
}
