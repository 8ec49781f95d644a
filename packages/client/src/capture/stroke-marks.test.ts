import type { Challenge, ImuSample, StrokeOutcome } from '@stillhere/engine'
import { expect, it } from 'vitest'
import { createStrokeMarks } from './stroke-marks.ts'

const CHALLENGE: Challenge = {
  version: 1,
  strokes: [
    { direction: 'up', atMs: 1000 },
    { direction: 'left', atMs: 2500 },
  ],
  durationMs: 5000,
}

/** The marks at each of these moments, where a look has these outcomes. */
async function marksAt(moments: readonly [elapsedMs: number, outcomes: StrokeOutcome[]][]) {
  let seen: StrokeOutcome[] = []
  const { follow, marks } = createStrokeMarks('sensors', { glance: async ({ strokes }) => seen.slice(-strokes.length) })
  const all: string[] = []
  for (const [elapsedMs, outcomes] of moments) {
    seen = outcomes
    follow({ challenge: CHALLENGE, imu: [], startMs: 0, elapsedMs })
    await Promise.resolve()
    await Promise.resolve()
    await Promise.resolve()
    all.push(marks().join())
  }
  return all
}

it('marks a stroke as soon as it is clear, and one that was not seen only when its time is over', async () => {
  const marked = await marksAt([
    [900, ['missing', 'missing']],
    [1750, ['clear', 'missing']],
    [3300, ['clear', 'wrong']],
    [4400, ['clear', 'unclear']],
    [4600, ['wrong', 'missing']],
  ])
  expect(marked).toEqual(['open,open', 'seen,open', 'seen,open', 'seen,open', 'seen,missed'])
})

it('takes an unclear stroke for seen in the end, as the engine forgives one', async () => {
  expect((await marksAt([[4600, ['clear', 'unclear']]])).at(-1)).toBe('seen,seen')
})

it('follows a pointer without the engine', () => {
  const { follow, marks } = createStrokeMarks('pointer', { glance: () => Promise.reject(new Error('not asked')) })
  const imu = [0, 1000, 1400].map((t) => ({ t: t + 70, ax: 0, ay: t > 1000 ? 90 : 0, az: 0 })) as ImuSample[]
  follow({ challenge: CHALLENGE, imu, startMs: 0, elapsedMs: 1800 })
  expect(marks()).toEqual(['seen', 'open'])
})
