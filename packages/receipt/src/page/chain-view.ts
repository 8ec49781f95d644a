import type { ChainResult } from '../chain.ts'
import type { VerifyOptions } from '../verify.ts'
import { sentence } from './check-words.ts'
import type { Desk } from './desk.ts'
import { make } from './dom.ts'
import type { Judgements } from './judgement.ts'
import { verdictWords } from './verdict-words.ts'

type Shown = { desk: Desk; judgements: Judgements; options: VerifyOptions; show: (index: number) => void }

/** Several receipts as one chain, from the first to the last; `show` brings one of them to the front. */
export function chainView(shown: Shown): Node[] {
  const { chain } = shown.judgements
  if (chain === null) return []
  const listed = [...new Set([...chain.order, ...shown.desk.papers.keys()])]
  return [
    make('h2', {}, chain.status === 'VALID' ? 'An unbroken chain' : 'Not an unbroken chain'),
    make('p', {}, summaryOf(chain)),
    make('ol', { class: 'chain' }, ...listed.map((index) => linkView(index, shown))),
  ]
}

function summaryOf(chain: ChainResult): string {
  const count = `${chain.results.length} receipts, judged together. Choose one to see it below.`
  const gaps = chain.gaps.length > 0 ? ` Missing predecessors: ${chain.gaps.length}.` : ''
  const forks = chain.forks.length > 0 ? ` Places where it forks: ${chain.forks.length}.` : ''
  return chain.status === 'VALID' ? count : `${sentence(chain.detail)}${gaps}${forks} ${count}`
}

function linkView(index: number, { desk, judgements, options, show }: Shown): HTMLElement {
  const judgement = judgements.each[index]
  const stamp = judgement === undefined ? '' : verdictWords(judgement, options).stamp
  const current: Record<string, string> = index === desk.selected ? { 'aria-current': 'true' } : {}
  const button = make('button', { type: 'button', class: 'small', ...current }, desk.papers[index]?.name ?? '')
  button.addEventListener('click', () => show(index))
  return make('li', {}, button, ` ${stamp}`)
}
