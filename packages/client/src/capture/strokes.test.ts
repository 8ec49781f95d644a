import { generateChallenge, seededRandom } from '@stillhere/engine'
import { describe, expect, it } from 'vitest'
import { strokeAt } from './strokes.ts'

const strokes = [
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
    const stroke = strokeAt({ strokes }, elapsedMs)
    if (expected === null) expect(stroke).toBeNull()
    else expect(stroke).toMatchObject({ of: 2, ...expected })
  })

  it('shows no arrow before the one before it had its time, however soon it comes', () => {
    const close = strokes.map(({ direction, atMs }) => ({ direction, atMs: Math.min(atMs, 2200) }))
    expect(strokeAt({ strokes: close }, 1949)).toMatchObject({ index: 0, state: 'now' })
    expect(strokeAt({ strokes: close }, 1950)).toMatchObject({ index: 1, state: 'coming' })
  })

  it('says in words what to do', () => {
    expect(strokeAt({ strokes }, 3200)?.words).toBe('Move the phone straight down and to the left, and stop there.')
  })

  it('shows nothing for no strokes', () => {
    expect(strokeAt({ strokes: [] }, 5000)).toBeNull()
  })

  it('leaves the whole reaction time to every stroke of every challenge', () => {
    for (let seed = 0; seed < 200; seed++) {
      const challenge = generateChallenge(seededRandom(seed))
      challenge.strokes.forEach(({ atMs }, index) => {
        expect(strokeAt(challenge, atMs + 900)).toMatchObject({ index, state: 'now' })
      })
    }
  })
})
