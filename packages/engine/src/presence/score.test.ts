import { describe, expect, it, vi } from 'vitest'
import { type ImuSample, readImu } from '../capture.ts'
import { normal, seededRandom } from '../random.ts'
import { measureSimulation } from '../simulation/index.ts'
import { captureOf, sceneOf, syntheticPerson } from '../synthetic/unmarked.ts'
import { FEATURES, computePresenceVector, scaleFeatures } from './features.ts'
import { presenceFindings } from './findings.ts'
import { findPopulation } from './model.ts'
import { selectPresenceMotion, splitWindows } from './motion-windows.ts'
import { getEntropyScore, toEvenClock, PARTS, scoreParts, presenceScore, scoreWindow } from './score.ts'

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

const SEEDS = [1, 2, 3, 4, 5, 6]

const WALKS = new Map<string, ImuSample[]>()

/** Made once for a seed and a length; most promises walk with the same people. */
function walk(seed: number, seconds = 8): ImuSample[] {
  const key = `${seed} ${seconds}`
  const known = WALKS.get(key) ?? captureOf(syntheticPerson(seed), seededRandom(seed), { activity: 'walk', seconds })
  WALKS.set(key, known)
  return known
}

const SCORES = new Map<readonly ImuSample[], number>()

function scoreOf(imu: readonly ImuSample[]): number {
  const known = SCORES.get(imu) ?? presenceScore({ imu }).score
  SCORES.set(imu, known)
  return known
}

/** The same motion, a thirtieth as strong. */
function calmed(samples: readonly ImuSample[]): ImuSample[] {
  const [{ ax, ay, az }] = samples
  return samples.map((s) => ({
    t: s.t,
    ax: ax + (s.ax - ax) / 30,
    ay: ay + (s.ay - ay) / 30,
    az: az + (s.az - az) / 30,
    rx: (s.rx ?? 0) / 30,
    ry: (s.ry ?? 0) / 30,
    rz: (s.rz ?? 0) / 30,
  }))
}

function noisy(samples: readonly ImuSample[], acceleration: number, degrees: number): ImuSample[] {
  const random = seededRandom(99)
  const a = () => acceleration * normal(random)
  const r = () => degrees * normal(random)
  return samples.map(({ t, ax, ay, az, rx = 0, ry = 0, rz = 0 }) => {
    return { t, ax: ax + a(), ay: ay + a(), az: az + a(), rx: rx + r(), ry: ry + r(), rz: rz + r() }
  })
}

describe('presenceScore', () => {
  it.each(SEEDS)('answers for synthetic person %d with numbers between 0 and 1', (seed) => {
    const { status, reason, ...numbers } = presenceScore({ imu: walk(seed) })
    expect({ status, reason }).toEqual({ status: 'ok', reason: null })
    expect(Object.keys(numbers).toSorted()).toEqual([
      'bioPerturb',
      'freqEntropy',
      'microTiming',
      'noiseResidual',
      'score',
    ])
    for (const value of Object.values(numbers)) {
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(1)
    }
  })

  it('ranks walking synthetic people far above noise of the same size', () => {
    const people = SEEDS.map((seed) => scoreOf(walk(seed)))
    const noise = SEEDS.map((seed) => scoreOf(shuffled(walk(seed), seed)))
    expect(Math.min(...people)).toBeGreaterThan(Math.max(...noise))
    expect(Math.max(...noise)).toBeLessThan(0.05)
  })

  it.each([
    [0.3, 5],
    [1, 20],
    [3, 60],
    [10, 200],
  ])('is never raised by noise of %d m/s² and %d °/s', (acceleration, degrees) => {
    for (const seed of SEEDS) {
      const plain = walk(seed)
      expect(scoreOf(noisy(plain, acceleration, degrees))).toBeLessThanOrEqual(scoreOf(plain))
    }
  })

  it('is never raised by one axis on all the others, and such a capture does not pass', () => {
    for (const seed of SEEDS) {
      const plain = walk(seed)
      const both = scoreOf(plain.map((s) => ({ ...s, ay: s.ax, az: s.ax, ry: s.rx ?? 0, rz: s.rx ?? 0 })))
      expect(scoreOf(plain.map((s) => ({ ...s, ay: s.ax, az: s.ax })))).toBeLessThanOrEqual(scoreOf(plain))
      expect(scoreOf(plain.map((s) => ({ ...s, ry: s.rx ?? 0, rz: s.rx ?? 0 })))).toBeLessThanOrEqual(scoreOf(plain))
      expect(both).toBeLessThan(0.05)
    }
  })

  it('is insufficient, with its reason, without a gyroscope', () => {
    const imu = walk(1).map(({ t, ax, ay, az }) => ({ t, ax, ay, az }))
    expect(presenceScore({ imu })).toEqual({
      score: 0,
      microTiming: 0,
      noiseResidual: 0,
      freqEntropy: 0,
      bioPerturb: 0,
      status: 'insufficient',
      reason: expect.stringContaining('no gyroscope'),
    })
  })

  it.each([18, 20, 30, 39])(
    'says of %d samples a second that they come too slowly, and not that nobody is there',
    (rateHz) => {
      const imu = captureOf(syntheticPerson(1), seededRandom(1), { activity: 'walk', rateHz })
      const reason = `This browser delivers motion too slowly (${rateHz} Hz). Try another browser or phone.`
      expect(presenceScore({ imu })).toMatchObject({ score: 0, status: 'insufficient', reason })
      expect(getEntropyScore(imu)).toBeNull()
      expect(presenceFindings({ imu })).toEqual([])
      expect(measureSimulation({ imu })).toBeNull()
    },
  )

  it.each([41, 50, 60, 100])('judges %d samples a second', (rateHz) => {
    const imu = captureOf(syntheticPerson(1), seededRandom(1), { activity: 'walk', rateHz })
    expect(presenceScore({ imu }).status).toBe('ok')
  })

  it('asks people who hold the phone still to move, and does not pass noise over it', () => {
    for (const seed of SEEDS) {
      const held = calmed(walk(seed))
      const reason = 'The phone hardly moved. Move more.'
      expect(presenceScore({ imu: held })).toMatchObject({ score: 0, status: 'insufficient', reason })
      expect(getEntropyScore(held)).toBeNull()
      for (const [acceleration, degrees] of [
        [0.3, 5],
        [1, 20],
        [3, 60],
      ])
        expect(scoreOf(noisy(held, acceleration, degrees))).toBeLessThan(0.05)
    }
  })

  it('judges a phone that is pushed about without being turned', () => {
    const imu = walk(1).map((sample, i) => ({ ...sample, rx: i % 2, ry: 0, rz: 0 }))
    expect(presenceScore({ imu })).toMatchObject({ status: 'ok', reason: null })
  })

  it('does not pass a gyroscope that stands still or an accelerometer that does', () => {
    for (const seed of SEEDS) {
      expect(scoreOf(walk(seed).map((s) => ({ ...s, rx: 0, ry: 0, rz: 0 })))).toBeLessThan(0.05)
      expect(scoreOf(walk(seed).map((s) => ({ ...s, ax: 0, ay: 0, az: 9.8 })))).toBeLessThan(0.05)
    }
  })

  it('is never raised by moving times about between the first and the last', () => {
    for (const seed of SEEDS) {
      const plain = walk(seed)
      const random = seededRandom(seed)
      const times = plain.map(({ t }) => t)
      const jittered = times.map((t, i) => (i === 0 || i === times.length - 1 ? t : t + 12 * (random() - 0.5)))
      const drawn = [times[0], ...times.slice(2).map(() => (times.at(-1) ?? 0) * random()), times.at(-1) ?? 0]
      for (const clock of [jittered, drawn.toSorted((a, b) => a - b)]) {
        const played = plain.map((sample, i) => ({ ...sample, t: clock[i] }))
        expect(scoreOf(played)).toBeLessThanOrEqual(scoreOf(plain))
      }
    }
  })

  it('is insufficient for reversed, frozen, short and missing captures', () => {
    const samples = walk(2)
    const reversed = samples.map((sample, i) => ({ ...sample, t: samples[samples.length - 1 - i].t }))
    for (const imu of [reversed, samples.map((s) => ({ ...samples[0], t: s.t })), samples.slice(0, 100), []]) {
      const { status, reason, score } = presenceScore({ imu })
      expect({ status, score }).toEqual({ status: 'insufficient', score: 0 })
      expect(reason).not.toBe('')
    }
    expect(presenceScore({}).status).toBe('insufficient')
  })

  it('takes the mean over the windows of a long capture', () => {
    const long = walk(3, 20)
    const even = { rate: 1000 / 60, windows: [0, 4, 8, 12] }
    const parts = even.windows.map((from) =>
      scoreOf(long.filter(({ t }) => t >= 1000 * from && t < 1000 * from + 8000)),
    )
    const mean = parts.reduce((sum, score) => sum + score, 0) / parts.length
    expect(scoreOf(long)).toBeCloseTo(mean, 0)
    expect(scoreOf([...long.slice(0, 600), ...shuffled(long.slice(600), 1)])).toBeLessThan(scoreOf(long))
  })

  it('is the mean of all windows among people of their length, or that on an even clock where it is lower', () => {
    const samples = walk(3, 11)
    const random = seededRandom(5)
    const jittered = samples.map((s, i) => ({ ...s, t: s.t + (i % 7 === 0 ? 9 * random() : 0) }))
    for (const imu of [samples, jittered, walk(2, 5)]) {
      const clocks = [imu, toEvenClock(imu) ?? imu].map((clock) => {
        const motion = selectPresenceMotion(readImu(clock), 4000)
        if (motion.status === 'insufficient') throw new Error(motion.reason)
        const scores = splitWindows(motion).map((window) => scoreWindow(window, findPopulation(window.n)))
        return scores.reduce((sum, score) => sum + score, 0) / scores.length
      })
      expect(scoreOf(imu)).toBeCloseTo(Math.min(...clocks), 12)
    }
  })

  it('is that on the even clock for motion that is human only at the times it claims', () => {
    const plain = walk(3)
    // Its own motion, read slower and quicker in turn, under the times at which it really was so.
    const claimed = plain.slice(60, -60).map((_, i) => {
      const at = i + 60 + 30 * Math.sin(i / 30)
      const [before, after, share] = [plain[Math.floor(at)], plain[Math.floor(at) + 1], at - Math.floor(at)]
      const between = (name: keyof ImuSample) =>
        (before[name] ?? 0) + share * ((after[name] ?? 0) - (before[name] ?? 0))
      const [t, ax, ay, az, rx, ry, rz] = (['t', 'ax', 'ay', 'az', 'rx', 'ry', 'rz'] as const).map(between)
      return { t, ax, ay, az, rx, ry, rz }
    })
    const motion = selectPresenceMotion(readImu(claimed), 4000)
    if (motion.status === 'insufficient') throw new Error(motion.reason)
    const [window] = splitWindows(motion)
    const even = toEvenClock(claimed) ?? []
    expect(scoreOf(even)).toBeLessThan(scoreWindow(window, findPopulation(window.n)))
    expect(presenceScore({ imu: claimed })).toEqual(presenceScore({ imu: even }))
    expect(presenceScore({ imu: claimed })).toMatchObject({ status: 'ok', reason: null })
  })

  it('says of nothing at all that there are no samples', () => {
    const nothing = presenceScore({})
    expect(nothing).toMatchObject({ status: 'insufficient', score: 0 })
    for (const odd of [null, undefined, { imu: [] }, { imu: null }])
      expect(presenceScore(odd as never)).toEqual(nothing)
    expect(presenceScore({ frames: [] }).reason).not.toBe(nothing.reason)
  })

  it('has parts that are the means of those of its windows', () => {
    const imu = walk(3, 11)
    const motion = selectPresenceMotion(readImu(imu), 4000)
    if (motion.status === 'insufficient') throw new Error(motion.reason)
    const windows = splitWindows(motion).map(({ channels, n, hasGravity }) => {
      const people = findPopulation(n)
      return scoreParts(scaleFeatures(computePresenceVector(channels, n), hasGravity, people.spreads), FEATURES, people)
    })
    expect(windows.length).toBeGreaterThan(1)
    expect(toEvenClock(imu)).toBeNull()
    const found = presenceScore({ imu })
    for (const name of PARTS) {
      const mean = windows.reduce((sum, window) => sum + window[name], 0) / windows.length
      expect(found[name]).toBeCloseTo(mean, 12)
    }
  })

  it('judges landmarks where there are no motion samples', () => {
    const { frames } = sceneOf(syntheticPerson(5), seededRandom(5), { activity: 'gesture' })
    expect(presenceScore({ frames }).status).toBe('ok')
    expect(presenceScore({ imu: [], frames }).status).toBe('ok')
    expect(presenceScore({ imu: walk(1).slice(0, 9), frames }).status).toBe('insufficient')
  })
})

describe('getEntropyScore', () => {
  it('is null for less than two seconds, for no gyroscope and for nothing', () => {
    expect(getEntropyScore(walk(1).slice(0, 119))).toBeNull()
    expect(getEntropyScore(walk(1).slice(0, 121))).not.toBeNull()
    expect(getEntropyScore(walk(1).map(({ t, ax, ay, az }) => ({ t, ax, ay, az })))).toBeNull()
    expect(getEntropyScore([])).toBeNull()
    expect(getEntropyScore(null as unknown as ImuSample[])).toBeNull()
  })
  it('looks at the newest three seconds only', () => {
    const samples = walk(4)
    const newest = samples.filter(({ t }) => t >= (samples.at(-1)?.t ?? 0) - 3000)
    const before = shuffled(samples, 3).slice(0, samples.length - newest.length)
    expect(getEntropyScore([...before, ...newest])).toBe(getEntropyScore(newest))
    const later = shuffled(samples, 3).map((sample) => ({ ...sample, t: sample.t + 9000 }))
    const newestLater = later.filter(({ t }) => t >= (later.at(-1)?.t ?? 0) - 3000)
    expect(getEntropyScore([...newest, ...later])).toBe(getEntropyScore(newestLater))
    expect(getEntropyScore(newestLater)).toBeLessThan(0.2)
  })
  it('ranks walking people above noise', () => {
    const mean = (scores: (number | null)[]) =>
      scores.reduce((sum: number, score) => sum + (score ?? 0), 0) / scores.length
    const people = mean(SEEDS.map((seed) => getEntropyScore(walk(seed))))
    const noise = mean(SEEDS.map((seed) => getEntropyScore(shuffled(walk(seed), seed))))
    expect(people).toBeGreaterThan(noise + 0.4)
    expect(noise).toBeLessThan(0.1)
  })
})

/** The same values at the same times in random order. */
function shuffled(samples: readonly ImuSample[], seed: number): ImuSample[] {
  const random = seededRandom(seed)
  const order = samples.map((_, i) => ({ i, at: random() })).toSorted((a, b) => a.at - b.at)
  return samples.map(({ t }, k) => ({ ...samples[order[k].i], t }))
}
