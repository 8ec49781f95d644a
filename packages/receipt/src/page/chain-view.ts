import type { VerifyOptions } from '../verify.ts'
import { describeChain, orderChain } from '../view/chain-words.ts'
import type { Documents } from './documents.ts'
import { make } from './dom.ts'
import type { Judgments } from './judgment.ts'
import { describeVerdict } from './verdict-words.ts'

type ChainViewProps = {
  documents: Documents
  judgments: Judgments
  options: VerifyOptions
  show: (index: number) => void
}

/** Several receipts as one chain, from the first to the last; `show` brings one of them to the front. */
export function chainView(shown: ChainViewProps): Node[] {
  const { chain } = shown.judgments
  if (chain === null) return []
  const { title, sentence } = describeChain(chain)
  return [
    make('h2', {}, title),
    make('p', {}, `${sentence} Choose one to see it below.`),
    make('ol', { class: 'chain' }, ...orderChain(chain).map((index) => linkView(index, shown))),
  ]
}

function linkView(index: number, { documents, judgments, options, show }: ChainViewProps): HTMLElement {
  const judgment = judgments.each[index]
  const stamp = judgment === undefined ? '' : describeVerdict(judgment, options).stamp
  const current: Record<string, string> = index === documents.selected ? { 'aria-current': 'true' } : {}
  const button = make('button', { type: 'button', class: 'small', ...current }, documents.items[index]?.name ?? '')
  button.addEventListener('click', () => show(index))
  return make('li', {}, button, ` ${stamp}`)
}
