import {
  canonicalize,
  computePayloadDigest,
  decodeHeader,
  encodeHeader,
  NotJsonError,
  parseJson,
  type Receipt,
  ReceiptError,
  type VerifyOptions,
  verifyEd25519,
  verifyReceipt,
  verifyReceiptChain,
} from '@stillhere/receipt'
import {
  acceptApproval,
  acceptApprovals,
  acceptIntroduction,
  type ApprovalOptions,
  type IntroductionOptions,
  type QuorumOptions,
} from '@stillhere/receipt/approver'

/** Long texts are lists of parts, of which some repeat. */
type Text = string | (string | { repeat: string; times: number })[]

type Options = Pick<VerifyOptions, 'clockSkewMs' | 'maxAgeMs' | 'trustedIssuers' | 'audience' | 'legacy'> & {
  revokedReceiptIds?: string[]
  revokedReceiptHashes?: string[]
}

type Circumstances = { now: string; options?: Options; predecessor?: Text | null }
type Named = { name: string; expected: unknown }

/** A case file, see vectors/README.md. */
export type CaseGroup =
  | { kind: 'receipt'; cases: (Named & Circumstances & { receipt: Text })[] }
  | { kind: 'chain'; cases: (Named & Circumstances & { receipts: Text[] })[] }
  | { kind: 'approval'; cases: (Named & { receipt: Text; now: string; options: ApprovalOptions })[] }
  | { kind: 'quorum'; cases: (Named & { receipts: Text[]; now: string; options: QuorumOptions })[] }
  | { kind: 'introduction'; cases: (Named & { receipt: Text; now: string; options: IntroductionOptions })[] }
  | { kind: 'canonicalization'; cases: (Named & { text: Text })[] }
  | { kind: 'ed25519'; cases: (Named & { signature: string; message: string; publicKey: string })[] }
  | { kind: 'header decoding'; cases: (Named & { word: Text })[] }
  | { kind: 'header encoding'; cases: (Named & { receipt: Text })[] }

type CaseOf<Kind> = Extract<CaseGroup, { kind: Kind }>['cases'][number]

export type Answer = { name: string; answer: unknown }

/** What this library says to every case. An error that no case expects becomes an answer that no case expects. */
export function answerAll(groups: readonly CaseGroup[]): Promise<Answer[]> {
  const asked = groups.flatMap(({ kind, cases }) => cases.map((one) => ({ kind, one })))
  return Promise.all(
    asked.map(async ({ kind, one }) => ({ name: one.name, answer: await answerSafely(() => answerOne(kind, one)) })),
  )
}

// Longer canonical texts are compared by their digest alone.
const MAX_SHOWN_LENGTH = 4096

function answerOne(kind: CaseGroup['kind'], one: CaseGroup['cases'][number]): unknown {
  if (kind === 'receipt') return orRefuse({ unreadable: true }, () => answerReceipt(one as CaseOf<'receipt'>))
  if (kind === 'chain') return answerChain(one as CaseOf<'chain'>)
  if (kind === 'approval') return answerApproval(one as CaseOf<'approval'>)
  if (kind === 'quorum') return answerQuorum(one as CaseOf<'quorum'>)
  if (kind === 'introduction') return answerIntroduction(one as CaseOf<'introduction'>)
  if (kind === 'ed25519') return answerEd25519(one as CaseOf<'ed25519'>)
  return orRefuse({ refused: true }, () => {
    if (kind === 'canonicalization') return answerCanonicalization(one as CaseOf<'canonicalization'>)
    if (kind === 'header decoding') return answerHeaderDecoding(one as CaseOf<'header decoding'>)
    return answerHeaderEncoding(one as CaseOf<'header encoding'>)
  })
}

function answerReceipt(one: CaseOf<'receipt'>): unknown {
  const result = verifyReceipt(parse(one.receipt), verifyOptions(one))
  const { status, checks, policy, coverage, unsignedMembers, receiptHash } = result
  return { status, reason: getReason(result), checks, policy, coverage, unsignedMembers, receiptHash }
}

function answerChain(one: CaseOf<'chain'>): unknown {
  const result = verifyReceiptChain(one.receipts.map(parse), verifyOptions(one))
  const { status, order, gaps, forks } = result
  const results = result.results.map((link) => ({ status: link.status, reason: getReason(link) }))
  return { status, reason: getReason(result), results, order, gaps, forks }
}

async function answerApproval({ receipt, now, options }: CaseOf<'approval'>): Promise<unknown> {
  const answer = await acceptApproval(parse(receipt), { ...options, now })
  if (!answer.accepted) return { accepted: false, reason: answer.reason }
  const { receipt: _copy, ...members } = answer
  return members
}

async function answerQuorum({ receipts, now, options }: CaseOf<'quorum'>): Promise<unknown> {
  const answer = await acceptApprovals(receipts.map(parse), { ...options, now })
  return {
    accepted: answer.accepted,
    reason: answer.accepted ? null : answer.reason,
    approvers: answer.approvals.map(({ name }) => name),
    refusals: answer.refusals.map(({ index, reason }) => ({ index, reason })),
  }
}

async function answerIntroduction({ receipt, now, options }: CaseOf<'introduction'>): Promise<unknown> {
  const answer = await acceptIntroduction(parse(receipt), { ...options, now })
  return answer.accepted ? answer : { accepted: false, reason: answer.reason }
}

function answerCanonicalization({ text }: CaseOf<'canonicalization'>): unknown {
  const value = parse(text)
  const canonical = canonicalize(value)
  const digest = computePayloadDigest(value)
  return canonical.length <= MAX_SHOWN_LENGTH ? { digest, canonical } : { digest }
}

function answerEd25519({ signature, message, publicKey }: CaseOf<'ed25519'>): unknown {
  const bytes = Uint8Array.from(message.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return { accepted: verifyEd25519(signature, bytes, publicKey) }
}

function answerHeaderDecoding({ word }: CaseOf<'header decoding'>): unknown {
  return { canonical: canonicalize(decodeHeader(expand(word))) }
}

function answerHeaderEncoding({ receipt }: CaseOf<'header encoding'>): unknown {
  return { word: encodeHeader(parse(receipt) as unknown as Receipt) }
}

function verifyOptions({ now, options = {}, predecessor }: Circumstances): VerifyOptions {
  const { revokedReceiptIds, revokedReceiptHashes, ...rest } = options
  const isAsked = revokedReceiptIds !== undefined || revokedReceiptHashes !== undefined
  const revoked = (receipt: { receiptId: string }, hash: string) =>
    revokedReceiptIds?.includes(receipt.receiptId) === true || revokedReceiptHashes?.includes(hash) === true
  return {
    ...rest,
    now,
    ...(isAsked ? { revoked } : {}),
    ...(predecessor === undefined ? {} : { predecessor: predecessor === null ? null : parse(predecessor) }),
  }
}

function getReason(result: { status: 'VALID' } | { status: 'INVALID'; reason: string }): string | null {
  return result.status === 'INVALID' ? result.reason : null
}

function parse(text: Text): ReturnType<typeof parseJson> {
  return parseJson(expand(text))
}

function expand(text: Text): string {
  if (typeof text === 'string') return text
  return text.map((part) => (typeof part === 'string' ? part : part.repeat.repeat(part.times))).join('')
}

function orRefuse(refusal: unknown, answer: () => unknown): unknown {
  try {
    return answer()
  } catch (error) {
    if (error instanceof NotJsonError || error instanceof ReceiptError) return refusal
    throw error
  }
}

async function answerSafely(answer: () => unknown): Promise<unknown> {
  try {
    return await answer()
  } catch (error) {
    return { threw: String(error) }
  }
}
