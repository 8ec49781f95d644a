import { describe, expect, it } from 'vitest'
import { bandPass, smoothLocally } from '../math/smoothing.ts'
import { normal, seededRandom } from '../random.ts'
import { fitElastically, fitFrameTimes } from './alignment.ts'
import { compareWindow, toSensorBands, computeQuantileTimes, computeShapeFeatures } from './features.ts'
import {
  findBestFit,
  findBestLag,
  computeDerivative,
  computeEnergy,
  filterBaseSeries,
  type Fit,
  MAIN,
  computeNorms,
  predict,
  QUICK,
  SLOW,
  SLOWEST,
} from './fit.ts'
import { toGrid, computeVelocity, type Window } from './streams.ts'

const n = 200
const LATE = 4
const swing = (i: number) => {
  // At rest, then two seconds of movement, then at rest again.
  const life = Math.exp(-(((i - 100) / 35) ** 4))
  return [0.3 * life * Math.sin(i / 7), 0.2 * life * Math.cos(i / 6), 0.25 * life * Math.sin(i / 9 + 1)]
}
const column = (c: number, late = 0) => Float64Array.from({ length: n }, (_, i) => swing(i - late)[c])
const felt = [0, 1, 2].map((c) => computeDerivative(column(c)))
const turning = computeNorms(felt)

function windowOf(columns: readonly Float64Array[], withTurning = true): Window {
  const t = Float64Array.from({ length: 100 }, (_, k) => 2 * k)
  return {
    n,
    base: [felt],
    turning: withTurning ? turning : null,
    frames: { t, columns: columns.map((axis) => t.map((i) => axis[i])) },
  }
}

const OWN = windowOf([0, 2, 1].map((c) => column(c, LATE)))
const { values, lagMs, speed, explained } = compareWindow(OWN)

describe('compareWindow', () => {
  it('gives 58 numbers, the lag in ms and the sensor’s speed', () => {
    expect(values).toHaveLength(58)
    expect(Math.abs(lagMs - 20 * LATE)).toBeLessThan(4)
    expect(speed).toBeGreaterThan(0.5)
    expect(speed).toBeLessThan(2)
    expect(Math.log(1.02 - explained)).toBeCloseTo(Math.min(values[0], values[3], values[10]), 9)
  })

  it('starts with what one lag leaves unexplained, the lag, and how far it stands out', () => {
    expect(values[0]).toBeLessThan(Math.log(0.04))
    expect(values[1]).toBe(LATE)
    expect(values[2]).toBeGreaterThan(0.2)
    expect(values[2]).toBeLessThan(1)
  })

  it('goes on with the changing lag: unexplained, misfit, travel, mean, spread, drift, wander', () => {
    const [unexplained, misfit, travel, mean, spread, drift, wander] = values.slice(3, 10)
    expect(unexplained).toBeLessThan(Math.log(0.04))
    expect(misfit).toBeLessThan(0.1)
    expect(travel).toBeLessThan(0.05)
    expect(mean).toBeCloseTo(LATE, 0)
    expect(spread).toBeLessThan(0.7)
    expect(Math.abs(drift)).toBeLessThan(0.02)
    expect(wander).toBeLessThanOrEqual(spread)
  })

  it('goes on with free frame times: frames taken earlier than they say, no gap', () => {
    const [unexplained, misfit, change, prior, slope, mean, spread, gaps, longest, ...quarters] = values.slice(10, 22)
    expect(unexplained).toBeLessThan(Math.log(0.05))
    expect(misfit).toBeLessThan(0.3)
    expect(change).toBeGreaterThanOrEqual(0)
    expect(prior).toBeGreaterThan(0)
    expect(slope).toBe(0)
    expect(mean).toBeLessThan(0)
    expect(spread).toBeLessThan(4)
    expect(gaps).toBe(0)
    expect(longest).toBeLessThanOrEqual(2)
    expect(quarters[1]).toBeCloseTo(-LATE, -0.7)
  })

  it('ends with how late shares of the energy come, against what the velocity and the turning tell', () => {
    const late = values.slice(48, 58)
    for (const share of [1, 2, 3, 6, 7, 8]) expect(Math.abs(late[share] - LATE)).toBeLessThanOrEqual(2)
  })

  it('explains less of another movement, and needs more warping for it', () => {
    const other = compareWindow(windowOf([1, 0, 2].map((c) => column(c).map((_, i) => swing(1.4 * i - 40)[c])))).values
    for (const k of [0, 3, 4, 5, 10, 11]) expect(other[k]).toBeGreaterThan(values[k])
  })

  it('leaves 0 where there is no gyroscope', () => {
    const without = compareWindow(
      windowOf(
        OWN.frames.columns.map((_, c) => column([0, 2, 1][c], LATE)),
        false,
      ),
    ).values
    expect(without[23]).toBe(0)
    expect(without.slice(53)).toEqual(new Float64Array(5))
    expect(without[0]).toBe(values[0])
  })

  it('is finite for a still camera and for a still sensor', () => {
    const still = compareWindow(windowOf([0, 1, 2].map(() => new Float64Array(n))))
    expect(still.values.every(Number.isFinite)).toBe(true)
    expect(still.explained).toBe(0)
    const resting = compareWindow({ ...OWN, base: [felt.map(() => new Float64Array(n))], turning: new Float64Array(n) })
    expect(resting.values.every(Number.isFinite)).toBe(true)
    expect(resting.speed).toBe(0)
  })
})

describe('frames that were lost', () => {
  /** Frames every 2 steps of 20 ms of which some in the middle are lost, while the others say that they came evenly. */
  function losing(lost: number): Window {
    const t = Float64Array.from({ length: 90 }, (_, k) => 2 * k)
    const columns = [0, 2, 1].map((c) => t.map((time) => swing(time < 90 ? time : time + 2 * lost)[c]))
    return { n, base: [felt], turning, frames: { t, columns } }
  }

  it.each([
    [1, 0],
    [2, 1],
  ])('%d at once make a step that is two steps longer for each, and %d gaps of more than two', (lost, gaps) => {
    const found = compareWindow(losing(lost)).values
    expect(found[18]).toBe(2 * lost)
    expect(found[17]).toBe(gaps)
  })

  it('four at once make a step that is longer still', () => {
    expect(compareWindow(losing(4)).values[18]).toBeGreaterThan(4)
  })
})

describe('a camera without depth', () => {
  it('is held against the energy of the directions it sees, not of a later movement in depth', () => {
    const burst = (middle: number) =>
      Float64Array.from({ length: n }, (_, i) => Math.exp(-(((i - middle) / 15) ** 2)) * Math.sin(i / 5))
    const [early, late] = [burst(60), burst(140)]
    const base = [[early, late, early].map(computeDerivative)]
    const { frames } = windowOf([early, early])
    const shares = compareWindow({ n, base, turning: null, frames }).values.slice(48, 53)
    for (const share of shares) expect(Math.abs(share)).toBeLessThanOrEqual(2)
  })
})

describe('the numbers of an uneven, noisy camera', () => {
  const random = seededRandom(4)
  /** Frames that lose a stretch, come later and later and tremble. */
  function uneven(): Window {
    const t = Float64Array.from({ length: 90 }, (_, k) => 2.1 * k)
    const taken = Array.from(t, (time, k) => 0.96 * time - 2 + (k > 50 ? 5 : 0))
    const columns = [0, 2, 1].map((c) => Float64Array.from(taken, (i) => swing(i)[c] + 0.004 * normal(random)))
    return { n, base: [felt], turning, frames: { t, columns } }
  }
  const window = uneven()

  function parts() {
    const base = filterBaseSeries(window.base, MAIN)
    const raw = computeVelocity(window.frames, toGrid(n))
    const camera = bandPass(raw, MAIN)
    const rigid = findBestLag(base, camera)
    const sensor = toSensorBands(base, turning, camera.length)
    const start = { base, camera, fitter: sensor.whole, start: rigid.fit }
    const elastic = fitElastically(window, start)
    const reframed = fitFrameTimes(window, { ...start, raw })
    return { base, raw, camera, rigid, sensor, elastic, reframed }
  }
  const unexplained = ({ explained: share }: Fit) => Math.log(1.02 - Math.min(1, share))
  const closeTo = (found: Float64Array, expected: readonly number[]) => {
    expect(found).toHaveLength(expected.length)
    expected.forEach((value, i) => expect(found[i], `${i}`).toBeCloseTo(value, 8))
  }

  it('begin with the rigid fit and the moments of the changing lag where there is movement', () => {
    const { base, rigid, elastic } = parts()
    const speeds = computeNorms(predict(base, elastic.fit))
    const weight = Array.from(speeds, (one) => one * one)
    const total = weight.reduce((sum, w) => sum + w, 0)
    const mean = (of: (i: number) => number) => weight.reduce((sum, w, i) => sum + w * of(i), 0) / total
    const [lag, time] = [mean((i) => elastic.lags[i]), mean((i) => i)]
    const spread = mean((i) => (elastic.lags[i] - lag) ** 2)
    const drift = mean((i) => (elastic.lags[i] - lag) * (i - time)) / mean((i) => (i - time) ** 2)
    const wander = mean((i) => (elastic.lags[i] - lag - drift * (i - time)) ** 2)
    closeTo(compareWindow(window).values.slice(0, 10), [
      unexplained(rigid.fit),
      rigid.lag,
      rigid.sharpness,
      unexplained(elastic.fit),
      elastic.path.misfit,
      elastic.path.travel / n,
      lag,
      Math.sqrt(spread),
      drift,
      Math.sqrt(wander),
    ])
    expect(drift).not.toBeCloseTo(0, 4)
  })

  it('go on with how free frame times differ from those given', () => {
    const { fit, found } = parts().reframed
    const lags = Array.from(found.times, (time, k) => time - window.frames.t[k])
    const steps = lags.slice(1).map((lag, k) => lag - lags[k])
    const mean = lags.reduce((sum, lag) => sum + lag, 0) / 90
    const spread = lags.reduce((sum, lag) => sum + (lag - mean) ** 2, 0) / 90
    closeTo(compareWindow(window).values.slice(10, 22), [
      unexplained(fit),
      found.misfit,
      found.change,
      found.prior,
      found.slope,
      mean,
      Math.sqrt(spread),
      steps.filter((step) => step > 2).length,
      Math.max(0, ...steps),
      lags[22],
      lags[45],
      lags[67],
    ])
    expect(steps.some((step) => step > 2)).toBe(true)
  })

  it('go on with the shapes under both alignments and with the slower and quicker bands', () => {
    const { base, sensor, elastic, reframed } = parts()
    const level = (power: number) => Math.log(power + 1e-12)
    const slower = [SLOW, SLOWEST].map(
      (band) => findBestFit(filterBaseSeries(window.base.slice(0, 1), band), bandPass(elastic.raw, band), 0).explained,
    )
    closeTo(compareWindow(window).values.slice(22, 48), [
      ...computeShapeFeatures(sensor, elastic),
      ...computeShapeFeatures(sensor, reframed),
      ...slower,
      level(computeEnergy(bandPass(elastic.raw, QUICK))) - level(computeEnergy(elastic.camera)),
      level(computeEnergy(bandPass(window.base[0], QUICK))) - level(computeEnergy(base[0])),
      level(computeEnergy(base[0])),
      level(computeEnergy([turning])),
    ])
  })

  it('end with how much later shares of the energy come than the velocity and the turning tell', () => {
    const { base, camera, raw, elastic } = parts()
    const times = (of: Float64Array) =>
      computeQuantileTimes(
        of.map((value) => value * value),
        [0.02, 0.1, 0.5, 0.9, 0.98],
      )
    const expected = times(computeNorms(predict(base, elastic.fit)))
    const [speeds, turns] = smoothLocally([computeNorms(raw), turning], MAIN.fine).map(times)
    closeTo(compareWindow(window).values.slice(48), [
      ...times(computeNorms(camera)).map((time, k) => time - expected[k]),
      ...speeds.map((time, k) => time - turns[k]),
    ])
  })

  it('come with the lag, the speed and the best that any alignment explains', () => {
    const { base, rigid, elastic, reframed } = parts()
    const found = compareWindow(window)
    expect(found.lagMs).toBeCloseTo(20 * rigid.fineLag, 9)
    expect(found.speed).toBeCloseTo(Math.sqrt(computeEnergy(base[0])), 9)
    const shares = [rigid.fit.explained, elastic.fit.explained, reframed.fit.explained]
    expect(found.explained).toBe(Math.max(...shares))
  })

  it('compare only the directions that a camera without depth sees', () => {
    const flat = { ...window, turning: null, frames: { ...window.frames, columns: window.frames.columns.slice(0, 2) } }
    const found = compareWindow(flat).values
    expect(found.every(Number.isFinite)).toBe(true)
    expect(found[47]).toBe(0)
    expect(Array.from(found.slice(53))).toEqual([0, 0, 0, 0, 0])
    expect(Math.abs(found[50])).toBeLessThan(8)
  })
})
