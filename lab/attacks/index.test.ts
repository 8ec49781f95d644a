import { describe, expect, it, vi } from 'vitest'
import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { captureOf, syntheticPerson } from '../../packages/engine/src/synthetic/unmarked.ts'
import { ATTACK_FAMILIES, attackFamily } from './index.ts'

// Whole captures are computed; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 })

const fine = { rateHz: 50, rounding: { acceleration: 0.01, rotation: 0.1 } }
const HUMAN = captureOf(syntheticPerson(1), seededRandom(1), fine)
const OTHER = captureOf(syntheticPerson(2), seededRandom(2), { ...fine, activity: 'walk' })
const INPUTS = { human: HUMAN, other: OTHER, rateHz: 50 }
const AXES = ['ax', 'ay', 'az', 'rx', 'ry', 'rz'] as const
const NAMES = ATTACK_FAMILIES.map(({ name }) => name)

const make = (name: string, seed = 1, inputs = INPUTS): ImuSample[] =>
  attackFamily(name)?.make(inputs, seededRandom(seed)) ?? []

// A question for each of many thousand samples would take longer than all that is asked about.
const isClose = (one: number, other: number) => Math.abs(one - other) < 5e-10

// Several promises look at one and the same window.
const MADE = new Map(NAMES.map((name) => [name, make(name)]))
const made = (name: string): ImuSample[] => MADE.get(name) ?? []
const column = (samples: readonly ImuSample[], axis: (typeof AXES)[number]) =>
  samples.map((sample) => sample[axis] as number)

describe('ATTACK_FAMILIES', () => {
  it('have names of their own and say what they are', () => {
    expect(new Set(NAMES).size).toBe(NAMES.length)
    expect(ATTACK_FAMILIES.every(({ description }) => description.length > 10)).toBe(true)
  })
  it.each(NAMES)('%s: a window like the person’s, finite, the same for the same seed', (name) => {
    const samples = made(name)
    if (!name.endsWith('-clock')) {
      expect(samples).toHaveLength(HUMAN.length)
      expect(samples.filter(({ t }, i) => !isClose(t, i * 20))).toEqual([])
    }
    expect(samples.length).toBeGreaterThan(100)
    for (const axis of AXES) expect(column(samples, axis).every(Number.isFinite)).toBe(true)
    expect(make(name)).toEqual(samples)
  })
  it.each(NAMES)('%s: rounds as the person’s device does', (name) => {
    const isRound = (value: number) => Math.abs(value - Math.round(value)) < 1e-6
    expect(made(name).filter(({ ax, rx = 0 }) => !isRound(ax * 100) || !isRound(rx * 10))).toEqual([])
  })
  it.each(NAMES)('%s: is another window than the person’s, unless it is a plain replay', (name) => {
    if (name.startsWith('replay-exact')) return
    const values = (samples: readonly ImuSample[]) => AXES.map((axis) => column(samples, axis))
    expect(values(made(name))).not.toEqual(values(HUMAN))
  })
  it.each(NAMES)('%s: answers null or a finite window to useless input', (name) => {
    const short = HUMAN.slice(0, 90)
    const constant = short.map(({ t }) => ({ t, ax: 1, ay: 2, az: 3, rx: 4, ry: 5, rz: 6 }))
    const huge = short.map((sample, i) => ({ ...sample, ax: i % 2 === 0 ? 1e11 : -1e11 }))
    const broken = short.map((sample) => ({ ...sample, ax: Number.NaN }))
    const withoutGyro = short.map(({ t, ax, ay, az }) => ({ t, ax, ay, az }))
    for (const human of [[], constant, huge, broken, withoutGyro, HUMAN.slice(0, 40)]) {
      for (const other of [short, []]) {
        const samples = attackFamily(name)?.make({ human, other, rateHz: 50 }, seededRandom(3)) ?? []
        expect(samples.filter(({ ax, rx = 0 }) => !Number.isFinite(ax) || !Number.isFinite(rx))).toEqual([])
      }
    }
  })
  it('count among replays only what a person moved', () => {
    const replays = ATTACK_FAMILIES.filter(({ kind }) => kind === 'replay').map(({ name }) => name)
    expect(replays.every((name) => name.startsWith('replay-'))).toBe(true)
    expect(replays.length).toBeGreaterThanOrEqual(8)
  })
})

describe('crossings', () => {
  it.each([
    'crossed-people',
    'shifted-gyroscope',
    'permuted-gyroscope',
    'flipped-gyroscope',
    'scaled-gyroscope',
    'derived-gyroscope',
    'smoothed-gyroscope',
    'noise-gyroscope',
    'reversed-gyroscope',
  ])('%s keeps the accelerometer and changes the gyroscope', (name) => {
    const samples = made(name)
    for (const axis of ['ax', 'ay', 'az'] as const) {
      expect(column(samples, axis).filter((value, i) => !isClose(value, HUMAN[i][axis]))).toEqual([])
    }
    expect(
      ['rx', 'ry', 'rz'].some((axis) => column(samples, axis as 'rx').some((v, i) => v !== HUMAN[i][axis as 'rx'])),
    ).toBe(true)
  })
  it('noise-accelerometer keeps the gyroscope', () => {
    column(made('noise-accelerometer'), 'rz').forEach((value, i) => expect(value).toBeCloseTo(HUMAN[i].rz as number, 9))
  })
  it('need a gyroscope', () => {
    const human = HUMAN.map(({ t, ax, ay, az }) => ({ t, ax, ay, az }))
    expect(attackFamily('crossed-people')?.make({ ...INPUTS, human }, seededRandom(1))).toBeNull()
    expect(attackFamily('crossed-people')?.make({ ...INPUTS, other: human }, seededRandom(1))).toBeNull()
    expect(attackFamily('noise-accelerometer')?.make({ ...INPUTS, human }, seededRandom(1))).toBeNull()
  })
  it('derive rotation from tilt: a phone slowly tipped over x turns about x', () => {
    const tipped = HUMAN.map(({ t }) => {
      const angle = (t / 1000) * 0.2
      return { t, ax: 0, ay: 9.81 * Math.sin(angle), az: 9.81 * Math.cos(angle), rx: 1, ry: 0, rz: 0 }
    })
    const seeds = Array.from({ length: 12 }, (_, seed) => make('derived-gyroscope', seed, { ...INPUTS, human: tipped }))
    const means = seeds.map((samples) => column(samples, 'rx').reduce((a, b) => a + b, 0) / samples.length)
    expect(means.some((mean) => Math.abs(Math.abs(mean) - 11.46) < 0.5)).toBe(true)
  })
})

describe('pieces and replays', () => {
  it('reversed plays backwards and keeps gravity', () => {
    column(made('reversed'), 'ay').forEach((value, i) => expect(value).toBeCloseTo(HUMAN[HUMAN.length - 1 - i].ay, 9))
  })
  it('spliced-own holds nothing but moments of the person when it does not fade', () => {
    const moments = new Set(HUMAN.map(({ ax, ay, rz }) => `${ax.toFixed(2)} ${ay.toFixed(2)} ${rz?.toFixed(1)}`))
    const share = (samples: readonly ImuSample[]) =>
      samples.filter(({ ax, ay, rz }) => moments.has(`${ax.toFixed(2)} ${ay.toFixed(2)} ${rz?.toFixed(1)}`)).length /
      samples.length
    const shares = Array.from({ length: 10 }, (_, seed) => share(make('spliced-own', seed)))
    expect(Math.max(...shares)).toBe(1)
    expect(Math.min(...shares)).toBeGreaterThan(0.5)
  })
  it('replay-gain scales every axis alike', () => {
    const samples = made('replay-gain')
    const size = (list: readonly ImuSample[]) => list.reduce((sum, { ay }) => sum + Math.abs(ay), 0)
    const gain = size(samples) / size(HUMAN)
    expect(gain).not.toBeCloseTo(1, 3)
    samples.forEach(({ ay }, i) => expect(Math.abs(ay - gain * HUMAN[i].ay)).toBeLessThan(0.05))
  })
  it('replay-rotation keeps the size of what both sensors feel', () => {
    made('replay-rotation').forEach(({ ax, ay, az, rx = 0, ry = 0, rz = 0 }, i) => {
      const was = HUMAN[i]
      expect(Math.hypot(ax, ay, az)).toBeCloseTo(Math.hypot(was.ax, was.ay, was.az), 1)
      expect(
        Math.abs(Math.hypot(rx, ry, rz) - Math.hypot(was.rx as number, was.ry as number, was.rz as number)),
      ).toBeLessThan(0.2)
    })
  })
  it('replay-warp comes back to the person by moving each sample a little in time', () => {
    const samples = made('replay-warp')
    for (let i = 50; i < 350; i += 10) {
      const near = HUMAN.slice(i - 25, i + 26).map(({ ay }) => ay)
      expect(samples[i].ay).toBeLessThanOrEqual(Math.max(...near) + 0.01)
      expect(samples[i].ay).toBeGreaterThanOrEqual(Math.min(...near) - 0.01)
    }
  })
  it('replay-crop begins later and ends with the beginning', () => {
    const samples = column(made('replay-crop'), 'ax')
    const from = column(HUMAN, 'ax').findIndex((_, i, all) =>
      samples.slice(0, 20).every((v, k) => Math.abs(v - all[i + k]) < 1e-9),
    )
    expect(from).toBeGreaterThan(10)
    expect(samples.at(-1)).toBeCloseTo(HUMAN[from - 1].ax, 9)
  })
})

describe('noise and waves', () => {
  it('copied-noise holds one shape on all axes, apart from scale and sign', () => {
    const exact = HUMAN.map((sample, i) => ({ ...sample, ax: sample.ax + 1e-7 * Math.sin(i) }))
    const alike = Array.from({ length: 10 }, (_, seed) => {
      const samples = make('copied-noise', seed, { ...INPUTS, human: exact })
      return Math.abs(correlation(column(samples, 'ax'), column(samples, 'rz')))
    })
    expect(Math.min(...alike)).toBeGreaterThan(0.85)
    expect(Math.max(...alike)).toBeGreaterThan(0.999)
  })
  it('white-noise has no memory, brownian has', () => {
    const memory = (name: string) => {
      const x = column(make(name, 4), 'ax')
      return correlation(x.slice(1), x.slice(0, -1))
    }
    expect(Math.abs(memory('white-noise'))).toBeLessThan(0.2)
    expect(memory('brownian')).toBeGreaterThan(0.6)
  })
  it('frozen changes in one sample at most', () => {
    const samples = made('frozen')
    for (const axis of AXES) expect(new Set(column(samples, axis)).size).toBeLessThanOrEqual(2)
  })
})

function correlation(a: readonly number[], b: readonly number[]): number {
  const centered = (x: readonly number[]) => x.map((value) => value - x.reduce((s, v) => s + v, 0) / x.length)
  const [x, y] = [centered(a), centered(b)]
  const product = (p: readonly number[], q: readonly number[]) => p.reduce((sum, value, i) => sum + value * q[i], 0)
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y))
}
