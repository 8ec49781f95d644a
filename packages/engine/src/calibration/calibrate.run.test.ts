import { describe, expect, it, vi } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { sceneOf, syntheticPerson } from '../synthetic/unmarked.ts'
import { createPopulation } from './attack-check.ts'
import { calibrate, computeCalibration, createCalibration, runToEnd } from './calibrate.ts'
import { createMaterial } from './material.ts'
import { readSettings } from './settings.ts'
import { mergeNames } from './subjects.ts'
import type { CalibrationOptions, CalibrationProgress, StoredSession } from './types.ts'

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

function sessionsOf(
  people: number,
  each: number,
  more: (i: number) => Partial<StoredSession> = () => ({}),
): StoredSession[] {
  const person = createPopulation(seededRandom(1), 0)
  return Array.from({ length: people }, (_, i) => {
    const own = person()
    return Array.from({ length: each }, () => {
      const features = Float32Array.from(own().vector)
      return { person: `person ${i}`, source: null, features, ...more(i) }
    })
  }).flat()
}

function run(kept: StoredSession[], options: CalibrationOptions = {}, linked: string[] = []) {
  const material = { ...createMaterial(), kept, linked: new Set(linked) }
  const told: CalibrationProgress[] = []
  const steps = computeCalibration(material, readSettings({ pcaOutputDim: 6, ...options }))
  let step = steps.next()
  while (!step.done) {
    told.push(step.value)
    step = steps.next()
  }
  return { told, report: step.value }
}

describe('computeCalibration', () => {
  it('tells each stage and how far it is', () => {
    const { told } = run(sessionsOf(14, 3))
    const stages = told.map(({ stage }) => stage)
    expect(stages).toEqual(['projection', 'screening', ...Array.from({ length: 7 }, () => 'cross-fit'), 'thresholds'])
    expect(told.map(({ fraction }) => fraction)).toEqual(
      [0, 0.2, ...[1, 2, 3, 4, 5, 6, 7].map((fold) => 0.3 + (0.6 * fold) / 7), 0.95].map((fraction) =>
        expect.closeTo(fraction, 9),
      ),
    )
  })

  it('needs eight subjects', () => {
    const few = run(sessionsOf(7, 3))
    expect(few.told).toEqual([{ stage: 'projection', fraction: 0 }])
    expect(few.report).toMatchObject({ people: 7, model: null, excluded: { outliers: 0 } })
    expect(run(sessionsOf(8, 3)).report.model).not.toBeNull()
  })

  it('needs somebody who came twice, and two who are certainly not one', () => {
    const once = run(sessionsOf(9, 1)).report
    expect(once).toMatchObject({ people: 9, model: null, pairs: { mated: 0, nonMated: 0 } })
    const names = Array.from({ length: 9 }, (_, i) => `person ${i}`)
    const links = names.flatMap((one, i) => names.slice(0, i).map((other) => mergeNames(one, other)))
    expect(run(sessionsOf(9, 3), {}, links).report).toMatchObject({ people: 9, model: null })
    expect(run(sessionsOf(9, 3), {}, links.slice(1)).report.model).not.toBeNull()
  })

  it('learns nothing from one person under many names, and says how many sessions that were', () => {
    const random = seededRandom(7)
    const people = sessionsOf(30, 5)
    const many = Array.from({ length: 20 }, (_, i) => ({
      ...people[i % 5],
      person: `name ${i % 4}`,
      features: people[i % 5].features.map((value) => value + 0.02 * normal(random)),
    }))
    const { report } = run([...people, ...many])
    expect(report.excluded.outliers).toBeGreaterThanOrEqual(20)
    expect(report.people).toBeLessThanOrEqual(30)
    expect(report.sessions).toBe(170 - report.excluded.outliers)
    expect(run(people).report.excluded.outliers).toBe(0)
    // Postures are seen by the sessions' own model alone, which 39 of 128 numbers are enough to ask.
    const postures = people.map((kept) => ({ ...kept, features: kept.features.slice(0, 39) }))
    expect(run(postures, { featureMode: 'posture' }).report).toMatchObject({ applicable: false, people: 30 })
  })
})

describe('calibrate', () => {
  const frames = sceneOf(syntheticPerson(3), seededRandom(3), { seconds: 5 }).frames
  const session = { id: 'a', person: 'node', source: null, frames, presence: 1 }

  it('takes sessions from whatever can be walked through, and nothing from the rest', () => {
    expect(calibrate(new Set([session])).sessions).toBe(1)
    expect(calibrate([session].values()).sessions).toBe(1)
    for (const odd of ['text', 7, null, undefined, {}, () => [session]]) {
      expect(calibrate(odd as never)).toMatchObject({ sessions: 0, people: 0 })
    }
  })

  it('follows its options', () => {
    expect(calibrate([session], { featureMode: 'posture', targetFars: [0.3] })).toMatchObject({
      featureMode: 'posture',
      operatingPoints: [{ targetFar: 0.3 }],
    })
  })

  it('keeps what it gathered, for another run to go on', () => {
    const first = createCalibration({ featureMode: 'posture' })
    first.add(session)
    expect(first.state()).toMatchObject({ sessions: 1, kept: [{ person: 'node' }] })
    const second = createCalibration({ featureMode: 'posture' }, first.state())
    second.add(session)
    expect(second.state()).toMatchObject({ sessions: 2, duplicates: 1 })
    expect(runToEnd(second.finish())).toMatchObject({ sessions: 1, excluded: { duplicates: 1 } })
  })
})
