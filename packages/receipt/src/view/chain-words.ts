import type { ChainResult } from '../chain.ts'
import { toSentence } from './phrases.ts'

/** Returns a chain in words: a title, how long it is, and what breaks it. */
export function describeChain(chain: ChainResult): { title: string; sentence: string } {
  const count = `${chain.results.length} receipts, judged together.`
  if (chain.status === 'VALID') {
    return { title: 'An unbroken chain', sentence: `${count} Each follows the one before it.` }
  }
  const gaps = chain.gaps.length > 0 ? ` Missing receipts: ${chain.gaps.length}.` : ''
  const forks = chain.forks.length > 0 ? ` Places where it forks: ${chain.forks.length}.` : ''
  return { title: 'Not an unbroken chain', sentence: `${count} ${toSentence(chain.detail)}${gaps}${forks}` }
}

/** Returns the indices of the receipts from the first of the chain to the last, then of those that are not in it. */
export function orderChain({ order, results }: Pick<ChainResult, 'order' | 'results'>): number[] {
  return [...new Set([...order, ...results.keys()])]
}
