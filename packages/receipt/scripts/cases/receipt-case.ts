import type { ApprovalCase } from './approvals.ts'
import { expand, hashJson, type Json, type JsonObject, NOW, type Text } from './drafts.ts'

type Named = { name: string; description: string; expected: Json }

/** One case file: cases of one kind about one topic. */
export type CaseGroup = { topic: string; about: string } & (
  | { kind: 'receipt'; cases: ReceiptCase[] }
  | { kind: 'approval'; cases: ApprovalCase[] }
  | { kind: 'quorum'; cases: (Named & { receipts: string[]; now: string; options: JsonObject })[] }
  | { kind: 'introduction'; cases: (Named & { receipt: string; now: string; options: JsonObject })[] }
  | { kind: 'canonicalization'; cases: (Named & { text: Text })[] }
  | { kind: 'ed25519'; cases: (Named & { signature: string; message: string; publicKey: string })[] }
  | { kind: 'header decoding'; cases: (Named & { word: Text })[] }
  | { kind: 'header encoding'; cases: (Named & { receipt: Text })[] }
  | { kind: 'chain'; cases: (Named & { receipts: string[]; predecessor?: string; now: string; options?: Options })[] }
)

type Outcome = 'PASS' | 'FAIL' | 'SKIPPED'
type Code =
  | 'INVALID_SCHEMA'
  | 'INVALID_SIGNATURE'
  | 'CHAIN_BROKEN'
  | 'SUBJECT_MISMATCH'
  | 'ISSUER_MISMATCH'
  | 'TEMPORAL_VIOLATION'
  | 'INCONSISTENT_ASSERTIONS'
  | 'TEMPORAL_INCONSISTENCY'
  | 'EVIDENCE_TAMPERED'
  | 'EXPIRED'
  | 'UNTRUSTED_ISSUER'
  | 'REVOKED'
  | 'TOO_OLD'
  | 'AUDIENCE_MISMATCH'

export type Options = {
  clockSkewMs?: number
  maxAgeMs?: number
  trustedIssuers?: string[]
  audience?: string
  legacy?: boolean
  revokedReceiptIds?: string[]
  revokedReceiptHashes?: string[]
}

// In the order of judgment: the first failure is the reason.
const CHECKS = ['V1', 'V2', 'V7', 'V3', 'V4', 'V5', 'V6'] as const
const DEMANDS = ['issuer', 'revocation', 'age', 'audience'] as const
type Name = (typeof CHECKS)[number] | (typeof DEMANDS)[number]

/** Which checks do not simply pass, written by hand for every case. V7 is not made unless it stands here. */
export type Findings = { [name in Name]?: Code | 'PASS' }

export type ReceiptInput = {
  /** JSON data, or the exact text where the spelling matters. */
  receipt: Json | { text: Text }
  predecessor?: Json
  now?: string
  options?: Options
  finds?: Findings | 'unreadable'
  /** For receipts of the old profile: the members that nobody signed. */
  unsigned?: string[]
}

export type ReceiptCase = {
  name: string
  description: string
  receipt: Text
  predecessor?: string | null
  now: string
  options?: Options
  expected: Json
}

/** A case of verifyReceipt: what is given, and what every verifier must answer. */
export function receiptCase(name: string, description: string, input: ReceiptInput): ReceiptCase {
  const { now = NOW, options, predecessor } = input
  const receipt = toText(input.receipt)
  return {
    name,
    description,
    receipt,
    ...(predecessor === undefined ? {} : { predecessor: predecessor === null ? null : JSON.stringify(predecessor) }),
    now,
    ...(options === undefined ? {} : { options }),
    expected: expectation(receipt, input),
  }
}

function toText(receipt: ReceiptInput['receipt']): Text {
  const isText = typeof receipt === 'object' && receipt !== null && 'text' in receipt
  return isText ? (receipt.text as Text) : JSON.stringify(receipt)
}

function expectation(receipt: Text, { finds = {}, options = {}, unsigned }: ReceiptInput): Json {
  if (finds === 'unreadable') return { unreadable: true }
  const reason = [...CHECKS, ...DEMANDS].map((name) => finds[name]).find((found) => found && found !== 'PASS')
  const isMalformed = finds.V1 !== undefined
  const outcomeOf = (name: Name, usual: Outcome): Outcome => {
    if (isMalformed && name !== 'V1') return 'SKIPPED'
    const found = finds[name]
    if (found === undefined) return usual
    return found === 'PASS' ? 'PASS' : 'FAIL'
  }
  return {
    status: reason === undefined ? 'VALID' : 'INVALID',
    reason: reason ?? null,
    checks: Object.fromEntries(
      CHECKS.toSorted().map((name) => [name, outcomeOf(name, name === 'V7' ? 'SKIPPED' : 'PASS')]),
    ),
    policy: Object.fromEntries(
      DEMANDS.map((name) => [name, outcomeOf(name, isDemanded(name, options) ? 'PASS' : 'SKIPPED')]),
    ),
    coverage: unsigned === undefined ? 'full' : 'partial',
    unsignedMembers: unsigned ?? [],
    receiptHash: hashJson(JSON.parse(expand(receipt)) as Json),
  }
}

function isDemanded(name: (typeof DEMANDS)[number], options: Options): boolean {
  if (name === 'issuer') return options.trustedIssuers !== undefined
  if (name === 'age') return options.maxAgeMs !== undefined
  if (name === 'audience') return options.audience !== undefined
  return options.revokedReceiptIds !== undefined || options.revokedReceiptHashes !== undefined
}
