import { promise, prepareSliding } from './alignment.ts'
import { decodeSeries } from './coding.ts'
import { halveRate, MIN_OVERLAP, seriesOf, WARPS } from './comparison.ts'
import { type ReplaySeries, SERIES_COUNT } from './series.ts'
import { correlate, correlationAt, emptySpectra, load, powerOfTwoFrom, type Spectra } from './spectra.ts'

/** Half as fine in speed as the full comparison; an even number, since two go through one transform. */
const SPEEDS = WARPS.filter((_, i) => i % 2)
const MIN_SHARED = MIN_OVERLAP >> 1
const ALL_SERIES = (1 << SERIES_COUNT) - 1

/** A stored digest by its place in the list, and how well it correlates with the probe at its best offset. */
export type Screened = { place: number; correlation: number }

/** A quick look, no verdict: what can be compared, the likeliest first. */
export function screenStored(probe: Uint8Array, stored: readonly Uint8Array[]): Screened[] {
  const series = decodeSeries(probe)
  if (series === null || !Array.isArray(stored)) return []
  const screens = new Map<number, (other: ReplaySeries) => number>()
  const looks = stored.map((bytes: unknown, place) => {
    const other = decodeSeries(bytes)
    if (other === null || other.kind !== series.kind || (other.present & series.present) === 0)
      return { place, correlation: 0 }
    const size = powerOfTwoFrom(Math.ceil((other.n + 1.25 * series.n) / 2) + 2)
    const screen = screens.get(size) ?? createScreen(series, size)
    screens.set(size, screen)
    return { place, correlation: screen(other) }
  })
  return looks.filter(({ correlation }) => correlation > 0).toSorted((p, q) => q.correlation - p.correlation)
}

/** The probe at each speed, transformed once; what it answers reuses its room for every candidate. */
function createScreen(probe: ReplaySeries, size: number): (other: ReplaySeries) => number {
  const { spectra } = prepareSliding(halveRate(seriesOf(probe, ALL_SERIES)), SPEEDS, size)
  const own = emptySpectra(SERIES_COUNT, size)
  const products = [new Float64Array(size), new Float64Array(size)]
  return (other) => {
    load(own, halveRate(seriesOf(other, ALL_SERIES)))
    let best = 0
    for (let s = 0; s < spectra.length; s += 2) {
      correlate(own, spectra[s], spectra[s + 1], products[0], products[1])
      best = Math.max(best, highest(products[0], own, spectra[s]), highest(products[1], own, spectra[s + 1]))
    }
    return best
  }
}

function highest(products: Float64Array, a: Spectra, b: Spectra): number {
  let best = 0
  for (let lag = MIN_SHARED - b.n; lag <= a.n - MIN_SHARED; lag++) {
    const product = products[(lag + products.length) & (products.length - 1)]
    if (product <= 0) continue
    const overlap = Math.min(a.n, lag + b.n) - Math.max(0, lag)
    best = Math.max(best, promise({ correlation: correlationAt(a, b, lag, product), overlap }))
  }
  return best
}
