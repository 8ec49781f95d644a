import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import { compareSessions, hashContent, sortByContent, MAX_KEPT, selectWithinBounds, selectOwners } from './subjects.ts'
import type { StoredSession } from './types.ts'

const random = seededRandom(4)
const session = (person: string | null, source: string | null = null): StoredSession => ({
  person,
  source,
  features: Float32Array.from({ length: 4 }, random),
})
const times = <T>(count: number, of: (i: number) => T) => Array.from({ length: count }, (_, i) => of(i))
const shuffled = (list: readonly StoredSession[]) =>
  list
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

describe('inContentOrder', () => {
  it('S13: is the same for every order, name and source', () => {
    const sessions = times(200, (i) => session(`person ${i % 9}`))
    const renamed = sessions.map(({ features }, i) => ({ person: `${i}`, source: 'elsewhere', features }))
    const order = (list: readonly StoredSession[]) => sortByContent(list).map(({ features }) => features)
    expect(order(shuffled(sessions))).toEqual(order(sessions))
    expect(order(shuffled(renamed))).toEqual(order(sessions))
  })

  it('S13: goes by the labels where two sessions have the very same features', () => {
    const { features } = session(null)
    const twins = [session('b', 'x'), session('a', 'y'), session('a', 'x'), session(null)].map((one) => ({
      ...one,
      features,
    }))
    const order = (list: readonly StoredSession[]) => sortByContent(list).map(({ person, source }) => [person, source])
    for (const _ of [1, 2, 3]) expect(order(shuffled(twins))).toEqual(order(twins))
  })

  it('goes by the features where two have the same key', () => {
    const [less, more] = [Float32Array.of(0, 1), Float32Array.of(0, 2)]
    const kept = (features: Float32Array) => ({ person: null, source: null, features })
    expect(compareSessions(kept(less), kept(more))).toBeLessThan(0)
    expect(compareSessions(kept(more), kept(less))).toBeGreaterThan(0)
    expect(compareSessions(kept(less), kept(less.slice()))).toBe(0)
    expect(compareSessions(kept(less.subarray(0, 1)), kept(less))).toBeLessThan(0)
    const on = (day: string) => ({ ...kept(less), recorded: { day, device: '', rounds: [] } })
    expect(compareSessions(on('2026-01-02'), on('2026-01-01'))).toBe(1)
    expect(compareSessions(on('2026-01-01'), on('2026-01-02'))).toBe(-1)
    expect(compareSessions(on('2026-01-01'), on('2026-01-01'))).toBe(0)
    expect(hashContent(less)).toBe(hashContent(less.slice()))
  })
})

describe('withinBounds', () => {
  it('keeps 32 sessions of a person and a tenth of all room of a source', () => {
    const busy = times(40, () => session('busy'))
    expect(selectWithinBounds([...busy, session('idle')])).toHaveLength(33)
    const loud = times(900, (i) => session(null, i % 9 === 0 ? 'quiet' : 'loud'))
    expect(selectWithinBounds(loud)).toHaveLength(900)
    const louder = times(1000, (i) => session(null, i % 10 === 0 ? 'quiet' : 'loud'))
    expect(selectWithinBounds(louder)).toHaveLength(100 + Math.ceil(MAX_KEPT / 10))
  })

  it('S13: leaves out the same sessions at once or from time to time, in whatever order they come', () => {
    const all = times(9_000, (i) => session(i % 3 === 0 ? `person ${i % 60}` : null, `source ${i % 7}`))
    const atOnce = selectWithinBounds(all)
    const mixed = shuffled(all)
    const inSteps = selectWithinBounds([
      ...selectWithinBounds([...selectWithinBounds(mixed.slice(0, 3000)), ...mixed.slice(3000, 7000)]),
      ...mixed.slice(7000),
    ])
    expect(inSteps).toEqual(atOnce)
    expect(selectWithinBounds(times(MAX_KEPT + 100, () => session(null)))).toHaveLength(MAX_KEPT)
  })
})

describe('withOwners', () => {
  it('S13: gives a motion to the name with most sessions, else by what the names hold', () => {
    const shared = { ...session('few'), alsoOf: ['many'] }
    const [owned] = selectOwners([shared, session('many'), session('many'), session('few')])
    expect(owned).toEqual({ person: 'many', source: null, features: shared.features })
    const [one, other] = [session('one'), session('other')]
    const even = (names: [string, string]) => [{ ...shared, person: names[0], alsoOf: [names[1]] }, one, other]
    expect(selectOwners(even(['one', 'other']))[0].person).toBe(selectOwners(even(['other', 'one']))[0].person)
    // Nobody has a motion alone: whichever name came first, each motion has the same owner.
    const rounds = [0, 1, 2].map(() => session(null))
    const claimed = (turn: boolean) =>
      rounds.map((motion, i) => {
        const names = [`name ${i}`, `name ${(i + 1) % 3}`]
        const [person, ...alsoOf] = turn ? names.toReversed() : names
        return { ...motion, person, alsoOf }
      })
    expect(selectOwners(claimed(true))).toEqual(selectOwners(claimed(false)))
  })
})
