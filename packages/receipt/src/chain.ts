import { failure } from './checks.ts'
import type { Failure, FailureCode } from './failure.ts'
import { judge, judgeHistory, type Predecessor } from './judge.ts'
import { type Reading, readReceipt } from './reading.ts'
import type { VerificationResult } from './result.ts'
import { readPredecessor, refuseUnreadable, type VerifyOptions } from './verify.ts'

/** A receipt whose predecessor is not among those given; `index` is its place in the input. */
export type Gap = { index: number; missing: string }

/** Receipts that all follow the same one, or all claim to be the first when `after` is null. */
export type Fork = { after: string | null; indices: number[] }

export type ChainResult = {
  /** In the order of the input. Only receipts that nothing follows must be fresh: history may have expired. */
  results: VerificationResult[]
  /** Places in the input, from the first receipt of the chain to the last; of equal receipts only one is named. */
  order: number[]
  gaps: Gap[]
  forks: Fork[]
} & ({ status: 'VALID' } | { status: 'INVALID'; reason: FailureCode; detail: string })

/**
 * Judges receipts, given in any order, as one unbroken chain. Never throws. The option `predecessor` is the receipt
 * that came before them all.
 */
export function verifyReceiptChain(receipts: readonly unknown[], options: VerifyOptions = {}): ChainResult {
  try {
    return judgeChain([...receipts], options)
  } catch {
    const problem = failure('INVALID_SCHEMA', 'receipts must be a list, and the options readable')
    return conclude({ results: [], order: [], gaps: [], forks: [] }, problem)
  }
}

type Link = { index: number; reading: Reading; hash: string; previous: string | null }
type Chain = { links: Link[]; known: Map<string, Reading>; followers: Map<string | null, Link[]>; anchor: Predecessor }

function judgeChain(receipts: unknown[], options: VerifyOptions): ChainResult {
  const attempts = receipts.map(tryToRead)
  const chain = linkUp(attempts.flatMap(asLink), readPredecessor(options.predecessor))
  const results = attempts.map((attempt) => judgeOne(attempt, chain, options))
  const gaps = chain.links.flatMap(({ index, previous }) =>
    previous === null || chain.known.has(previous) ? [] : [{ index, missing: previous }],
  )
  const forks = [...chain.followers].flatMap(([after, links]) =>
    links.length > 1 ? [{ after, indices: links.map((link) => link.index) }] : [],
  )
  const findings = { results, order: orderOf(chain), gaps, forks }
  return conclude(findings, firstProblem(findings))
}

type Attempt = { reading: Reading } | { error: unknown }

function tryToRead(receipt: unknown): Attempt {
  try {
    return { reading: readReceipt(receipt) }
  } catch (error) {
    return { error }
  }
}

function asLink(attempt: Attempt, index: number): Link[] {
  if (!('reading' in attempt) || attempt.reading.schemaProblem !== null) return []
  const { reading } = attempt
  return [{ index, reading, hash: reading.receiptHash(), previous: reading.receipt.previousReceiptHash ?? null }]
}

function linkUp(all: Link[], anchor: Predecessor): Chain {
  const byHash = new Map<string, Link>()
  for (const link of all) if (!byHash.has(link.hash)) byHash.set(link.hash, link)
  const links = [...byHash.values()]
  const known = new Map(links.map((link) => [link.hash, link.reading]))
  if (anchor) known.set(anchor.receiptHash(), anchor)
  const followers = new Map<string | null, Link[]>()
  for (const link of links) {
    const siblings = followers.get(link.previous)
    if (siblings) siblings.push(link)
    else followers.set(link.previous, [link])
  }
  return { links, known, followers, anchor }
}

function judgeOne(attempt: Attempt, { known, followers, anchor }: Chain, options: VerifyOptions): VerificationResult {
  if (!('reading' in attempt)) return refuseUnreadable(attempt.error)
  const { reading } = attempt
  if (reading.schemaProblem !== null) return judge(reading, undefined, options)
  const previous = reading.receipt.previousReceiptHash ?? null
  const predecessor = previous === null ? (anchor ?? null) : (known.get(previous) ?? null)
  return followers.has(reading.receiptHash())
    ? judgeHistory(reading, predecessor, options)
    : judge(reading, predecessor, options)
}

function orderOf({ links, followers }: Chain): number[] {
  const within = new Set(links.map((link) => link.hash))
  const waiting = links.filter(({ previous }) => previous === null || !within.has(previous)).toReversed()
  const order: number[] = []
  for (let link = waiting.pop(); link; link = waiting.pop()) {
    order.push(link.index)
    for (const follower of followers.get(link.hash) ?? []) waiting.push(follower)
  }
  return order
}

type Findings = Pick<ChainResult, 'results' | 'order' | 'gaps' | 'forks'>

function firstProblem({ results, order, forks }: Findings): Failure | null {
  if (results.length === 0) return failure('INVALID_SCHEMA', 'there is no receipt in the chain')
  const inChainOrder = [...order.map((index) => results[index]), ...results]
  const refused = inChainOrder.find((result) => result?.status === 'INVALID')
  if (refused?.status === 'INVALID') return failure(refused.reason, refused.detail)
  return forks.length > 0 ? failure('CHAIN_BROKEN', 'several receipts follow the same one') : null
}

function conclude(findings: Findings, problem: Failure | null): ChainResult {
  return problem
    ? { status: 'INVALID', reason: problem.code, detail: problem.detail, ...findings }
    : { status: 'VALID', ...findings }
}
