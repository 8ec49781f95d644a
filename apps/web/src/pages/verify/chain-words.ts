import type { ChainResult } from '@stillhere/client/receipt'
import { sentence } from './papers.ts'

/** A chain in a few sentences: how long it is, and what breaks it. */
export function chainWords(chain: ChainResult): string {
  const count = `${chain.results.length} receipts, judged together.`
  if (chain.status === 'VALID') return `${count} Each follows the one before it.`
  const gaps = chain.gaps.length > 0 ? ` Missing receipts: ${chain.gaps.length}.` : ''
  const forks = chain.forks.length > 0 ? ` Places where it forks: ${chain.forks.length}.` : ''
  return `${count} ${sentence(chain.detail)}${gaps}${forks}`
}

/** Places of the papers from the first receipt of the chain to the last, then those that are not in it. */
export function inChainOrder({ order }: Pick<ChainResult, 'order'>, count: number): number[] {
  return [...new Set([...order, ...Array.from({ length: count }, (_, index) => index)])]
}
