const STEP = 0.005
const LEAP = 0.05

/** Where a key moves a threshold on the scale from 0 to 1, as the ARIA practices have it for sliders; null for other keys. */
export function moveByKey(key: string, threshold: number): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return 1
  const change = CHANGES.get(key)
  return change === undefined ? null : snapThreshold(threshold + change)
}

const CHANGES: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', STEP],
  ['ArrowUp', STEP],
  ['ArrowLeft', -STEP],
  ['ArrowDown', -STEP],
  ['PageUp', LEAP],
  ['PageDown', -LEAP],
])

/** The nearest place where a threshold may stand, also for a pointer beside the scale. */
export function snapThreshold(threshold: number): number {
  const within = Math.min(1, Math.max(0, Number.isFinite(threshold) ? threshold : 0))
  return Number((Math.round(within / STEP) * STEP).toFixed(3))
}
