import { make } from './dom.ts'
import type { Judgment } from './judgment.ts'
import type { Settings } from './settings.ts'
import { localTime } from './time-words.ts'
import { describeVerdict } from './verdict-words.ts'

/** The verdict: never a mark alone, always what was seen, what counted and what to do. */
export function verdictView(judgment: Judgment, { options, now, isPresent }: Settings): Node[] {
  const { tone, stamp, headline, seen, counted, advice } = describeVerdict(judgment, options)
  return [
    make('p', { class: `stamp ${tone}` }, stamp),
    make('h2', { id: 'verdict-title' }, headline),
    make('dl', { class: 'reasons' }, ...row('Seen', seen), ...row('Counted', counted), ...row('What to do', advice)),
    make('p', { class: 'fine' }, `Judged ${isPresent ? 'now,' : 'as of'} ${localTime(now)}. ${TOLERANCE}`),
  ]
}

export function emptyView(): Node[] {
  return [
    make('h2', { id: 'verdict-title' }, 'Nothing to judge yet'),
    make('p', {}, 'Give a receipt, and seven checks are made at once.'),
  ]
}

const TOLERANCE = 'Clocks may differ by 30 seconds.'

function row(name: string, text: string): Node[] {
  return [make('dt', {}, name), make('dd', {}, text)]
}
