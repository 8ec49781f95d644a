import { type Challenge, type ImuSample, strokeWords } from '@stillhere/engine'
import { asBrowsersRound, type Mover, type Shown } from './mover.ts'

const RATE_HZ = 60
// People look at the screen for a while before the first stroke.
const BEFORE_MS = 1000

/** What a phone records at 60 Hz, from the start of the challenge on, while the mover sees its strokes. */
export function record(mover: Mover, challenge: Challenge): ImuSample[] {
  mover.see({ phase: 'countdown', stroke: null }, 0)
  const count = Math.floor((challenge.durationMs * RATE_HZ) / 1000) + 1
  return Array.from({ length: count }, (_, k) => {
    const t = (k * 1000) / RATE_HZ
    mover.see(findShown(challenge, t), BEFORE_MS + t)
    return { t, ...asBrowsersRound(mover.feel(BEFORE_MS + t)) }
  })
}

function findShown({ strokes }: Challenge, t: number): Shown {
  const index = strokes.findLastIndex(({ atMs }) => t >= atMs)
  const stroke = strokes[index]
  if (stroke === undefined) return { phase: 'capturing', stroke: null }
  const { direction } = stroke
  const words = strokeWords(direction)
  return { phase: 'capturing', stroke: { index, of: strokes.length, direction, words, state: 'now' } }
}
