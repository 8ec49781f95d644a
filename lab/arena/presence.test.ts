import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../../packages/engine/src/capture.ts'
import type { AttackFamily } from '../attacks/index.ts'
import type { ArenaPerson } from './people.ts'
import { measurePresence } from './presence.ts'

/** Windows of one sample whose x is the score. */
const window = (ax: number): ImuSample[] => [{ t: 0, ax, ay: 0, az: 0 }]
const PEOPLE: ArenaPerson[] = Array.from({ length: 10 }, (_, p) => ({
  name: `p${p}`,
  group: p < 5 ? 'a' : 'b',
  windows: [window(0.5 + p / 20), window(0.51 + p / 20)],
}))
const family = (name: string, kind: AttackFamily['kind'], make: AttackFamily['make']): AttackFamily => ({
  name,
  kind,
  description: name,
  make,
})
const measure = (families: readonly AttackFamily[]) =>
  measurePresence({ people: PEOPLE, families, score: ([sample]) => sample.ax, seed: 1, attempts: 2 })

describe('measurePresence', () => {
  const hopeless = family('hopeless', 'forged', () => window(0.1))
  const perfect = family('perfect', 'forged', () => window(1))
  const copy = family('copy', 'replay', ({ human }) => [...human])
  const never = family('never', 'forged', () => null)

  it('counts attacks that reach the threshold of people', () => {
    const { families, threshold5, threshold1, people, windows } = measure([perfect, hopeless])
    expect([people, windows]).toEqual([10, 20])
    // 5 % of 20 windows is one: the second lowest score is the threshold.
    expect(threshold5).toBe(0.51)
    expect(threshold1).toBe(0.5)
    expect(families.map(({ name, apcer5, apcer1, auc }) => [name, apcer5.value, apcer1.value, auc])).toEqual([
      ['hopeless', 0, 0, 1],
      ['perfect', 1, 1, 0],
    ])
    expect(families[0].windows).toBe(20)
    expect(families[0].apcerAtLine).toBe(0)
  })
  it('sorts forgeries from the easiest to the worst, and replays behind them', () => {
    expect(measure([copy, perfect, hopeless]).families.map(({ name }) => name)).toEqual(['hopeless', 'perfect', 'copy'])
  })
  it('counts people below the line', () => {
    expect(measure([hopeless]).bpcerAtLine.value).toBe(0)
  })
  it('leaves replays out of the curve of all forgeries', () => {
    const atStart = measure([hopeless, copy]).det.find(({ threshold }) => threshold === 0.5)
    expect(atStart?.fmr).toBe(0)
  })
  it('gives the forger a window of the person and one of another person of the group', () => {
    const seen: [string, string][] = []
    const nameOf = (samples: readonly ImuSample[]) =>
      PEOPLE.find(({ windows }) => windows.some((w) => w === samples))?.name ?? ''
    measure([family('spy', 'forged', ({ human, other }) => (seen.push([nameOf(human), nameOf(other)]), null))])
    expect(seen).toHaveLength(20)
    for (const [human, other] of seen) {
      expect(human).not.toBe(other)
      expect(Number(human.slice(1)) < 5).toBe(Number(other.slice(1)) < 5)
    }
  })
  it('stands a family that makes nothing', () => {
    const [figures] = measure([hopeless, never]).families
    expect(figures.name).toBe('never')
    expect(figures.windows).toBe(0)
    expect(figures.apcer5.value).toBeNaN()
  })
})
