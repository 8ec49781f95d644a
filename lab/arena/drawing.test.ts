import { describe, expect, it } from 'vitest'
import { arenaDrawing } from './drawing.ts'
import { tinyReport } from './report.example.ts'

describe('arenaDrawing', () => {
  const drawing = arenaDrawing(tinyReport())
  it('is one SVG whose tags all close', () => {
    expect(drawing.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')).toBe(true)
    expect(drawing.trimEnd().endsWith('</svg>')).toBe(true)
    const opened = drawing.match(/<(?!\/)[a-z]+[^>]*[^/]>/g) ?? []
    const closed = drawing.match(/<\/[a-z]+>/g) ?? []
    expect(opened.length).toBe(closed.length)
  })
  it('holds no number that is none', () => {
    expect(drawing).not.toMatch(/NaN|Infinity|undefined/)
  })
  it('names its data, its axes and every family', () => {
    for (const words of [
      'two made-up people',
      'ROC',
      'DET, normal-deviate axes',
      'people refused, %',
      'easy',
      'hard',
      'again',
      'hands',
    ])
      expect(drawing).toContain(`>${words}`)
  })
  it('draws one ROC and one DET curve for all forgeries, each forgery and each group', () => {
    // All forgeries, the two forged families and one group, in two plots.
    expect(drawing.match(/<path /g)).toHaveLength(8)
  })
  it('grows with the number of families', () => {
    const report = tinyReport()
    const families = Array.from({ length: 31 }, (_, i) => ({ ...report.presence.families[0], name: `family ${i}` }))
    const more = arenaDrawing({ ...report, presence: { ...report.presence, families } })
    expect(heightOf(more) - heightOf(drawing)).toBe(6 * 94)
  })
  it('keeps its marks inside the picture', () => {
    const xs = [...drawing.matchAll(/ x="([-\d.]+)"/g)].map(([, x]) => Number(x))
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...xs)).toBeLessThanOrEqual(1240)
    const ys = [...drawing.matchAll(/ y="([-\d.]+)"/g)].map(([, y]) => Number(y))
    expect(Math.max(...ys)).toBeLessThanOrEqual(heightOf(drawing))
  })
})

function heightOf(drawing: string): number {
  return Number(drawing.match(/height="(\d+)"/)?.[1])
}
