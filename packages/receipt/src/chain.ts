import { type Failure, type FailureCode, createFailure } from './failure.ts'
import { type ParsedReceipt, parseReceipt } from './parsed-receipt.ts'
import { type Findings, createResult, type VerificationResult } from './result.ts'
import { runChecks, type Predecessor, parsePredecessor, refuseUnreadable, type VerifyOptions } from './verify.ts'

/** A receipt whose predecessor is missing. `index` is its index in the input, `missing` the hash of the predecessor. */
export type Gap = { index: number; missing: string }

/** Several receipts that follow the same receipt. `after` is the hash of that receipt; null if several receipts claim to be the first. */
export type Fork = { after: string | null; indices: number[] }

/** The result for a chain and for each receipt in it. */
export type ChainResult = {
  /** In the order of the input. Only the last receipts must be fresh; earlier ones can have expired. */
  results: VerificationResult[]
  /** Places in the input, from the first receipt of the chain to the last, without copies. Null if the chain forks. */
  order: number[] | null
  gaps: Gap[]
  forks: Fork[]
} & ({ status: 'VALID' } | { status: 'INVALID'; reason: FailureCode; detail: string })

/** The greatest number of receipts. Longer lists are refused before they are read. */
export const MAX_CHAIN_LENGTH = 50_000

/**
 * Verifies receipts, given in any order, as an unbroken chain. The option `predecessor` is the receipt that the first of them follows. Never throws.
 *
 * @returns VALID or INVALID, the result of each receipt (same order as given), their order in the chain, and where receipts are missing or the
 *   chain forks.
 * @example
 * const { status, gaps, forks } = verifyReceiptChain(receipts, { trustedIssuers })
 */
export function verifyReceiptChain(receipts: readonly unknown[], options: VerifyOptions = {}): ChainResult {
  try {
    return judgeChain(copyBounded(receipts), options)
  } catch {
    const problem = createFailure(
      'INVALID_SCHEMA',
      `receipts must be a list of at most ${MAX_CHAIN_LENGTH}, and the options readable`,
    )
    return createChainResult({ results: [], order: [], gaps: [], forks: [] }, problem)
  }
}

/** Returns a copy of the chain whose receipt results are replaced by `results` (one per receipt, same order). A VALID chain becomes INVALID if a new result is INVALID. */
export function updateResults(chain: ChainResult, results: VerificationResult[]): ChainResult {
  const refused = results.find(({ status }) => status === 'INVALID')
  if (chain.status === 'INVALID' || refused?.status !== 'INVALID') return { ...chain, results }
  return { ...chain, results, status: 'INVALID', reason: refused.reason, detail: refused.detail }
}

type Link = { index: number; parsed: ParsedReceipt; hash: string; previous: string | null }
type Chain = {
  links: Link[]
  known: Map<string, ParsedReceipt>
  followers: Map<string | null, Link[]>
  anchor: Predecessor
}

function copyBounded(receipts: Iterable<unknown>): unknown[] {
  const taken: unknown[] = []
  for (const receipt of receipts) {
    if (taken.push(receipt) > MAX_CHAIN_LENGTH) throw new RangeError('too many receipts')
  }
  return taken
}

function judgeChain(receipts: unknown[], options: VerifyOptions): ChainResult {
  const attempts = receipts.map(parseAttempt)
  const chain = createChain(attempts.flatMap(toLink), parsePredecessor(options.predecessor))
  const gaps = chain.links.flatMap(({ index, previous }) =>
    previous === null || chain.known.has(previous) ? [] : [{ index, missing: previous }],
  )
  const forks = [...chain.followers].flatMap(([after, links]) =>
    links.length > 1 ? [{ after, indices: links.map((link) => link.index) }] : [],
  )
  const [results, order] = [judgeAll(attempts, chain, options), sortLinks(chain)]
  const outline = { results, order: forks.length > 0 ? null : order, gaps, forks }
  return createChainResult(outline, findProblem(outline, order))
}

type Attempt = { parsed: ParsedReceipt } | { error: unknown }

function parseAttempt(receipt: unknown): Attempt {
  try {
    return { parsed: parseReceipt(receipt) }
  } catch (error) {
    return { error }
  }
}

function toLink(attempt: Attempt, index: number): Link[] {
  if (!('parsed' in attempt) || attempt.parsed.schemaProblem !== null) return []
  const { parsed } = attempt
  return [{ index, parsed, hash: parsed.hash, previous: parsed.receipt.previousReceiptHash ?? null }]
}

function createChain(all: Link[], anchor: Predecessor): Chain {
  const byHash = new Map<string, Link>()
  for (const link of all) if (!byHash.has(link.hash)) byHash.set(link.hash, link)
  const links = [...byHash.values()]
  const known = new Map(links.map((link) => [link.hash, link.parsed]))
  if (anchor) known.set(anchor.hash, anchor)
  const followers = new Map<string | null, Link[]>()
  for (const link of links) {
    const siblings = followers.get(link.previous)
    if (siblings) siblings.push(link)
    else followers.set(link.previous, [link])
  }
  return { links, known, followers, anchor }
}

function judgeAll(attempts: Attempt[], chain: Chain, options: VerifyOptions): VerificationResult[] {
  const found = attempts.map((attempt) =>
    'parsed' in attempt ? runChecks(attempt.parsed, findPredecessor(attempt.parsed, chain), options) : {},
  )
  const followed = new Set(attempts.flatMap((attempt, index) => listFollowed(attempt, found[index] ?? {})))
  return attempts.map((attempt, index) => {
    if (!('parsed' in attempt)) return refuseUnreadable(attempt.error)
    const findings = found[index] ?? {}
    const isHistory = followed.has(attempt.parsed.hash)
    return createResult(isHistory ? { ...findings, V6: undefined, age: undefined } : findings, attempt.parsed)
  })
}

function findPredecessor({ schemaProblem, receipt }: ParsedReceipt, { known, anchor }: Chain): Predecessor {
  if (schemaProblem !== null) return undefined
  const previous = receipt.previousReceiptHash ?? null
  return previous === null ? (anchor ?? null) : (known.get(previous) ?? null)
}

// Only an authentic follower exempts a receipt from the freshness check. Otherwise a forged one could do so.
function listFollowed(attempt: Attempt, { V2, V7 }: Findings): string[] {
  const previous = 'parsed' in attempt && V2 === null && V7 === null && attempt.parsed.receipt.previousReceiptHash
  return previous ? [previous] : []
}

function sortLinks({ links, followers }: Chain): number[] {
  const within = new Set(links.map((link) => link.hash))
  const waiting = links.filter(({ previous }) => previous === null || !within.has(previous)).toReversed()
  const order: number[] = []
  for (let link = waiting.pop(); link; link = waiting.pop()) {
    order.push(link.index)
    for (const follower of followers.get(link.hash) ?? []) waiting.push(follower)
  }
  return order
}

type Outline = Pick<ChainResult, 'results' | 'order' | 'gaps' | 'forks'>

function findProblem({ results, forks }: Outline, order: readonly number[]): Failure | null {
  if (results.length === 0) return createFailure('INVALID_SCHEMA', 'there is no receipt in the chain')
  const inChainOrder = [...order.map((index) => results[index]), ...results]
  const refused = inChainOrder.find((result) => result?.status === 'INVALID')
  if (refused?.status === 'INVALID') return createFailure(refused.reason, refused.detail)
  return forks.length > 0 ? createFailure('CHAIN_BROKEN', 'several receipts follow the same one') : null
}

function createChainResult(outline: Outline, problem: Failure | null): ChainResult {
  return problem
    ? { status: 'INVALID', reason: problem.code, detail: problem.detail, ...outline }
    : { status: 'VALID', ...outline }
}
