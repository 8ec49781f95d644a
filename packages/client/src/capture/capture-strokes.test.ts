import { type Challenge, generateChallenge, type ImuSample, seededRandom, type StrokeOutcome } from '@stillhere/engine'
import { describe, expect, it } from 'vitest'
import { createStrokeMarks, findStrokeAt } from './capture-strokes.ts'

const STROKES = [
  { direction: 'up' as const, atMs: 1000 },
  { direction: 'down-left' as const, atMs: 3200 },
]

describe('strokeAt', () => {
  it.each([
    [0, null],
    [299, null],
    [300, { index: 0, direction: 'up', state: 'coming' }],
    [999, { index: 0, state: 'coming' }],
    [1000, { index: 0, state: 'now' }],
    [2099, { index: 0, state: 'now' }],
    [2100, { index: 0, state: 'over' }],
    [2500, { index: 1, direction: 'down-left', state: 'coming' }],
    [3200, { index: 1, state: 'now' }],
    [99_999, { index: 1, state: 'over' }],
  ])('after %d ms', (elapsedMs, expected) => {
    const stroke = findStrokeAt({ strokes: STROKES }, elapsedMs)
    if (expected === null) expect(stroke).toBeNull()
    else expect(stroke).toMatchObject({ of: 2, ...expected })
  })

  it('shows no arrow before the one before it had its time, however soon it comes', () => {
    const close = STROKES.map(({ direction, atMs }) => ({ direction, atMs: Math.min(atMs, 2200) }))
    expect(findStrokeAt({ strokes: close }, 1949)).toMatchObject({ index: 0, state: 'now' })
    expect(findStrokeAt({ strokes: close }, 1950)).toMatchObject({ index: 1, state: 'coming' })
  })

  it('says in words what to do', () => {
    expect(findStrokeAt({ strokes: STROKES }, 3200)?.words).toBe(
      'Move the phone straight down and to the left, and stop there.',
    )
  })

  it('shows nothing for no strokes', () => {
    expect(findStrokeAt({ strokes: [] }, 5000)).toBeNull()
  })

  it('leaves the whole reaction time to every stroke of every challenge', () => {
    for (let seed = 0; seed < 200; seed++) {
      const challenge = generateChallenge(seededRandom(seed))
      challenge.strokes.forEach(({ atMs }, index) => {
        expect(findStrokeAt(challenge, atMs + 900)).toMatchObject({ index, state: 'now' })
      })
    }
  })
})

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
