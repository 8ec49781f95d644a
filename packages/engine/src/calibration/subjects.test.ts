import { describe, expect, it } from 'vitest'
import { selectSubjects } from './subjects.ts'
import type { StoredSession } from './types.ts'

function kept(person: string | null, source: string | null = null, first = 0): StoredSession {
  return { person, source, features: Float32Array.from({ length: 6 }, (_, j) => first + j) }
}

const times = <T>(count: number, of: (i: number) => T) => Array.from({ length: count }, (_, i) => of(i))

describe('chooseSubjects', () => {
  it('does not take people who came once for people who can be compared', () => {
    expect(
      selectSubjects(
        times(12, (i) => kept(`person ${i}`)),
        3,
      ).labels,
    ).toBe('halves')
    expect(
      selectSubjects(
        times(24, (i) => kept(`person ${i % 12}`)),
        3,
      ).labels,
    ).toBe('people')
    expect(selectSubjects(times(24, (i) => kept(`person ${i % 12}`)).slice(1), 3).labels).toBe('halves')
  })

  it('keeps sixteen sessions of a person, the first ones', () => {
    const [{ windows, weight, person }] = selectSubjects(
      times(20, (i) => kept('one', null, i)),
      6,
    ).subjects
    expect(windows).toHaveLength(16)
    expect(windows.map(([first]) => first)).toEqual(times(16, (i) => i))
    expect({ weight, person }).toEqual({ weight: 1, person: 'one' })
  })

  it('cuts sessions without a name into their halves', () => {
    const { subjects } = selectSubjects([kept(null, 'a', 10), kept(null, 'b', 20)], 3)
    expect(subjects.map(({ windows }) => windows.map((window) => Array.from(window)))).toEqual([
      [
        [10, 11, 12],
        [13, 14, 15],
      ],
      [
        [20, 21, 22],
        [23, 24, 25],
      ],
    ])
    expect(subjects.map(({ weight, person, source }) => [weight, person, source])).toEqual([
      [1, null, 'a'],
      [1, null, 'b'],
    ])
  })

  it('S13: gives a subject a key by what was recorded, whatever the name', () => {
    const keyOf = (person: string | null, first: number) =>
      selectSubjects([kept(person, null, first)], 3).subjects[0].key
    expect(keyOf('ada', 1)).toBe(keyOf('eve', 1))
    expect(keyOf(null, 1)).toBe(keyOf('eve', 1))
    expect(new Set(times(50, (i) => keyOf('ada', i))).size).toBe(50)
  })

  it('takes twice its even share from a source where there are few, sessions without one counting for themselves', () => {
    const mixed = [...times(6, () => kept(null, 'loud')), ...times(6, () => kept(null))]
    // Seven sources: two sevenths of twelve, rounded up.
    expect(selectSubjects(mixed, 3).dominated).toBe(2)
    const even = times(12, (i) => kept(null, `source ${i % 3}`))
    expect(selectSubjects(even, 3).dominated).toBe(0)
    const two = [...times(11, () => kept(null, 'loud')), kept(null, 'quiet')]
    expect(selectSubjects(two, 3)).toMatchObject({ dominated: 0 })
  })
})
