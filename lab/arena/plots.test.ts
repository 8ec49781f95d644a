import { describe, expect, it } from 'vitest'
import { detPlot, histogramPlot, rocPlot } from './plots.ts'

const BOX = { x: 0, y: 0, width: 250, height: 274 }
const curve = (points: readonly [number, number][]) => [
  { name: 'c', color: '#123456', points: points.map(([fmr, fnmr]) => ({ threshold: 0, fmr, fnmr })) },
]
const path = (svg: string) =>
  [...(svg.match(/<path d="([^"]*)"/)?.[1] ?? '').matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ])

// The plotting area is 200 wide from x = 50, and 200 high from y = 30.
describe('rocPlot', () => {
  it('puts attacks let in across and people let in up', () => {
    expect(
      path(
        rocPlot(
          BOX,
          curve([
            [1, 0],
            [0.5, 0.25],
            [0, 1],
          ]),
        ),
      ),
    ).toEqual([
      [250, 30],
      [150, 80],
      [50, 230],
    ])
  })
})

describe('detPlot', () => {
  it('puts equal rates on the diagonal and a half in the middle between p and 1 - p', () => {
    const [[x, y]] = path(detPlot(BOX, curve([[0.05, 0.05]])))
    expect(x - 50).toBeCloseTo(230 - y, 6)
    const xs = [0.2, 0.5, 0.8].map((rate) => path(detPlot(BOX, curve([[rate, 0.05]])))[0][0])
    expect(xs[1] - xs[0]).toBeCloseTo(xs[2] - xs[1], 1)
  })
  it('draws of all points at a border only the best', () => {
    const points = path(
      detPlot(
        BOX,
        curve([
          [0.95, 0],
          [0.6, 0],
          [0.3, 0],
          [0.3, 0.1],
          [0, 0.2],
          [0, 0.5],
          [0, 1],
        ]),
      ),
    )
    expect(points).toHaveLength(3)
    expect(points[0][1]).toBe(230)
    expect(points[2][0]).toBe(50)
  })
})

describe('histogramPlot', () => {
  const cell = { title: 't', note: 'n', counts: [0, 5, 10, 0], color: '#abcdef', threshold: 0.5 }
  const svg = histogramPlot({ x: 0, y: 0, width: 100, height: 70 }, cell)
  it('draws a bar for each filled cell, the highest over the whole height', () => {
    const bars = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/g)].map((m) =>
      m.slice(1).map(Number),
    )
    expect(bars).toEqual([
      [25, 45, 25],
      [50, 20, 50],
    ])
  })
  it('marks the threshold', () => {
    expect(svg).toContain('<line x1="50" y1="20" x2="50" y2="70"')
  })
})
