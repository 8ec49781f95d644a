import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generateChallenge, seededRandom } from '../../packages/engine/src/index.ts'
import { SHIPPED_INJECTIONS } from './shipped.ts'

const challenge = generateChallenge(seededRandom(2))

describe('the injections that ship', () => {
  it('are all files of their folder', () => {
    expect(SHIPPED_INJECTIONS).toHaveLength(readdirSync(join(import.meta.dirname, 'injections')).length)
  })

  it.each(SHIPPED_INJECTIONS)('$name: the same seed makes the same finite samples, in order', ({ make }) => {
    const [one, other] = [1, 1].map((seed) => make(challenge, seededRandom(seed), { subject: 1, stolen: [] }))
    expect(one).toEqual(other)
    expect(one.length).toBeGreaterThan(400)
    expect(one.every((sample) => Object.values(sample).every(Number.isFinite))).toBe(true)
    expect(one.every(({ t }, i) => i === 0 || t > one[i - 1].t)).toBe(true)
  })
})
