import type { ImuSample } from '@stillhere/engine'

/** The part of a DeviceMotionEvent that is read; written out, for servers whose TypeScript knows nothing of pages. */
export type MotionReading = {
  readonly accelerationIncludingGravity: Axes<'x' | 'y' | 'z'> | null
  readonly rotationRate: Axes<'alpha' | 'beta' | 'gamma'> | null
  readonly timeStamp: number
}

type Axes<Name extends string> = { readonly [N in Name]: number | null }

// However late events come on a busy page, a stamp this far off is of another clock, such as that of the epoch.
const MAX_DELAY_MS = 10_000
const RADIANS = Math.PI / 180

/**
 * One reading as a sample in the frame of the screen, whose content is turned by `angle` degrees against the device. Of an
 * empty reading the acceleration is NaN. Browsers give the rates about x, y and z as alpha, beta and gamma, unlike the
 * angles of deviceorientation.
 */
export function toSample(reading: MotionReading, nowMs: number, angle: number): ImuSample {
  const { accelerationIncludingGravity: felt, rotationRate: turned, timeStamp } = reading
  const t = Math.abs(nowMs - timeStamp) <= MAX_DELAY_MS ? timeStamp : nowMs
  const [ax, ay] = onScreen(felt?.x, felt?.y, angle)
  const acceleration = { t, ax, ay, az: felt?.z ?? Number.NaN }
  const [rx, ry] = onScreen(turned?.alpha, turned?.beta, angle)
  const rz = turned?.gamma ?? Number.NaN
  return Number.isFinite(rx + ry + rz) ? { ...acceleration, rx, ry, rz } : acceleration
}

/** With a quarter turn the screen's right is the device's lower edge. */
function onScreen(
  x: number | null | undefined = Number.NaN,
  y: number | null | undefined = Number.NaN,
  angle: number,
): [number, number] {
  if (x === null || y === null) return [Number.NaN, Number.NaN]
  // Exact for quarter turns, so that a portrait reading stays as the sensor gave it.
  const [c, s] = [Math.round(Math.cos(angle * RADIANS)), Math.round(Math.sin(angle * RADIANS))]
  return [c * x - s * y, s * x + c * y]
}
