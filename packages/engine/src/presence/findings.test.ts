import { describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../random.ts'
import { captureOf, syntheticPerson } from '../synthetic/unmarked.ts'
import { FEATURES } from './features.ts'
import { presenceFindings } from './findings.ts'
import { PRESENCE } from './model.ts'

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

function walk(seed: number) {
  const random = seededRandom(seed)
  return captureOf(syntheticPerson(seed), random, { activity: 'walk' })
}

describe('presenceFindings', () => {
  const copied = walk(1).map((s) => ({ ...s, ay: s.ax, az: s.ax, ry: s.rx ?? 0, rz: s.rx ?? 0 }))

  it('names what is outside of what people show, the strangest first', () => {
    const findings = presenceFindings({ imu: copied })
    const typicalities = findings.map(({ typicality }) => typicality)
    expect(typicalities).toEqual(typicalities.toSorted((a, b) => a - b))
    expect(findings.map(({ metric }) => metric)).toContain('likeness of the likest axes (rotation)')
    for (const { value, expectedLow, expectedHigh, typicality } of findings) {
      expect(value < expectedLow || value > expectedHigh).toBe(true)
      expect(typicality).toBeGreaterThan(0)
      expect(typicality).toBeLessThan(0.5)
    }
  })
  it('says in words what was seen and what was expected', () => {
    const found = presenceFindings({ imu: copied }).find(
      ({ metric }) => metric === 'likeness of the likest axes (rotation)',
    )
    expect(found?.part).toBe('bioPerturb')
    expect(found?.explanation).toBe(
      `The likeness of the likest axes (rotation) is higher than in people: 1.00, where 90 of 100 people lie between ${found?.expectedLow.toFixed(2)} and ${found?.expectedHigh.toFixed(2)}.`,
    )
  })
  it('finds more to say about a forgery than about a walk', () => {
    expect(presenceFindings({ imu: copied }).length).toBeGreaterThan(presenceFindings({ imu: walk(1) }).length)
  })
  it('says nothing about gravity where there is none', () => {
    const mean = walk(1).reduce((sum, { ax, ay, az }) => [sum[0] + ax, sum[1] + ay, sum[2] + az], [0, 0, 0])
    const imu = walk(1).map((s) => ({
      ...s,
      ax: (s.ax - mean[0] / 480) / 5,
      ay: (s.ay - mean[1] / 480) / 5,
      az: (s.az - mean[2] / 480) / 5,
    }))
    const needing = new Set(FEATURES.filter(({ needsGravity }) => needsGravity).map(({ name }) => name))
    expect(presenceFindings({ imu }).filter(({ metric }) => needing.has(metric))).toEqual([])
    const wild = walk(1).map((s) => ({ ...s, rx: -9 * (s.rx ?? 0), ry: 9 * (s.rz ?? 0), rz: 9 * (s.ry ?? 0) }))
    expect(presenceFindings({ imu: wild }).some(({ metric }) => needing.has(metric))).toBe(true)
  })
  it('expects what nine of ten people show, and says on which side of it the value lies', () => {
    const wild = walk(1).map((s) => ({ ...s, rx: 5 * (s.rx ?? 0) }))
    const findings = [...presenceFindings({ imu: copied }), ...presenceFindings({ imu: wild })]
    for (const { metric, value, expectedLow, expectedHigh, explanation } of findings) {
      const [median, below, above] = PRESENCE.people.spreads[FEATURES.findIndex(({ name }) => name === metric)]
      expect([expectedLow, expectedHigh]).toEqual([median - below, median + above])
      expect(explanation).toContain(value < expectedLow ? ' is lower than in people: ' : ' is higher than in people: ')
    }
    expect(new Set(findings.map(({ value, expectedLow }) => value < expectedLow)).size).toBe(2)
  })
  it('looks at the newest eight seconds of a long capture', () => {
    const long = captureOf(syntheticPerson(1), seededRandom(1), { activity: 'walk', seconds: 20 })
    const last = long[long.length - 1].t
    const changed = long.map((s) => (s.t < last - 8_500 ? { ...s, ay: s.ax, az: s.ax, rx: 9 * (s.rx ?? 0) } : s))
    expect(presenceFindings({ imu: changed })).toEqual(presenceFindings({ imu: long }))
    const late = long.map((s) => (s.t > last - 6_000 ? { ...s, ay: s.ax, az: s.ax } : s))
    expect(presenceFindings({ imu: late }).length).toBeGreaterThan(presenceFindings({ imu: long }).length)
  })
  it('says nothing where nothing can be judged', () => {
    expect(presenceFindings({ imu: [] })).toEqual([])
    expect(presenceFindings({ imu: walk(1).map(({ t, ax, ay, az }) => ({ t, ax, ay, az })) })).toEqual([])
  })
})

describe('FEATURES', () => {
  it('gives every number of the kernel one name of its own', async () => {
    const { PRESENCE_FEATURES } = await import('../kernel/presence-features.ts')
    expect(FEATURES).toHaveLength(PRESENCE_FEATURES)
    expect(new Set(FEATURES.map(({ name }) => name)).size).toBe(PRESENCE_FEATURES)
  })
})
