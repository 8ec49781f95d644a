import { describe, expect, it } from 'vitest'
import { PRESENCE_FEATURES } from '../kernel/presence-features.ts'
import { FEATURES, scaleFeatures } from './features.ts'

describe('the features of presence', () => {
  it('are as many as the kernel writes', () => {
    expect(FEATURES).toHaveLength(PRESENCE_FEATURES)
  })

  it('each have a name of their own, in whole words', () => {
    const names = FEATURES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z]\S*(?: \S+)+$/)
  })

  it('belong to the part that their words speak of', () => {
    const wordsOf = {
      microTiming: /^(?:asymmetry|rise against fall) of|submovement|repetition/,
      freqEntropy: /of the spectrum|strongest peak|share of power/,
      noiseResidual: /residual|\btops?\b|common unrest|largest|unexplained turns/,
    }
    for (const { name, part } of FEATURES) {
      const spoken = Object.entries(wordsOf).filter(([, words]) => words.test(name))
      const withoutSpectrumTop = spoken.filter(([one]) => one !== 'freqEntropy' || !/top|simultaneity/.test(name))
      expect([name, part]).toEqual([name, withoutSpectrumTop[0]?.[0] ?? 'bioPerturb'])
    }
  })

  it('say nothing without gravity where they compare with it, and only there', () => {
    const spreads = FEATURES.map(() => [0, 1, 1] as const)
    const ones = new Float64Array(FEATURES.length).fill(1)
    const silent = scaleFeatures(ones, false, spreads)
    const ofGravity = FEATURES.map(({ name }) => /tilt|gravity|turn that no|unexplained turn/.test(name))
    expect(ofGravity.filter(Boolean)).toHaveLength(17)
    expect([...silent].map((value) => value === 0)).toEqual(ofGravity)
    expect([...scaleFeatures(ones, true, spreads)].every((value) => value > 0)).toBe(true)
  })
})
