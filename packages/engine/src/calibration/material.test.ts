import { describe, expect, it, vi } from 'vitest'
import type { LandmarkFrame } from '../capture.ts'
import { normal, seededRandom } from '../random.ts'
import { sceneOf, syntheticPerson } from '../synthetic/unmarked.ts'
import { createMaterial, addSession } from './material.ts'
import { readSettings } from './settings.ts'
import { selectSubjects, sortByContent, mergeNames, selectOwners } from './subjects.ts'

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

const settings = readSettings(undefined)
const frames = sceneOf(syntheticPerson(3), seededRandom(3), { seconds: 6 }).frames
const alive = { id: 'a', person: 'node', source: null, frames, presence: 1 }
const SEEN = { person: null, source: null, features: new Float32Array(0) }
type Joints = { x: number; y: number; z: number }[]

function gathered(...sessions: unknown[]) {
  const material = createMaterial()
  for (const session of sessions) addSession(material, session, settings)
  return material
}

function changed(change: (place: { x: number; y: number; z: number }) => object, later = 0): LandmarkFrame[] {
  return frames.map(({ t, joints }) => ({ t: t + later, joints: (joints as Joints).map(change) as Joints }))
}

describe('gather', () => {
  it('keeps a session of a person as one window, and one without a name as two', () => {
    expect(gathered(alive).kept[0]).toMatchObject({
      person: 'node',
      features: expect.objectContaining({ length: 128 }),
    })
    const nameless = gathered({ ...alive, person: null }).kept[0]
    expect(nameless).toMatchObject({ person: null, features: expect.objectContaining({ length: 256 }) })
  })

  it.each([
    ['under another id', { ...alive, id: 'b' }],
    ['from another source', { ...alive, id: 'b', source: 'x' }],
    ['without a name', { ...alive, person: null }],
    ['at another time', { ...alive, frames: changed((place) => place, 1e6) }],
    [
      'from elsewhere in the room, as another size',
      { ...alive, frames: changed(({ x, y, z }) => ({ x: 2 * x + 1, y: 2 * y, z: 2 * z })) },
    ],
  ])('counts the same motion once: again %s', (_, again) => {
    const material = gathered(alive, again)
    expect(material).toMatchObject({ sessions: 2, duplicates: 1 })
    expect(material.kept).toHaveLength(1)
  })

  it('remembers under which two names one motion came', () => {
    expect([...gathered(alive, { ...alive, person: 'other' }).linked]).toEqual([mergeNames('other', 'node')])
    expect(gathered(alive, alive).linked.size).toBe(0)
  })

  it.each([
    ['nothing', undefined],
    ['no frames', { frames: 'x' }],
    ['too short a session', { ...alive, frames: frames.slice(0, 60) }],
    ['a body that never moves', { ...alive, frames: frames.map(({ t }) => ({ t, joints: frames[0].joints })) }],
    [
      'a hand alone',
      {
        ...alive,
        frames: frames.map(({ t, joints }) => ({
          t,
          joints: [...(joints as Joints), ...(joints as Joints).slice(0, 3)],
        })),
      },
    ],
    ['what is not alive', { ...alive, presence: 0.49 }],
    ['a presence that is no number', { ...alive, presence: Number.NaN }],
  ])('leaves %s out', (_, session) => {
    expect(gathered(session)).toMatchObject({ kept: [], unusable: 1, duplicates: 0, frames: 0 })
  })

  it('measures the presence itself where it is not given, so that noise stays out', () => {
    const random = seededRandom(1)
    const noise = changed(({ x, y, z }) => ({ x: x + normal(random), y: y + normal(random), z: z + normal(random) }))
    expect(gathered({ ...alive, presence: undefined, frames: noise }).unusable).toBe(1)
  })
})

/** The same motion of bodies that are wider or narrower: other sessions. */
const others = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, i) => ({
    ...alive,
    person: null,
    frames: changed(({ x, y, z }) => ({ x: x * (1.1 + i / 50), y, z })),
    ...more,
  }))

/** The list in some other orders. */
function orders<T>(list: readonly T[]): T[][] {
  return [list.toReversed(), ...list.map((_, i) => [...list.slice(i), ...list.slice(0, i)])]
}

describe('what a run keeps', () => {
  it('links names only, and each pair once', () => {
    expect(gathered({ ...alive, person: null }, alive).linked.size).toBe(0)
    expect(gathered(alive, { ...alive, person: null }).linked.size).toBe(0)
    expect(mergeNames('a', 'b')).toBe(mergeNames('b', 'a'))
    expect(
      new Set([mergeNames('a', 'b'), mergeNames('a', 'c'), mergeNames('a","b', 'c'), mergeNames('a', 'b","c')]).size,
    ).toBe(4)
  })

  it('takes an empty name or source for none', () => {
    const [kept] = gathered({ ...alive, person: '', source: '' }).kept
    expect(kept).toMatchObject({ person: null, source: null })
    expect(kept.features).toHaveLength(256)
  })

  it('believes a presence that was measured before, from a half on', () => {
    expect(gathered({ ...alive, presence: 0.5 })).toMatchObject({ unusable: 0, frames: frames.length })
    expect(gathered(alive, ...others(1)).frames).toBe(2 * frames.length)
  })

  it('S13: decides alike whose a motion is, whichever name came first', () => {
    const [own, shared, foreign] = others(3, { person: 'ada' })
    const sessions = [
      own,
      shared,
      { ...shared, person: 'eve' },
      { ...shared, person: null },
      { ...foreign, person: null },
    ]
    const owners = orders(sessions).map((order) => selectOwners(gathered(...order).kept))
    const told = owners.map((kept) => sortByContent(kept).map(({ person, features }) => [person, features.length]))
    for (const one of told) expect(one).toEqual(told[0])
    expect(told[0].filter(([person]) => person === 'ada')).toHaveLength(2)
    expect(told[0]).toHaveLength(3)
    const links = orders(sessions).map((order) => [...gathered(...order).linked])
    for (const linked of links) expect(linked).toEqual([mergeNames('ada', 'eve')])
  })

  it('remembers half a million fingerprints', () => {
    const material = createMaterial()
    for (let i = 0; i < 499_999; i++) material.seen.set(-i - 1, SEEN)
    for (const session of others(2)) addSession(material, session, settings)
    expect(material.seen.size).toBe(500_000)
    expect(material.kept).toHaveLength(2)
  })
})

describe('chooseSubjects', () => {
  const kept = (person: string | null, source: string | null) => ({ person, source, features: new Float32Array(256) })

  it('compares people where a dozen came twice, and halves of sessions otherwise', () => {
    const twelve = Array.from({ length: 24 }, (_, i) => kept(`p${i % 12}`, null))
    expect(selectSubjects([...twelve, kept(null, null)], 128)).toMatchObject({ labels: 'people', dominated: 0 })
    expect(selectSubjects([...twelve, kept(null, null)], 128).subjects).toHaveLength(12)
    const eleven = selectSubjects([...twelve.slice(0, 11), ...twelve.slice(0, 11), kept(null, null)], 128)
    expect(eleven).toMatchObject({ labels: 'halves' })
    expect(eleven.subjects).toHaveLength(12)
    expect(eleven.subjects[11].windows).toHaveLength(2)
  })

  it('weighs a name by the square of its sessions, up to four', () => {
    const sessions = [1, 2, 4, 9].flatMap((count, i) => Array.from({ length: count }, () => kept(`p${i}`, null)))
    expect(selectSubjects(sessions, 128).subjects.map(({ weight }) => weight)).toEqual([1 / 16, 1 / 4, 1, 1])
  })

  it('takes at most a tenth from one source', () => {
    const many = Array.from({ length: 100 }, (_, i) => kept(null, i < 40 ? 'loud' : `quiet ${i}`))
    const { subjects, dominated } = selectSubjects(many, 128)
    expect(dominated).toBe(30)
    expect(subjects.filter(({ source }) => source === 'loud')).toHaveLength(10)
  })

  it('takes everything where there is but one source', () => {
    expect(
      selectSubjects(
        Array.from({ length: 30 }, () => kept(null, 'all')),
        128,
      ),
    ).toMatchObject({ dominated: 0 })
  })
})
