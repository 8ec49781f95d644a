import type { VerifyOptions } from '@stillhere/client'
import {
  type ApproverVerification,
  findReceipt,
  type Judgment as PlainJudgment,
  type Judgments as PlainJudgments,
  judgeDocuments,
} from '@stillhere/client/receipt/documents'
import type { ReceiptDocument } from './documents.ts'
import { type KnownLists, type Revocation, readRevocation } from './revocation.ts'
import { type AnyReceipt, type Trust, listTrustedKeys, judgeTrust } from './trust.ts'

/** What the person asks for beyond the format; an empty text asks for nothing. */
export type Options = {
  audience: string
  at: string
  legacy: boolean
  /** Thumbprints of the person’s keys; without one, no key of a person is demanded. */
  approverKeys: readonly string[]
}

/** A judgment with what this service knows: whose key it is, and whether the receipt was revoked. */
export type Judgment =
  | Extract<PlainJudgment, { kind: 'unreadable' }>
  | (Extract<PlainJudgment, { kind: 'judged' }> & { trust: Trust; revocation: Revocation })

/** All documents judged; several are one chain. */
export type Judgments = PlainJudgments<Judgment>

/** What is known beside the documents: keys, lists, and what the keys of persons signed. */
export type Known = KnownLists & { approvers?: readonly ApproverVerification[] | undefined }

/** Judges documents by the keys and lists that are known at this moment. */
export function judgeWithLists(documents: readonly ReceiptDocument[], options: Options, known: Known): Judgments {
  const verifyOptions = toVerifyOptions(findReceipts(documents), options, known)
  const { each, chain } = judgeDocuments(documents, verifyOptions, known.approvers)
  return { each: each.map((judgment) => addKnown(judgment, known)), chain }
}

/** The receipts among some documents: those that have the form of one. */
export function findReceipts(documents: readonly ReceiptDocument[]): AnyReceipt[] {
  return documents.map(findReceipt).filter((receipt) => receipt !== null)
}

function toVerifyOptions(
  receipts: readonly AnyReceipt[],
  { audience, at, legacy }: Options,
  known: KnownLists,
): VerifyOptions {
  const trustedIssuers = listTrustedKeys(receipts, known.issuers)
  return {
    now: at === '' ? known.now : at,
    legacy,
    // A list that is missing says nothing here; the page says so beside the other checks.
    revoked: (receipt) => readRevocation(receipt, known).kind === 'revoked',
    ...(trustedIssuers === undefined ? {} : { trustedIssuers }),
    ...(audience === '' ? {} : { audience }),
  }
}

function addKnown(judgment: PlainJudgment, known: KnownLists): Judgment {
  if (judgment.kind === 'unreadable') return judgment
  const { receipt } = judgment
  if (receipt === null) return { ...judgment, trust: { kind: 'unknown' }, revocation: { kind: 'no list' } }
  return { ...judgment, trust: judgeTrust(receipt, known.issuers), revocation: readRevocation(receipt, known) }
}
