import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { LandmarkFrame } from '../capture.ts'
import { whenKernelReady } from '../kernel/load.ts'
import { integer, normal, seededRandom } from '../random.ts'
import { enroll } from '../signature/enrollment.ts'
import { motionSignature } from '../signature/signature.ts'
import { scoreMatchCalibrated } from './apply.ts'
import { createPopulation } from './attack-check.ts'
import { calibrate, computeCalibration, createCalibration, runToEnd } from './calibrate.ts'
import { createMaterial } from './material.ts'
import { readSettings } from './settings.ts'
import type {
  Calibration,
  CalibrationOptions,
  CalibrationProgress,
  CalibrationSession,
  StoredSession,
} from './types.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Sessions of people of the shipped population, who do something else each time: a quarter of all comparisons err. */
function sessionsOf(people: number, each: number, seed = 1, beside = 0): StoredSession[] {
  const random = seededRandom(seed)
  const person = createPopulation(random, beside)
  return Array.from({ length: people }, (_, i) => {
    const own = person()
    return Array.from({ length: each }, () => {
      const [x, action] = [own().vector, person()().vector]
      const features = Float32Array.from(x, (value, j) => 0.5 * value + 0.5 * action[j])
      return { person: `person ${i}`, source: null, features }
    })
  }).flat()
}

function calibrated(kept: StoredSession[], options?: CalibrationOptions): Calibration {
  return runToEnd(computeCalibration({ ...createMaterial(), kept, sessions: kept.length }, readSettings(options)))
}

const KEPT = sessionsOf(60, 6)
const HALF = KEPT.slice(0, 180)
const clean = calibrated(KEPT)

/** A body whose wrists swing at a person's own pace and width. */
function body(person: number, session: number): LandmarkFrame[] {
  const own = seededRandom(100 + person)
  const random = seededRandom(1000 * person + session)
  const [pace, width, other] = [0.5 + own(), 0.1 + 0.2 * own(), 0.5 + own()]
  const faster = 1 + 0.1 * normal(random)
  return Array.from({ length: 150 }, (_, frame) => {
    const phase = 2 * Math.PI * pace * faster * (frame / 30)
    const swing = width * (Math.sin(phase) + 0.3 * Math.sin(2.3 * other * phase))
    const joints = Array.from({ length: 18 }, (__, j) => ({
      x: (j % 2 === 0 ? -0.2 : 0.2) + (j === 7 ? swing : j === 8 ? other * swing : 0) + 0.003 * normal(random),
      y: 1.7 - 0.1 * j + 0.003 * normal(random),
      z: 0.003 * normal(random),
    }))
    return { t: (frame * 1000) / 30, joints }
  })
}

function uploads(people: number, each: number): CalibrationSession[] {
  return Array.from({ length: people * each }, (_, i) => {
    const person = Math.floor(i / each)
    return { id: `${i}`, person: `node ${person}`, source: null, frames: body(person, i % each), presence: 1 }
  })
}

function shuffle<T>(list: readonly T[], seed: number): T[] {
  const random = seededRandom(seed)
  return list
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

const SESSIONS = uploads(10, 3)
let fromSessions: Calibration

beforeAll(async () => {
  await whenKernelReady()
  fromSessions = calibrate(SESSIONS)
})

describe('calibrate', () => {
  it('gives a higher threshold to a higher risk, each at its target, with intervals around it', () => {
    const { low, medium, high } = clean.thresholds
    expect(clean).toMatchObject({ labels: 'people', people: 60, sessions: 360, applicable: true })
    expect([low, medium, high].every((threshold) => threshold !== null)).toBe(true)
    expect(low as number).toBeLessThan(medium as number)
    expect(medium as number).toBeLessThan(high as number)
    for (const { targetFar, realisedFar, threshold, thresholdInterval, farInterval, fnmr } of clean.operatingPoints) {
      expect(realisedFar as number).toBeLessThanOrEqual(targetFar)
      expect(realisedFar as number).toBeGreaterThan(targetFar / 2)
      expect(threshold as number).toBeGreaterThan(thresholdInterval?.[0] as number)
      expect(threshold as number).toBeLessThan(thresholdInterval?.[1] as number)
      expect(farInterval?.[0] as number).toBeLessThanOrEqual(realisedFar as number)
      expect(fnmr).toBeLessThan(1)
    }
  })

  it.each([
    ['as many directions as the shipped model has', 60, 0, clean],
    ['more directions than people', 40, 0.7, null],
  ])('lets strangers it has never seen pass about as often as it promised: %s', (_, people, beside, known) => {
    const { model, operatingPoints } = known ?? calibrated(sessionsOf(people, 6, 1, beside))
    const strangers = sessionsOf(40, 4, 2, beside)
    const signatures = strangers.map(({ features }) => ({ ...SIGNATURE, vector: Array.from(features) }))
    const scores: number[] = []
    for (let own = 0; own < 40; own++) {
      const template = enroll(signatures.slice(4 * own, 4 * own + 3))
      for (let other = 0; other < 40; other++)
        if (other !== own) scores.push(scoreMatchCalibrated(model, template, signatures[4 * other + 3]) ?? 0)
    }
    for (const { targetFar, threshold } of operatingPoints.filter(({ supported }) => supported)) {
      const passed = scores.filter((score) => score >= (threshold as number)).length
      expect(passed / scores.length / targetFar).toBeGreaterThan(0.4)
      expect(passed / scores.length / targetFar).toBeLessThan(2)
    }
  })

  it('does not promise what so few people cannot show, and says what it would take', () => {
    const few = calibrated(sessionsOf(14, 6))
    expect(few.thresholds).toMatchObject({ high: null, low: expect.any(Number) })
    expect(few.operatingPoints[0]).toMatchObject({ supported: false, threshold: null, fnmr: null, trialsNeeded: 300 })
    expect(few.operatingPoints[0].trials).toBeLessThanOrEqual((14 * 13) / 2)
    expect(few.warnings.join()).toMatch(/1 % needs 300 independent comparisons/)
  })

  it.each([
    [[0.2], ['high'], (t: Calibration['thresholds']) => t.low === t.high && t.medium === t.high],
    [[0.2, 0.1], ['high', 'medium'], (t: Calibration['thresholds']) => t.low === t.medium],
    [[0.3, 0.1, 0.2, 0.05], ['high', 'medium', null, 'low'], (t: Calibration['thresholds']) => t.low !== t.medium],
  ])('serves the levels with targets %j', (targetFars, levels, holds) => {
    const { operatingPoints, thresholds } = calibrated(HALF, { targetFars })
    expect(operatingPoints.map(({ level }) => level)).toEqual(levels)
    expect(operatingPoints.map(({ targetFar }) => targetFar)).toEqual(targetFars.toSorted((a, b) => a - b))
    expect(holds(thresholds)).toBe(true)
  })

  it('keeps as many components as asked, or 48, or as many as the variance needs', () => {
    const six = calibrated(HALF, { pcaOutputDim: 6 })
    expect(six.pcaOutputDim).toBe(6)
    expect(six.warnings.join()).toMatch(/6 components keep .* would keep 95 %/)
    expect(calibrated(HALF, { minVariance: 0.2 }).pcaOutputDim).toBe(48)
    const rough = HALF.map((kept, i) => ({
      ...kept,
      features: kept.features.map((value, j) => value + Math.sin(i * j) / 5),
    }))
    const most = calibrated(rough, { minVariance: 0.999 })
    expect(most.pcaOutputDim).toBeGreaterThan(48)
    expect(most.varianceRetained).toBeGreaterThanOrEqual(0.999)
  })

  it('takes halves of a session for one person where nobody is named, and says that this is optimistic', () => {
    const nameless = KEPT.filter((_, i) => i % 6 === 0).map(({ features }, i) => {
      const both = new Float32Array(256)
      both.set(features)
      both.set(KEPT[6 * i + 1].features, 128)
      return { person: null, source: null, features: both }
    })
    const halves = calibrated(nameless)
    expect(halves).toMatchObject({ labels: 'halves' })
    expect(halves.people).toBeGreaterThan(50)
    expect(halves.warnings.join()).toMatch(/optimistic/)
    expect(halves.pairs.mated).toBeGreaterThan(0)
  })

  it('has figures, plots and a model without a gap', () => {
    expect(clean.eer).toBeGreaterThan(0.05)
    expect(clean.eer).toBeLessThan(0.45)
    expect(clean.auc).toBeGreaterThan(0.6)
    expect(clean.dPrime).toBeGreaterThan(0.5)
    const { edges, mated, nonMated } = clean.plots.histogram
    expect(edges).toHaveLength(mated.length + 1)
    for (const shares of [mated, nonMated]) expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
    expect(clean.plots.det.length).toBeGreaterThan(20)
    expect(JSON.parse(JSON.stringify(clean))).toEqual(clean)
  })

  it.each([[undefined], [null], [7], [[]], [[null, 1, 'x', {}]], [[{ frames: [] }, { landmarks: 'x' }]]])(
    'finds nothing in %j',
    (sessions) => {
      const nothing = calibrate(sessions as never)
      expect(nothing).toMatchObject({ sessions: 0, people: 0, model: null, eer: null })
      expect(nothing.operatingPoints.map(({ level, threshold }) => [level, threshold])).toEqual([
        ['high', null],
        ['medium', null],
        ['low', null],
      ])
      expect(nothing.thresholds).toEqual({ low: null, medium: null, high: null })
      expect(nothing.warnings.join()).toMatch(/too few/)
    },
  )

  it('does not care whether features come from the compiled kernel or from TypeScript', () => {
    const [compiled, plain] = [fromSessions, calibrate(SESSIONS, { useRustFeatures: false })]
    expect(compiled.warnings).toEqual(plain.warnings)
    expect(numbersOf(compiled).length).toBeGreaterThan(1000)
    const others = numbersOf(plain)
    const apart = numbersOf(compiled).map((number, i) => Math.abs(number - others[i]))
    expect(Math.max(...apart)).toBeLessThan(1e-9)
  })

  it('S13: takes uploads as they come in: other ids, other names and another order give the same to the byte', () => {
    const asUploaded = SESSIONS.toSorted((a, b) => (a.id < b.id ? 1 : -1)).map(({ id, person, frames, presence }) => ({
      session_id: `other ${id}`,
      node_handle: `${person} of another service`,
      landmarks: (frames as LandmarkFrame[]).map(({ t, joints }) => ({ t, joints: Object.assign({}, joints) })),
      presence,
    }))
    expect(JSON.stringify(calibrate(asUploaded as never))).toBe(JSON.stringify(fromSessions))
  })

  it('takes landmarks in columns like frames', () => {
    const inColumns = SESSIONS.map((session) => {
      const list = session.frames as LandmarkFrame[]
      const axis = (of: 'x' | 'y' | 'z') =>
        Float64Array.from(list.flatMap(({ joints }) => Object.values(joints).map((point) => point[of] ?? 0)))
      const t = Float64Array.from(list, (frame) => frame.t)
      return { ...session, frames: { t, points: 18, x: axis('x'), y: axis('y'), z: axis('z') } }
    })
    expect(JSON.stringify(calibrate(inColumns))).toBe(JSON.stringify(fromSessions))
  })

  it('S13: finds the same to the byte in whatever order sessions, copies and claims of them come', () => {
    // Three names that share each motion with one other and have none alone; a name for one that came without; copies.
    const shared = [0, 1, 2].map((i) => ({ ...SESSIONS[0], source: 'elsewhere', frames: body(90, i) }))
    const sessions: CalibrationSession[] = [
      ...SESSIONS,
      ...shared.flatMap((one, i) => [
        { ...one, person: `claim ${i}` },
        { ...one, person: `claim ${(i + 1) % 3}`, source: null },
      ]),
      ...SESSIONS.slice(0, 3).map((one) => ({ ...one, person: null, source: 'somewhere' })),
      { ...SESSIONS[4], person: 'node 7' },
    ]
    const expected = JSON.stringify(calibrate(sessions))
    for (const seed of [1, 2, 3]) expect(JSON.stringify(calibrate(shuffle(sessions, seed)))).toBe(expected)
  })

  it.each(['posture', 'posture_velocity'] as const)(
    'compares %s, and says that it cannot be applied',
    (featureMode) => {
      const report = calibrate(SESSIONS, { featureMode })
      expect(report).toMatchObject({ applicable: false, featureMode, shippedFars: null })
      expect(report.pcaInputDim).toBe(featureMode === 'posture' ? 39 : 78)
      expect(report.warnings.join()).toMatch(/comparison only/)
      const signature = motionSignature({ frames: body(1, 1) })
      expect(scoreMatchCalibrated(report.model, enroll([signature]), signature)).toBeNull()
    },
  )
})

const SIGNATURE = { version: 'body-1', missing: [], status: 'ok' as const, reason: null }

function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersOf) : []
}

describe('createCalibration', () => {
  it('tells how far it is, and ends with what calibrate would have found', () => {
    const run = createCalibration()
    for (const session of SESSIONS) run.add(session)
    const told: CalibrationProgress[] = []
    const steps = run.finish()
    let step = steps.next()
    for (; !step.done; step = steps.next()) told.push(step.value)
    expect(told.map(({ stage }) => stage)).toEqual(expect.arrayContaining(['projection', 'screening', 'cross-fit']))
    const fractions = told.map(({ fraction }) => fraction)
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(step.value).toEqual(fromSessions)
  })

  it('goes on from what another run had gathered', () => {
    const first = createCalibration()
    for (const session of SESSIONS.slice(0, 20)) first.add(session)
    const second = createCalibration({}, structuredClone(first.state()))
    for (const session of SESSIONS.slice(20)) second.add(session)
    expect(runToEnd(second.finish())).toEqual(fromSessions)
  })
})

describe('poisoned uploads', () => {
  const random = seededRandom(9)
  const some = (count: number, of: (i: number) => StoredSession) => Array.from({ length: count }, (_, i) => of(i))
  const anyOf = (kept: readonly StoredSession[]) => kept[integer(random, kept.length)]
  const ofOne = KEPT.slice(0, 6)
  const strangers = sessionsOf(120, 1, 5)

  const POISONS: Readonly<Record<string, (count: number) => StoredSession[]>> = {
    'one person under a new name each time': (count) =>
      some(count, (i) => ({ ...anyOf(ofOne), person: `name ${i}`, features: noisy(anyOf(ofOne).features) })),
    'one person under names of three sessions': (count) =>
      some(count, (i) => ({
        ...anyOf(ofOne),
        person: `name ${i % Math.ceil(count / 3)}`,
        features: noisy(anyOf(ofOne).features),
      })),
    'many people under one name': (count) => some(count, (i) => ({ ...strangers[i], person: 'everybody' })),
    'six people under each name': (count) =>
      some(count, (i) => ({ ...strangers[i], person: `name ${Math.floor(i / 6)}` })),
  }

  function noisy(features: Float32Array): Float32Array {
    return features.map((value) => value + 0.02 * normal(random))
  }

  it.each([
    ['one person under a new name each time', 0.05] as const,
    ...Object.keys(POISONS).map((name) => [name, 0.2] as const),
  ])('move no threshold out of its interval: %s, a share of %d', (name, share) => {
    const poisoned = calibrated([...KEPT, ...POISONS[name](Math.round(share * KEPT.length))])
    clean.operatingPoints.forEach(({ thresholdInterval }, i) => {
      const { threshold } = poisoned.operatingPoints[i]
      expect(threshold as number).toBeGreaterThan(thresholdInterval?.[0] as number)
      expect(threshold as number).toBeLessThan(thresholdInterval?.[1] as number)
    })
  })
})
