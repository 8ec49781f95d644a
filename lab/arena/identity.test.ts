import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { measureIdentity } from './identity.ts'

const window = (ax: number): ImuSample[] => [{ t: 0, ax, ay: 0, az: 0 }]
const person = (name: string, group: string, ...values: number[]) => ({ name, group, windows: values.map(window) })
const measure = (people: Parameters<typeof measureIdentity>[0]['people']) =>
  measureIdentity({
    people,
    signature: ([sample]) => sample.ax,
    enroll: (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length,
    match: (template: number, value: number) => 1 - Math.abs(template - value),
    seed: 1,
  })

describe('measureIdentity', () => {
  it('finds nobody mistaken where everybody is alike only to themselves', () => {
    const [figures] = measure([
      person('a', 'g', 0, 0, 0, 0),
      person('b', 'g', 1, 1, 1, 1),
      person('c', 'g', 5, 5, 5, 5),
    ])
    expect(figures).toMatchObject({ group: 'g', people: 3, genuine: 6, impostor: 12, fmrAtHalf: 0, fnmrAtHalf: 0 })
    expect(figures.eer.value).toBe(0)
    expect(figures.fnmrAtFmr1).toBeNull()
  })
  it('enrols with the first half and compares the second', () => {
    const [figures] = measure([person('a', 'g', 0, 0.2, 0.9), person('b', 'g', 1, 1, 0.1)])
    // Templates 0.1 and 1; probes 0.9 of a and 0.1 of b, each like the other person.
    expect(figures.eer.value).toBe(1)
    expect(figures).toMatchObject({ fmrAtHalf: 1, fnmrAtHalf: 1, genuine: 2, impostor: 2 })
  })
  it('compares within a group only, and needs two people', () => {
    const groups = measure([person('a', 'g', 0, 0), person('b', 'h', 0, 0), person('c', 'h', 1, 1)])
    expect(groups.map(({ group, impostor }) => [group, impostor])).toEqual([['h', 2]])
  })
  it('gives the rate at 1 % false matches once there are trials for it', () => {
    const many = Array.from({ length: 19 }, (_, i) => person(`p${i}`, 'g', i, i))
    expect(measure(many)[0].fnmrAtFmr1).toBe(0)
  })
})
