import type { OutputOf } from '@stillhere/client/http'

type StrokeStats = OutputOf<'getResearchStats'>['strokes']

/** How many sessions a calibration still needs. */
export function stillNeeded(needed: number): string {
  if (needed === 0) return 'Enough for a calibration. More make it better.'
  return `${needed.toLocaleString('en')} more, and the service can be calibrated by real people.`
}

/** Who gave strokes, and who came back: what is learned about the same person on another day rests on those. */
export function describePeople({
  people,
  people_on_other_days: returned,
}: Pick<StrokeStats, 'people' | 'people_on_other_days'>): string {
  if (people === 0) return ''
  const who = people === 1 ? 'One person so far' : `${people.toLocaleString('en')} people so far`
  const came = returned === 1 ? 'one came' : `${returned === 0 ? 'none' : returned.toLocaleString('en')} came`
  return `${who}; ${came} back on another day.`
}
