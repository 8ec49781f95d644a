import { generateChallenge, seededRandom, strokeWords, verifyContinuity } from '@stillhere/engine'
import { describe, expect, it } from 'vitest'
import { toAnswer } from './answer.ts'
import { record } from './attackers.ts'
import { livePerson } from './live-person.ts'
import { type Mover, type ShownScan, STEADY_PEOPLE, syntheticPerson } from './mover.ts'

const ada = syntheticPerson(STEADY_PEOPLE[0])
const CAPTURING: ShownScan = { phase: 'capturing', stroke: null }

const shown = (index: number, state: 'coming' | 'now' | 'over'): ShownScan => ({
  phase: 'capturing',
  stroke: { index, of: 6, direction: 'right', words: strokeWords('right'), state },
})
const felt = (mover: Mover, fromMs: number, toMs: number) => {
  const count = Math.floor((toMs - fromMs) / 10)
  return Array.from({ length: count }, (_, k) => mover.feel(fromMs + 10 * k))
}

describe('livePerson', { timeout: 60_000 }, () => {
  it.each([...STEADY_PEOPLE])('answers strokes as they are shown, well enough to pass: person %d', (number) => {
    const challenge = generateChallenge(seededRandom(60 + number))
    const imu = record(livePerson(syntheticPerson(number)), challenge)
    expect(verifyContinuity(toAnswer(imu, challenge))).toMatchObject({ verdict: 'PASS', reason: null })
  })

  it('does not know a stroke before it is shown: what was felt until then stays as it was', () => {
    const [asked, left] = [livePerson(ada), livePerson(ada)]
    const before = felt(asked, 0, 1000)
    asked.see(shown(0, 'coming'), 500)
    asked.see(shown(0, 'now'), 1000)
    expect(felt(asked, 0, 1000)).toEqual(before)
    expect(felt(asked, 0, 1150)).toEqual(felt(left, 0, 1150))
    expect(felt(asked, 1150, 2500)).not.toEqual(felt(left, 1150, 2500))
  })

  it('makes one stroke of a cue that is shown for a while', () => {
    const [once, long] = [livePerson(ada), livePerson(ada)]
    once.see(shown(0, 'now'), 1000)
    for (const ms of [1000, 1016, 1033, 1500]) long.see(shown(0, 'now'), ms)
    expect(felt(long, 0, 3000)).toEqual(felt(once, 0, 3000))
  })

  it('does what it makes of a cue, and nothing when it ignores it', () => {
    const deaf = livePerson(ada, { understands: () => null })
    deaf.see(shown(0, 'now'), 1000)
    expect(felt(deaf, 0, 3000)).toEqual(felt(livePerson(ada), 0, 3000))
  })

  it('never repeats itself in the next scan', () => {
    const mover = livePerson(ada)
    const first = felt(mover, 0, 1000)
    mover.see({ phase: 'countdown', stroke: null }, 5000)
    expect(felt(mover, 5000, 6000)).not.toEqual(first)
  })

  it('goes on living beyond the longest scan, and gives finite readings', () => {
    const mover = livePerson(ada)
    mover.see(CAPTURING, 0)
    for (const ms of [21_990, 22_010, 100_000]) expect(Object.values(mover.feel(ms)).every(Number.isFinite)).toBe(true)
  })
})
