import { strokesOf, syntheticPerson } from '../../../packages/engine/src/synthetic/unmarked.ts'
import type { Make } from '../harness/generator.ts'

export const name = 'relayed scan'
export const does =
  'another person’s phone answers for the enrolled one, who sees each arrow 200 ms late; both are people of the kit without the mark'

const DELAY_MS = 200
/** Far from the numbers of those who enroll. */
const OTHERS = 50_000_000

export const victim: Make = ({ strokes }, random, { subject }) => strokesOf(syntheticPerson(subject), strokes, random)

export const make: Make = ({ strokes, durationMs }, random, { subject }) => {
  const late = strokes.map(({ direction, atMs }) => ({ direction, atMs: atMs + DELAY_MS }))
  return strokesOf(syntheticPerson(OTHERS + subject), late, random).filter(({ t }) => t <= durationMs)
}
