import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import { STROKE_FEATURES, computeStrokeFeatures } from './features.ts'

const HZ = 50

describe('strokeFeatures', () => {
  it.each([40, 61])('are what their definitions say of any movement of %d samples', (n) => {
    const random = seededRandom(n)
    const draw = (size: number) => Float64Array.from({ length: 3 * n }, () => size * (random() + random() - 0.8))
    const views = { status: 'ok', n, hasGravity: true, acceleration: draw(5), rotation: draw(2) } as const
    const axes = [views.acceleration, views.rotation].flatMap((x) =>
      [0, 1, 2].map((c) => [...x.subarray(c * n, c * n + n)]),
    )
    const expected = describeByDefinition(axes)
    const found = computeStrokeFeatures(views)
    expect(expected).toHaveLength(STROKE_FEATURES)
    found.forEach((value, j) => expect(value, `feature ${j}`).toBeCloseTo(expected[j], 9))
  })

  it('are finite where nothing moves', () => {
    const still = new Float64Array(24)
    const found = computeStrokeFeatures({ status: 'ok', n: 8, hasGravity: true, acceleration: still, rotation: still })
    const times = (count: number, value: number) => Array.from({ length: count }, () => value)
    const view = [
      Math.log(1e-3),
      ...times(6, 0),
      Math.log(0.01) - Math.log(1e-3),
      ...times(6, Math.log(1e-3)),
      ...times(4, 0),
    ]
    const expected = [
      Math.log(8 / HZ),
      0.5,
      0,
      ...times(10, Math.log(0.01)),
      ...times(6, 0).flatMap(() => view),
      ...times(63, 0),
    ]
    expect(found).toHaveLength(expected.length)
    found.forEach((value, j) => expect(value, `feature ${j}`).toBeCloseTo(expected[j], 9))
  })
})

type Series = readonly number[]

const sum = (values: Series) => values.reduce((a, b) => a + b, 0)
const mean = (values: Series) => sum(values) / values.length
const deviation = (values: Series) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)))
const size = (values: Series) => Math.sqrt(mean(values.map((value) => value ** 2)))

function describeByDefinition(axes: readonly Series[]): number[] {
  const n = axes[0].length
  const views = [axes.slice(0, 3), axes.slice(3)].flatMap(([right, up, towards]) => [
    right.map((value, i) => Math.hypot(value, up[i], towards[i])),
    up,
    right.map((value, i) => Math.hypot(value, towards[i])),
  ])
  const energy = axes[0].map((_, i) => sum(axes.map((axis, c) => (c < 3 ? 1 : 4) * axis[i] ** 2)))
  const center = sum(energy.map((value, i) => (value * i) / (n - 1))) / sum(energy)
  const spread = Math.sqrt(sum(energy.map((value, i) => value * (i / (n - 1) - center) ** 2)) / sum(energy))
  const sizes = [...views, axes[0], axes[2], axes[3], axes[5]].map((x) => Math.log(size(x) + 0.01))
  const scaled = views.map(standardize)
  const pairs = scaled.flatMap((one, a) =>
    scaled.slice(a + 1).map((other) => mean(one.map((value, i) => value * other[i]))),
  )
  return [Math.log(n / HZ), center, spread, ...sizes, ...views.flatMap(describeView), ...pairs, ...axes.flatMap(pathOf)]
}

const standardize = (x: Series) => x.map((value) => (value - mean(x)) / (deviation(x) + 1e-3))

function describeView(x: Series): number[] {
  const spread = deviation(x) + 1e-3
  const z = standardize(x)
  const steps = x.slice(1).map((value, i) => (value - x[i]) * HZ)
  const edges = [0, 4, 7, 11, 16, 24, 34]
  return [
    Math.log(spread),
    mean(x) / spread,
    ...[0.05, 0.25, 0.5, 0.75, 0.95].map((share) =>
      valueAt(
        z.toSorted((a, b) => a - b),
        share,
      ),
    ),
    Math.log((deviation(steps) + 0.01) / spread),
    ...edges.slice(1).map((edge, band) => {
      const bins = Array.from({ length: edge - edges[band] }, (_, k) => powerAt(z, edges[band] + k))
      return Math.log(mean(bins) + 1e-3)
    }),
    ...[3, 6, 10, 16].map((lag) => sum(z.slice(lag).map((value, i) => value * z[i])) / z.length),
  ]
}

const pathOf = (axis: Series) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((k) => valueAt(axis, k / 7) / Math.sqrt(size(axis) ** 2 + 1e-3))

/** At a share of the way through the series, by straight line between two samples. */
function valueAt(x: Series, share: number): number {
  return sum(x.map((value, i) => value * Math.max(0, 1 - Math.abs(share * (x.length - 1) - i))))
}

/** Power of a series under Hann's window at bin k of 256. */
function powerAt(z: Series, k: number): number {
  const windowed = z.map((value, i) => value * Math.sin((Math.PI * i) / (z.length - 1)) ** 2)
  const part = (wave: (angle: number) => number) =>
    sum(windowed.map((value, i) => value * wave((2 * Math.PI * k * i) / 256)))
  return part(Math.cos) ** 2 + part(Math.sin) ** 2
}
