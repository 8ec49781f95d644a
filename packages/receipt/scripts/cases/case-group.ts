import type { ApprovalCase } from './approvals.ts'
import type { Json, JsonObject, Text } from './json.ts'
import type { Options, ReceiptCase } from './receipt-case.ts'

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
