import type { OutputOf } from '@stillhere/client/http'
import { say, sayCount } from '../../../words/speak.ts'

type StrokeStats = OutputOf<'getResearchStats'>['strokes']

/** How many sessions a calibration still needs. */
export function stillNeeded(needed: number): string {
  if (needed === 0) return say('That’s enough for a calibration. More sessions make it better.')
  return sayCount(
    needed,
    'One more session, and the service can be calibrated with real people’s motion.',
    '{count} more sessions, and the service can be calibrated with real people’s motion.',
  )
}

/** Who gave strokes, and who came back: what is learned about the same person on another day rests on those. */
export function describePeople({
  people,
  people_on_other_days: returned,
}: Pick<StrokeStats, 'people' | 'people_on_other_days'>): string {
  if (people === 0) return ''
  const who = sayCount(people, 'One person so far', '{count} people so far')
  return returned === 0
    ? say('{people}; nobody has come back on another day yet.', { people: who })
    : sayCount(returned, '{people}; one came back on another day.', '{people}; {count} came back on another day.', {
        people: who,
      })
}
