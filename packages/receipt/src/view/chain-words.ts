import type { ChainResult } from '../chain.ts'
import { toSentence } from './phrases.ts'
import { ENGLISH, type Voice } from './voice.ts'

/** Returns a chain in words: a title, how long it is, and what breaks it. */
export function describeChain(chain: ChainResult, voice: Voice = ENGLISH): { title: string; sentence: string } {
  const { say } = voice
  const count = say('{count} receipts, judged together.', { count: chain.results.length })
  if (chain.status === 'VALID') {
    return { title: say('An unbroken chain'), sentence: `${count} ${say('Each follows the one before it.')}` }
  }
  const broken = [
    count,
    toSentence(voice.say(chain.detail)),
    ...(chain.gaps.length > 0 ? [say('Missing receipts: {count}.', { count: chain.gaps.length })] : []),
    ...(chain.forks.length > 0 ? [say('Places where it forks: {count}.', { count: chain.forks.length })] : []),
  ]
  return { title: say('Not an unbroken chain'), sentence: broken.join(' ') }
}

/** Returns the indices of the receipts from the first of the chain to the last, then of those that have no place in it. */
export function orderChain({ order, results }: Pick<ChainResult, 'order' | 'results'>): number[] {
  return [...new Set([...(order ?? []), ...results.keys()])]
}
