import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../capture.ts'
import { normal, seededRandom } from '../random.ts'
import * as unmarked from './unmarked.ts'
import { isTestMotion, markReading } from './watermark.ts'
import * as marked from './index.ts'

const STROKES = [
  { direction: 'up', atMs: 700 },
  { direction: 'left', atMs: 2000 },
]
const EXACT = { rounding: { acceleration: 0, rotation: 0 } }
const PEOPLE = Array.from({ length: 6 }, (_, number) => unmarked.syntheticPerson(number))
const AXES = ['ax', 'ay', 'az', 'rx', 'ry'] as const

const WAYS: [string, (made: typeof marked | typeof unmarked, person: unmarked.SyntheticPerson) => ImuSample[]][] = [
  ['a capture', (made, person) => made.captureOf(person, seededRandom(1))],
  ['a scene', (made, person) => made.sceneOf(person, seededRandom(1)).imu],
  ['strokes', (made, person) => made.strokesOf(person, STROKES, seededRandom(1))],
  ['strokes that are not rounded', (made, person) => made.strokesOf(person, STROKES, seededRandom(1), EXACT)],
  ['an answer', (made, person) => made.answerSceneOf(person, STROKES, seededRandom(1)).imu],
]

describe('the mark of made-up motion', () => {
  it.each(WAYS)('is on %s of everybody, and not on the same motion unmarked', (_, make) => {
    const made = PEOPLE.map((person) => [isTestMotion(make(marked, person)), isTestMotion(make(unmarked, person))])
    expect(made).toEqual(PEOPLE.map(() => [true, false]))
  })

  it.each(WAYS)('changes nothing of %s but the turning about one axis, by a step', (_, make) => {
    for (const person of PEOPLE.slice(0, 3)) {
      const plain = make(unmarked, person)
      make(marked, person).forEach((sample, i) => {
        for (const axis of AXES) expect(sample[axis]).toBeCloseTo(plain[i]?.[axis] ?? Number.NaN, 2)
        expect(Math.abs((sample.rz ?? 0) - (plain[i]?.rz ?? 0))).toBeLessThan(0.1001)
      })
    }
  })

  it('keeps the mean of the turning', () => {
    const [plain, changed] = [unmarked, marked].map(({ captureOf }) => captureOf(PEOPLE[3], seededRandom(1)))
    const mean = (samples: ImuSample[] = []) => samples.reduce((sum, { rz = 0 }) => sum + rz, 0) / samples.length
    expect(Math.abs(mean(plain) - mean(changed))).toBeLessThan(0.02)
  })

  it('survives a browser that loses a third of the samples, and a journey as JSON', () => {
    const samples = marked.captureOf(PEOPLE[1], seededRandom(1)).filter((_, i) => i % 3 !== 0)
    expect(isTestMotion(JSON.parse(JSON.stringify(samples)))).toBe(true)
  })

  it('is lost with a step here and there', () => {
    const samples = marked.captureOf(PEOPLE[1], seededRandom(1))
    expect(isTestMotion(samples.map((one, i) => (i % 20 === 0 ? { ...one, ax: one.ax + 0.1 } : one)))).toBe(false)
  })
})

describe('what carries no mark', () => {
  const random = seededRandom(5)
  const sensors: [string, (i: number) => number][] = [
    ['a phone that lies still', () => 0],
    ['a browser that rounds to tenths', () => Math.round(20 * normal(random)) / 10],
    ['a sensor that knows even tenths only', () => Math.round(10 * normal(random)) / 5],
    ['a sensor that rounds nothing', () => normal(random)],
    ['a sensor of 16 bits', () => Math.round(400 * normal(random)) * (9.81 / 4096)],
    ['readings that are no numbers', () => Number.NaN],
  ]
  it.each(sensors)('%s', (_name, value) => {
    const samples = Array.from({ length: 500 }, (_, i) => {
      const [ax, ay, az, rx, ry, rz] = Array.from({ length: 6 }, () => value(i)) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      return { t: i * 16, ax, ay, az, rx, ry, rz }
    })
    expect(isTestMotion(samples)).toBe(false)
  })

  it('too few samples to tell', () => {
    expect(isTestMotion(marked.captureOf(PEOPLE[1], seededRandom(1)).slice(0, 50))).toBe(false)
    expect(isTestMotion([])).toBe(false)
    expect(isTestMotion(Array(500).fill(null))).toBe(false)
  })

  it('a phone without a gyroscope is marked all the same, and never read as not a number', () => {
    const { ax, ay, az, rz } = markReading<Omit<ImuSample, 't'>>({ ax: 0.1, ay: 9.8, az: 0 }, 0)
    expect([ax, ay, az, rz].every((value) => Number.isFinite(value))).toBe(true)
  })
})
