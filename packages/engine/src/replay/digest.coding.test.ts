import { describe, expect, it } from 'vitest'
import { decodeSeries, encodeSeries } from './digest.ts'
import type { ReplaySeries } from './series.ts'

function series(n: number, present: number, value: (k: number, i: number) => number): ReplaySeries {
  const values = new Float64Array(4 * n)
  for (let k = 0; k < 4; k++) if (present & (1 << k)) for (let i = 0; i < n; i++) values[k * n + i] = value(k, i)
  return { status: 'ok', kind: 'imu', n, values, present, repetition: 0.4 }
}

describe('digest bytes', () => {
  it('hold the header and four bits for each value of eight seconds', () => {
    const bytes = encodeSeries(series(200, 15, () => 0))
    expect(bytes).toHaveLength(6 + 400)
    expect([...bytes.subarray(0, 6)]).toEqual([1, 0, 0x4f, 200, 0, 102])
  })

  it('keep each value to the nearest step of 0.3 and clip at seven steps', () => {
    const steps = [0, 0.14, 0.16, -0.16, 0.3, -0.3, 1.04, 2.1, 3, -9]
    const back = decodeSeries(encodeSeries(series(10, 15, (k, i) => (k === 2 ? steps[i] : 0))))
    expect([...(back?.values.subarray(20, 30) ?? [])]).toEqual([0, 0, 1, -1, 1, -1, 3, 7, 7, -7])
    expect(back?.values.subarray(0, 20).every((value) => value === 0)).toBe(true)
  })

  it('keep kind, length, repetition and which series there are', () => {
    const back = decodeSeries(
      encodeSeries({ ...series(300, 6, (k, i) => (i % 3) - k), kind: 'landmarks', repetition: 1 }),
    )
    expect(back).toMatchObject({ kind: 'landmarks', n: 300, present: 6, repetition: 1 })
    expect(back?.values.subarray(0, 300).every((value) => value === 0)).toBe(true)
    expect(back?.values.subarray(900).every((value) => value === 0)).toBe(true)
  })

  it.each([
    [253, 253, 4],
    [254, 254, 3],
    [337, 337, 3],
    [338, 338, 2],
    [506, 506, 2],
    [507, 506, 2],
    [5000, 506, 2],
  ])('spend fewer bits on longer captures, and cut what still does not fit: %d samples', (n, kept, bits) => {
    const bytes = encodeSeries(series(n, 15, (_, i) => (i === 3 ? 1.2 : 0)))
    expect(bytes.length).toBeLessThanOrEqual(512)
    expect(bytes[2] >> 4).toBe(bits)
    const back = decodeSeries(bytes)
    expect(back?.n).toBe(kept)
    expect(back?.values.findIndex((value) => value > 0)).toBe(3)
  })

  it('are refused where they are no digest', () => {
    const good = encodeSeries(series(20, 15, () => 1))
    const changed = (at: number, to: number) => good.with(at, to)
    const bad: unknown[] = [
      null,
      undefined,
      'digest',
      [...good],
      new Uint8Array(0),
      good.subarray(0, 5),
      good.subarray(0, good.length - 1),
      Uint8Array.of(...good, 0),
      changed(0, 2),
      changed(1, 2),
      changed(2, 0x5f),
      changed(2, 0x40),
      changed(3, 0),
    ]
    expect(decodeSeries(good)).not.toBeNull()
    for (const bytes of bad) expect(decodeSeries(bytes)).toBeNull()
  })
})

describe('digest bytes of odd sizes', () => {
  it('keep values of three bits that lie across the border of two bytes', () => {
    // 4·260 values of four bits would need more than 506 bytes.
    const long = series(260, 15, (k, i) => 0.55 * (((i + 2 * k) % 7) - 3))
    const bytes = encodeSeries(long)
    expect(bytes[2]).toBe(0x3f)
    expect(bytes).toHaveLength(6 + 390)
    const back = decodeSeries(bytes)
    expect(back).toMatchObject({ status: 'ok', n: 260 })
    expect([...(back?.values ?? [])]).toEqual(
      Array.from({ length: 4 * 260 }, (_, at) => (((at % 260) + 2 * Math.floor(at / 260)) % 7) - 3),
    )
  })

  it('hold nothing of a series that is not present, whatever stands in it', () => {
    const partial = { ...series(10, 15, (k) => 0.3 * (k + 1)), present: 0b0101 }
    const bytes = encodeSeries(partial)
    expect(bytes).toHaveLength(6 + 10)
    const back = decodeSeries(bytes)
    expect([0, 1, 2, 3].map((k) => back?.values[k * 10])).toEqual([1, 0, 3, 0])
  })

  it.each([
    ['shorter than a header', [1, 0, 0x4f, 1, 0]],
    ['without a value', [1, 0, 0x4f, 0, 0, 9]],
    ['without a series', [1, 0, 0x40, 5, 0, 9]],
    ['longer than any digest', [1, 0, 0x4f, 44, 1, 9, ...Array.from({ length: 600 }, () => 0)]],
  ])('are no digest: %s', (_, bytes) => {
    expect(decodeSeries(Uint8Array.from(bytes))).toBeNull()
  })
})
