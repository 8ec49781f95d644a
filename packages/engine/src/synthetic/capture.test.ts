import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import { answerSceneOf, captureOf, sceneOf, strokesOf, unfoldStrokes } from './capture.ts'
import { syntheticPerson } from './person.ts'

const EXACT = { acceleration: 0, rotation: 0 }

describe('captureOf', () => {
  it('is the same for the same person and seed, and another for another', () => {
    const capture = (person: number, seed: number) => captureOf(syntheticPerson(person), seededRandom(seed))
    expect(capture(1, 2)).toEqual(capture(1, 2))
    expect(capture(1, 2)).not.toEqual(capture(1, 3))
    expect(capture(1, 2)).not.toEqual(capture(2, 2))
  })
  it.each([
    ['hold', 50, 8, 400],
    ['gesture', 60, 8, 480],
    ['walk', 100, 5, 500],
  ] as const)('gives %s at %d Hz for %d s as %d finite samples', (activity, rateHz, seconds, count) => {
    const samples = captureOf(syntheticPerson(4), seededRandom(1), { activity, rateHz, seconds })
    expect(samples).toHaveLength(count)
    expect(samples[1].t).toBeCloseTo(1000 / rateHz, 9)
    expect(samples.every((sample) => Object.values(sample).every(Number.isFinite))).toBe(true)
  })
  it('carries gravity, and moves more in a gesture than in a hold', () => {
    const spread = (activity: 'hold' | 'gesture') => {
      const samples = captureOf(syntheticPerson(5), seededRandom(1), { activity, rounding: EXACT })
      const sizes = samples.map(({ ax, ay, az }) => Math.hypot(ax, ay, az))
      const mean = sizes.reduce((a, b) => a + b, 0) / sizes.length
      expect(mean).toBeGreaterThan(9)
      expect(mean).toBeLessThan(16)
      return Math.sqrt(sizes.reduce((a, b) => a + (b - mean) ** 2, 0) / sizes.length)
    }
    expect(spread('gesture')).toBeGreaterThan(2 * spread('hold'))
  })
  it('rounds as a browser does unless told otherwise', () => {
    const [sample] = captureOf(syntheticPerson(6), seededRandom(1))
    expect(Math.abs(sample.ay * 10 - Math.round(sample.ay * 10))).toBeLessThan(1e-9)
    const [exact] = captureOf(syntheticPerson(6), seededRandom(1), { rounding: EXACT })
    expect(Math.abs(exact.ay * 10 - Math.round(exact.ay * 10))).toBeGreaterThan(1e-9)
  })
})

describe('strokesOf', () => {
  const strokes = (direction: string, seed = 1) =>
    strokesOf(syntheticPerson(7), [{ direction, atMs: 1000 }], seededRandom(seed), { rounding: EXACT })
  /** Mean over the first half of the stroke of what the phone feels beyond rest, along right and up. */
  const push = (direction: string) => {
    const samples = strokes(direction)
    const rest = samples.filter(({ t }) => t < 1000)
    const mean = (list: typeof samples, key: 'ax' | 'ay' | 'az') =>
      list.reduce((sum, s) => sum + s[key], 0) / list.length
    const moving = samples.filter(({ t }) => t > 1200 && t < 1500)
    const up = ['ay', 'az'] as const
    const size = Math.hypot(mean(rest, 'ay'), mean(rest, 'az'))
    return {
      right: mean(moving, 'ax') - mean(rest, 'ax'),
      up: up.reduce((sum, key) => sum + ((mean(moving, key) - mean(rest, key)) * mean(rest, key)) / size, 0),
    }
  }
  it('push the phone to the right and left, up and down', () => {
    expect(push('right').right).toBeGreaterThan(0.3)
    expect(push('left').right).toBeLessThan(-0.3)
    expect(push('up').up).toBeGreaterThan(0.3)
    expect(push('down').up).toBeLessThan(-0.3)
  })
  it('last a second and a half beyond the last cue', () => {
    expect(strokes('up').at(-1)?.t).toBeCloseTo(2500, -2)
    expect(strokesOf(syntheticPerson(7), [], seededRandom(1)).length).toBeGreaterThan(80)
  })
})

describe('unfoldStrokes', () => {
  const LATER = { direction: 'up', atMs: 9000 }
  const LAST = { direction: 'up', atMs: 4000 }
  const person = syntheticPerson(7)
  it('answers each list as strokesOf does', () => {
    const answer = unfoldStrokes(person, seededRandom(1), { rounding: EXACT })
    const lists = [
      [LATER, LATER, LAST],
      [{ direction: 'left', atMs: 500 }, LATER, LAST],
      [{ direction: 'left', atMs: 500 }, { direction: 'up-right', atMs: 1700 }, LAST],
    ]
    for (const strokes of lists) {
      const expected = strokesOf(person, strokes, seededRandom(1), { rounding: EXACT })
      const differences = answer(strokes).map((sample, i) =>
        Math.max(
          ...(['ax', 'ay', 'az', 'rx', 'ry', 'rz'] as const).map((axis) =>
            Math.abs((sample[axis] ?? 0) - (expected[i]?.[axis] ?? 99)),
          ),
        ),
      )
      expect(differences).toHaveLength(expected.length)
      expect(Math.max(...differences)).toBeLessThan(1e-6)
    }
  })
})

describe('sceneOf', () => {
  const scene = sceneOf(syntheticPerson(8), seededRandom(1), { rateHz: 50, rounding: EXACT })
  it('shows the hand to the camera 30 times a second', () => {
    expect(scene.camera).toHaveLength(241)
    expect(scene.camera[30].t).toBeCloseTo(1000, 9)
  })
  it('lets camera and sensors tell of one movement', () => {
    const up = scene.camera.map(({ y }) => y)
    const seen = up.map((_, k) => (k > 2 && k < up.length - 3 ? up[k + 3] - 2 * up[k] + up[k - 3] : 0))
    const felt = scene.camera.map(({ t }) => {
      const { ax, ay, az } = scene.imu[Math.min(399, Math.round(t / 20))]
      return Math.hypot(ax, ay, az) - 9.8
    })
    expect(correlation(seen, felt)).toBeGreaterThan(0.5)
  })
  it('gives 18 finite joints in each frame, head above hips above ankles', () => {
    for (const { joints } of scene.frames) {
      const list = joints as readonly { x: number; y: number; z?: number }[]
      expect(list).toHaveLength(18)
      expect(list.every(({ x, y, z }) => [x, y, z].every(Number.isFinite))).toBe(true)
      expect(list[0].y).toBeGreaterThan(list[9].y)
      expect(list[9].y).toBeGreaterThan(list[13].y)
    }
  })
  it('moves the wrist of the hand that holds the phone', () => {
    const wrist = syntheticPerson(8).body.rightHanded ? 8 : 7
    const travel = (joint: number) =>
      scene.frames.reduce((sum, { joints }, k) => {
        const before = scene.frames[Math.max(0, k - 1)].joints as readonly { x: number; y: number }[]
        const now = joints as readonly { x: number; y: number }[]
        return sum + Math.hypot(now[joint].x - before[joint].x, now[joint].y - before[joint].y)
      }, 0)
    expect(travel(wrist)).toBeGreaterThan(1.4 * travel(wrist === 8 ? 7 : 8))
  })
})

function correlation(a: readonly number[], b: readonly number[]): number {
  const centered = (x: readonly number[]) => x.map((value) => value - x.reduce((s, v) => s + v, 0) / x.length)
  const [x, y] = [centered(a), centered(b)]
  const product = (p: readonly number[], q: readonly number[]) => p.reduce((sum, value, i) => sum + value * q[i], 0)
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y))
}

describe('answerSceneOf', () => {
  it('answers with the strokes that the sensors alone would feel, seen by the camera for as long', () => {
    const strokes = [
      { direction: 'up', atMs: 500 },
      { direction: 'left', atMs: 2000 },
    ]
    const scene = answerSceneOf(syntheticPerson(3), strokes, seededRandom(5))
    expect(scene.imu).toEqual(strokesOf(syntheticPerson(3), strokes, seededRandom(5)))
    const [end, seenUntil] = [scene.imu, scene.frames].map((list) => list[list.length - 1].t)
    expect(Math.abs(end - seenUntil)).toBeLessThan(50)
    expect(scene.camera).toHaveLength(scene.frames.length)
  })
})
