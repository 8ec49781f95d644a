import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../../packages/engine/src/capture.ts'
import type { AttackFamily } from '../attacks/index.ts'
import { type Memory, measureReplay } from './replay.ts'

const window = (ax: number): ImuSample[] => [{ t: 0, ax, ay: 0, az: 0 }]
const family = (name: string, make: AttackFamily['make']): AttackFamily => ({
  name,
  kind: 'replay',
  description: name,
  make,
})

describe('measureReplay', () => {
  it('counts copies that the memory does not know, and new captures that it thinks it knows', () => {
    const shown = new Set<number>()
    const memory: Memory = {
      remember: (_: string, [sample]: readonly ImuSample[]) => void shown.add(sample.ax),
      recall: ([sample]: readonly ImuSample[]) =>
        Number.isNaN(sample.ax) ? 'unreadable' : shown.has(sample.ax) ? 'known' : 'new',
    }
    const figures = measureReplay({
      people: [
        { name: 'a', group: 'g', windows: [window(1), window(2)] },
        { name: 'b', group: 'g', windows: [window(3), window(1)] },
      ],
      families: [
        family('half', ({ human }) => window(human[0].ax === 1 ? 1 : 99)),
        family('exact', ({ human }) => [...human]),
        family('unreadable', () => window(Number.NaN)),
        family('none', () => null),
      ],
      memory,
      seed: 1,
    })
    expect(figures.remembered).toBe(2)
    expect(figures.falseAlarms.value).toBe(0.5)
    expect(figures.families[0]).toMatchObject({ name: 'none', windows: 0 })
    expect(figures.families.slice(1).map(({ name, windows, missed }) => [name, windows, missed.value])).toEqual([
      ['exact', 2, 0],
      ['unreadable', 2, 0],
      ['half', 2, 0.5],
    ])
  })
})
