import { expect, it } from 'vitest'
import { drawBars, PICTURE } from './chart.tsx'

const day = (main: number, rest = 0) => ({ day: '2026-03-10', main, rest })

it('the busiest day fills the picture, and nothing is drawn outside it', () => {
  const bars = drawBars([day(0), day(1), day(600, 400)])
  expect(bars.map(({ mainHeight }) => mainHeight > 0)).toEqual([false, true, true])
  for (const { x, width, restY, mainY, mainHeight } of bars) {
    expect(Math.min(x, restY)).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(PICTURE.width)
    expect(mainY + mainHeight).toBeCloseTo(PICTURE.height)
  }
})

it('days without events, and no days at all, have no bars', () => {
  expect(drawBars([day(0)])[0]).toMatchObject({ mainHeight: 0, restHeight: 0 })
  expect(drawBars([])).toEqual([])
})
