import { type Continuity, generateChallenge, seededRandom, verifyContinuity } from '@stillhere/engine'
import { describe, expect, it } from 'vitest'
import { ATTACKERS, type AttackerName, attackAs } from './attackers.ts'

const NAMES = Object.keys(ATTACKERS) as AttackerName[]

describe('attackAs', { timeout: 120_000 }, () => {
  it.each(NAMES)('%s is refused for what it is said to fail on', (name) => {
    for (const seed of [0, 1]) {
      const continuity = verifyContinuity(attackAs(name, generateChallenge(seededRandom(40 + seed)), { seed }))
      expect(continuity.verdict).toBe('FAIL')
      expect(failed(continuity)).toBe(ATTACKERS[name].fails)
    }
  })

  it('lets the robot follow the strokes, and the people be alive: each fails on one thing only', () => {
    const challenge = generateChallenge(seededRandom(50))
    expect(stages(verifyContinuity(attackAs('robot', challenge)))).toEqual({ presence: 'fail', challenge: 'pass' })
    expect(stages(verifyContinuity(attackAs('mirrored', challenge)))).toEqual({ presence: 'pass', challenge: 'fail' })
  })

  it('is the same for the same seed, and another for another', () => {
    const challenge = generateChallenge(seededRandom(51))
    const noise = (seed: number) => attackAs('white-noise', challenge, { seed }).imuSamples
    expect(noise(4)).toEqual(noise(4))
    expect(noise(4)).not.toEqual(noise(5))
  })
})

function failed(continuity: Continuity): string {
  const { presence } = stages(continuity)
  if (presence === 'insufficient') return 'insufficient_signal'
  return presence === 'fail' ? 'not_alive' : 'challenge_missed'
}

function stages({ evidence }: Continuity): { presence: string | undefined; challenge: string | undefined } {
  const status = (id: string) => evidence.find(({ engineId }) => engineId === id)?.components[0]?.status
  return { presence: status('EE-001'), challenge: status('EE-003') }
}
