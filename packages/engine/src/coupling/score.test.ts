import { describe, expect, it } from 'vitest'
import { type CameraSample, type ImuSample, readCamera, readImu } from '../capture.ts'
import { sigmoid } from '../math/likelihood.ts'
import { normal, seededRandom } from '../random.ts'
import { sceneOf, syntheticPerson } from '../synthetic/unmarked.ts'
import {
  limitLogOdds,
  mergePValues,
  computeLogOdds,
  couplingScore,
  describeEquipment,
  judgeCoupling,
  computePValue,
  computeTreesLogit,
} from './score.ts'
import type { Window } from './streams.ts'

const SCENES = [1, 2, 3, 4, 5, 6].map((seed) => sceneOf(syntheticPerson(seed), seededRandom(seed), { seconds: 4 }))
const [SCENE] = SCENES
const LONG = sceneOf(syntheticPerson(7), seededRandom(7), { seconds: 10 })

const delayed = (camera: readonly CameraSample[], ms: number) =>
  camera.map((sample) => ({ ...sample, t: sample.t + ms }))

describe('couplingScore', () => {
  it.each(SCENES.map((scene, i) => [i, scene] as const))(
    'is above 0.9 for the camera of the same moment (%d)',
    (_, { imu, camera }) => {
      const { score, p, status, reason } = couplingScore(imu, camera)
      expect(score).toBeGreaterThan(0.9)
      expect(p).toBeLessThan(0.05)
      expect([status, reason]).toEqual(['ok', null])
    },
  )

  it.each(SCENES.map((scene, i) => [i, scene] as const))(
    'is below 0.1 for the camera of another moment (%d)',
    (i, { imu }) => {
      const { score, p } = couplingScore(imu, SCENES[(i + 1) % SCENES.length].camera)
      expect(score).toBeLessThan(0.1)
      expect(p).toBeGreaterThan(0.05)
    },
  )

  it.each([-60, 0, 40, 100, 150])('tells that the camera is %d ms late', (ms) => {
    const { lagMs, score } = couplingScore(SCENE.imu, delayed(SCENE.camera, ms))
    expect(Math.abs(lagMs - ms)).toBeLessThan(20)
    expect(score).toBeGreaterThan(0.5)
  })

  it('falls for a camera that is two seconds late', () => {
    expect(couplingScore(LONG.imu, delayed(LONG.camera, 2000)).score).toBeLessThan(0.1)
  })

  it('does not depend on the unit, the origin, the mirror or the downward axis of the camera', () => {
    const { score } = couplingScore(SCENE.imu, SCENE.camera)
    const pixels = SCENE.camera.map(({ t, x, y, z }) => ({ t, x: 300 - 800 * x, y: 200 - 800 * y, z: 800 * (z ?? 0) }))
    expect(couplingScore(SCENE.imu, pixels).score).toBeCloseTo(score, 6)
  })

  it('does not depend on when the clock was started', () => {
    const later = (list: readonly { t: number }[]) => list.map((sample) => ({ ...sample, t: sample.t + 1_000_000 }))
    const moved = couplingScore(later(SCENE.imu) as ImuSample[], later(SCENE.camera) as CameraSample[])
    expect(moved.score).toBeCloseTo(couplingScore(SCENE.imu, SCENE.camera).score, 9)
  })

  it('is surer of ten seconds than of their first half', () => {
    const half = couplingScore(
      LONG.imu.filter(({ t }) => t < 5000),
      LONG.camera,
    )
    const whole = couplingScore(LONG.imu, LONG.camera)
    expect(whole.score).toBeGreaterThan(half.score)
    expect(whole.p).toBeLessThan(half.p)
  })

  it('still knows the same moment without depth, and without a gyroscope', () => {
    const flat = SCENE.camera.map(({ t, x, y }) => ({ t, x, y }))
    const plain = SCENE.imu.map(({ t, ax, ay, az }) => ({ t, ax, ay, az }))
    for (const [imu, camera] of [
      [SCENE.imu, flat],
      [plain, SCENE.camera],
      [plain, flat],
    ] as const) {
      const other = SCENES[1].camera.map(({ t, x, y, z }) => (camera === flat ? { t, x, y } : { t, x, y, z: z ?? 0 }))
      expect(couplingScore(imu, camera).score).toBeGreaterThan(couplingScore(imu, other).score)
    }
  })

  it('is below 0.1 for a camera that sees no movement', () => {
    const still = SCENE.camera.map(({ t }) => ({ t, x: 0.5, y: 0.5, z: 1 }))
    expect(couplingScore(SCENE.imu, still).score).toBeLessThan(0.1)
  })

  it('is below 0.1 for noise', () => {
    const random = seededRandom(9)
    const noise = SCENE.camera.map(({ t }) => ({ t, x: normal(random), y: normal(random), z: normal(random) }))
    expect(couplingScore(SCENE.imu, noise).score).toBeLessThan(0.1)
  })

  it('is insufficient where the sensor hardly moved', () => {
    const resting = SCENE.imu.map(({ t }, i) => ({ t, ax: 0.01 * (i % 2), ay: 0, az: 9.81, rx: 0, ry: 0, rz: 0 }))
    expect(couplingScore(resting, SCENE.camera)).toEqual({
      score: 0,
      lagMs: 0,
      p: 1,
      status: 'insufficient',
      reason: 'the sensor hardly moved',
    })
  })

  it('names the missing stream', () => {
    expect(couplingScore(SCENE.imu, [])).toEqual({
      score: 0,
      lagMs: 0,
      p: 1,
      status: 'insufficient',
      reason: 'there are no camera samples',
    })
  })

  it('answers the same again', () => {
    expect(couplingScore(LONG.imu, LONG.camera)).toEqual(couplingScore(LONG.imu, LONG.camera))
  })

  it.each([
    [null, undefined],
    ['imu', 'camera'],
    [{}, {}],
    [[null], [null]],
    [SCENE.imu, [{ t: 0 }]],
    [SCENE.imu, SCENE.camera.map((s) => ({ ...s, x: Number.POSITIVE_INFINITY }))],
    [SCENE.imu, SCENE.camera.map((s) => ({ ...s, x: 1e6 * s.x, y: -1e6, z: 1e-300 }))],
    [SCENE.imu.map((s) => ({ ...s, ax: 999, rx: 19_999 })), SCENE.camera],
    [SCENE.imu, Array.from({ length: 4000 }, (_, t) => ({ t, x: Math.sin(t / 100), y: 0 }))],
    [SCENE.imu, SCENE.camera.toReversed()],
  ])('gives finite figures in their range whatever comes in (%#)', (imu, camera) => {
    const { score, lagMs, p } = couplingScore(imu as ImuSample[], camera as CameraSample[])
    expect(score >= 0 && score <= 1 && p > 0 && p <= 1 && Math.abs(lagMs) <= 300).toBe(true)
  })
})

describe('judgeCoupling', () => {
  it('adds the log odds of all windows and combines their ranks', () => {
    const model = { trees: [[0, 1e9, 0, 1e9, 2000, 0, 0, 0, 0, 0]], slope: 0.5, offset: -0.25, apart: [-1, 0, 3] }
    const parameters = { gyroDepth: model, gyroFlat: model, accelerationDepth: model, accelerationFlat: model }
    const { score, p } = judgeCoupling(parameters, readImu(LONG.imu), readCamera(LONG.camera))
    // Three windows of log odds 0.5·2000/1000 - 0.25 each, and p = 2/4 each.
    expect(score).toBeCloseTo(1 / (1 + Math.exp(-3 * 0.75)), 12)
    const h = 3 * Math.log(2)
    expect(p).toBeCloseTo(0.125 * (1 + h + (h * h) / 2), 12)
  })
})

describe('equipmentOf', () => {
  it.each([
    [true, 3, 'gyroDepth'],
    [true, 2, 'gyroFlat'],
    [false, 3, 'accelerationDepth'],
    [false, 2, 'accelerationFlat'],
  ] as const)('gyroscope %s and %d camera columns are judged as %s', (gyro, width, expected) => {
    const columns = Array.from({ length: width }, () => new Float64Array(2))
    const window: Window = {
      n: 2,
      base: [],
      turning: gyro ? new Float64Array(2) : null,
      frames: { t: new Float64Array(2), columns },
    }
    expect(describeEquipment(window)).toBe(expected)
  })
})

describe('computeLogOdds', () => {
  it('scales the sum of the trees and adds the offset', () => {
    const trees = [
      [0, 1, 1, 5, 10, 20, 1, 5, 30, 40],
      [1, 0, 0, 0, 1, 2, 0, 0, 3, 4],
    ]
    const model = { trees, slope: 0.5, offset: -1, apart: [] }
    // First tree: 0.5 < 1, then 7 ≥ 5 gives 20; second: 7 ≥ 0, then 0.5 ≥ 0 gives 4: 24 thousandths.
    expect(computeLogOdds(Float64Array.of(0.5, 7), model)).toBeCloseTo(0.5 * 0.024 - 1, 12)
  })
})

describe('capLogOdds', () => {
  it.each([
    [9, 0.5, 3],
    [2, 0.5, 2],
    [12, 0.9, 3 + 3 * Math.log(9)],
    [1, 0.25, 3 - 3 * Math.log(3)],
    [-7, 0.25, -7],
    [9, 0, 3 + 3 * Math.log(1e-6 / (1 - 1e-6))],
    [9, 1, 9],
    [99, 1, 3 + 3 * Math.log((1 - 1e-6) / 1e-6)],
  ])('of %d with %d explained is %d', (logOdds, explained, expected) => {
    expect(limitLogOdds(logOdds, explained)).toBeCloseTo(expected, 6)
  })
})

describe('pValue', () => {
  it.each([
    [5, 1 / 5],
    [3, 2 / 5],
    [2.5, 2 / 5],
    [-9, 5 / 5],
  ])('of %d among 0, 1, 2 and 3 is %d', (logOdds, expected) => {
    expect(computePValue(logOdds, [0, 1, 2, 3])).toBeCloseTo(expected, 12)
  })
})

describe('combinePValues', () => {
  it('leaves a single p-value as it is', () => {
    expect(mergePValues([0.03])).toBeCloseTo(0.03, 12)
  })

  it('is pq(1 - ln pq) for two, as Fisher’s method gives', () => {
    expect(mergePValues([0.1, 0.2])).toBeCloseTo(0.02 * (1 - Math.log(0.02)), 12)
  })

  it('is p(1 + h + h²/2) for three with h the sum of the negative logarithms', () => {
    const h = -Math.log(0.5 * 0.4 * 0.3)
    expect(mergePValues([0.5, 0.4, 0.3])).toBeCloseTo(0.06 * (1 + h + (h * h) / 2), 12)
  })

  it('never exceeds 1', () => {
    expect(mergePValues([1, 1, 1, 1])).toBe(1)
  })
})

describe('sigmoid', () => {
  it.each([
    [0, 0.5],
    [Math.log(3), 0.75],
    [-Math.log(3), 0.25],
    [-1e4, 0],
    [1e4, 1],
  ])('of log odds %d is %d', (logOdds, expected) => {
    expect(sigmoid(logOdds)).toBeCloseTo(expected, 12)
  })
})

// Feature 0 against 1; then under it feature 1 against 5, else feature 1 against 8.
const TREE = [0, 1, 1, 5, 10, 20, 1, 8, 30, 40]

describe('treesLogit', () => {
  it.each([
    [0, 0, 0.01],
    [0, 5, 0.02],
    [0, 7, 0.02],
    [1, 5, 0.03],
    [1, 8, 0.04],
    [2, 7, 0.03],
    [2, 9, 0.04],
  ])('answers %d and %d by two questions, where the threshold itself is not under: %d', (first, second, expected) => {
    expect(computeTreesLogit([TREE], Float64Array.of(first, second))).toBeCloseTo(expected, 12)
  })
  it('adds the answers of all trees, in thousandths', () => {
    expect(computeTreesLogit([TREE, TREE, TREE], Float64Array.of(2, 9))).toBeCloseTo(0.12, 12)
    expect(computeTreesLogit([], Float64Array.of(2, 9))).toBe(0)
  })
})
