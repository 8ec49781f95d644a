import type { OldReceipt, Receipt } from '../receipt.ts'
import { toMs } from '../time.ts'
import { type FactPart, listFacts } from '../view/facts.ts'
import { copyable } from './copy.ts'
import { make } from './dom.ts'
import { distance, localTime } from './time-words.ts'

/** What a well-formed receipt says about itself. */
export function factsView(receipt: Receipt | OldReceipt, now: number): HTMLElement {
  const rows = listFacts(receipt).map(({ label, parts }) =>
    make('div', {}, make('dt', {}, label), make('dd', {}, ...parts.flatMap((part) => partView(part, now)))),
  )
  return make('dl', { class: 'facts' }, ...rows)
}

function partView(part: FactPart, now: number): (Node | string)[] {
  if (typeof part === 'string') return [part]
  if ('code' in part) return [make('code', {}, part.code)]
  if ('key' in part) return [copyable(part.key, 'Copy the key')]
  if ('time' in part) return timeView(part.time)
  return timeView(part.deadline, `, ${distance(toMs(part.deadline), now)}`)
}

/** The reader's own clock first, then the receipt's exact UTC text. */
function timeView(text: string, note = ''): (Node | string)[] {
  return [make('time', { datetime: text }, localTime(toMs(text))), `${note} `, make('code', { class: 'utc' }, text)]
}
