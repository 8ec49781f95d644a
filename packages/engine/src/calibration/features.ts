import { typescriptKernel } from '../kernel/kernel.ts'
import { currentKernel } from '../kernel/load.ts'
import { VIEW_SERIES } from '../kernel/signature-views.ts'
import { type Landmarks, layTracks, type Track } from '../signature/landmark-tracks.ts'
import { landmarkViews } from '../signature/landmarks.ts'
import { SIGNATURE_MODEL } from '../signature/parameters.ts'
import { scaleFeatures } from '../signature/scale.ts'
import { SIGNATURE_LENGTH } from '../signature/signature.ts'
import type { Settings } from './options.ts'
import type { WindowMode } from './types.ts'

const MIN_MS = 4_000

/** Head, shoulders, elbows, wrists, hips, knees, ankles, left before right, by the number of points of a set of landmarks. */
const JOINTS: Readonly<Record<number, readonly number[]>> = {
  18: [0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
  33: [0, 11, 12, 13, 14, 15, 16, 23, 24, 25, 26, 27, 28],
}
const [LEFT_SHOULDER, RIGHT_SHOULDER, LEFT_HIP, RIGHT_HIP] = [1, 2, 7, 8]
const COORDINATES = 39

export function featureLength(mode: WindowMode): number {
  return { signature_128: SIGNATURE_LENGTH, posture: COORDINATES, posture_velocity: 2 * COORDINATES }[mode]
}

/** Into how many windows a session is cut: sessions of a known person are compared as they are, others by their halves. */
export type Cut = 1 | 2

/** Features of the windows, one after the other, and a number that the same motion always has. */
export type SessionFeatures = { features: Float32Array; mark: number }

/** What is measured of a session; null where it is too short, still or of unknown landmarks. */
export function sessionFeatures(
  landmarks: Landmarks,
  cuts: Cut,
  { featureMode, useRustFeatures }: Pick<Settings, 'useRustFeatures'> & { featureMode: WindowMode },
): SessionFeatures | null {
  return featureMode === 'signature_128'
    ? signatures(landmarks, cuts, useRustFeatures)
    : postures(landmarks, cuts, featureMode)
}

function signatures(landmarks: Landmarks, cuts: Cut, useRustFeatures: boolean | undefined): SessionFeatures | null {
  const seen = landmarkViews(landmarks, MIN_MS)
  if (seen.status !== 'ok' || seen.missingViews.length > 0) return null
  const kernel = useRustFeatures === false ? typescriptKernel : currentKernel()
  const raw = new Float64Array(SIGNATURE_LENGTH)
  const out = new Float32Array(cuts * SIGNATURE_LENGTH)
  const n = Math.floor(seen.n / cuts)
  for (let window = 0; window < cuts; window++) {
    kernel.viewFeatures(cuts === 1 ? seen.views : cut(seen.views, seen.n, window * n, n), n, raw)
    out.set(scaleFeatures(raw, SIGNATURE_MODEL.body), window * SIGNATURE_LENGTH)
  }
  return { features: out, mark: fingerprint(seen.views) }
}

function cut(views: Float64Array, length: number, from: number, n: number): Float64Array {
  const part = new Float64Array(VIEW_SERIES * n)
  for (let view = 0; view < VIEW_SERIES; view++)
    part.set(views.subarray(view * length + from, view * length + from + n), view * n)
  return part
}

/** Mean place of each joint about the hips, facing forwards, in shoulder widths; and how quickly it moves. */
function postures(landmarks: Landmarks, cuts: Cut, mode: WindowMode): SessionFeatures | null {
  const tracks = layTracks(landmarks, MIN_MS)
  if (tracks.status !== 'ok' || !(tracks.points in JOINTS)) return null
  const places = canonical(tracks)
  if (places === null) return null
  const d = featureLength(mode)
  const n = Math.floor(tracks.t.length / cuts)
  const out = new Float32Array(cuts * d)
  for (let window = 0; window < cuts; window++) {
    const from = window * n
    const seconds = (tracks.t[from + n - 1] - tracks.t[from]) / 1000
    for (let c = 0; c < COORDINATES; c++) {
      const [mean, travel] = course(places, { c, from, n })
      out[window * d + c] = mean
      if (d > COORDINATES) out[window * d + COORDINATES + c] = Math.log1p(travel / seconds)
    }
  }
  return out.every(Number.isFinite) ? { features: out, mark: fingerprint(places) } : null
}

/** Mean of one coordinate over a stretch, and the way it goes. */
function course(places: Float64Array, { c, from, n }: { c: number; from: number; n: number }): [number, number] {
  let sum = 0
  let travel = 0
  for (let i = from; i < from + n; i++) {
    const value = places[i * COORDINATES + c]
    sum += value
    if (i > from) travel += Math.abs(value - places[(i - 1) * COORDINATES + c])
  }
  return [sum / n, travel]
}

function canonical({ t, points, x, y, z }: Track): Float64Array | null {
  const joints = JOINTS[points]
  const out = new Float64Array(t.length * COORDINATES)
  const size = typicalWidth({ t, points, x, y, z }, joints)
  if (!(size > 1e-6)) return null
  for (let i = 0; i < t.length; i++) {
    const at = (joint: number) => i * points + joints[joint]
    const [left, right] = [at(LEFT_HIP), at(RIGHT_HIP)]
    const [across, deep] = [x[left] - x[right], z[left] - z[right]]
    const length = Math.hypot(across, deep) || 1
    const [c, s] = [across / length, deep / length]
    const [mx, my, mz] = [x, y, z].map((axis) => (axis[left] + axis[right]) / 2)
    joints.forEach((joint, j) => {
      const k = i * points + joint
      const to = i * COORDINATES + 3 * j
      const [px, pz] = [x[k] - mx, z[k] - mz]
      out[to] = (c * px + s * pz) / size
      out[to + 1] = (y[k] - my) / size
      out[to + 2] = (c * pz - s * px) / size
    })
  }
  return out
}

function typicalWidth({ t, points, x, y, z }: Track, joints: readonly number[]): number {
  const widths = Float64Array.from(t, (_, i) => {
    const [p, q] = [i * points + joints[LEFT_SHOULDER], i * points + joints[RIGHT_SHOULDER]]
    return Math.hypot(x[p] - x[q], y[p] - y[q], z[p] - z[q])
  }).toSorted()
  return widths[widths.length >> 1]
}

const EVERY = 7

/** Speeds and postures do not change with the id, the clock or the place of a body, nor with its size (FNV-1a, 52 bits). */
export function fingerprint(series: ArrayLike<number>): number {
  let [low, high] = [0x811c9dc5, 0x9e3779b9]
  for (let i = 0; i < series.length; i += EVERY) {
    const whole = Math.round(series[i] * 1e4)
    low = Math.imul(low ^ whole, 0x01000193)
    high = Math.imul(high ^ (whole + (low >>> 7)), 0x85ebca6b)
  }
  return (low >>> 0) + (high & 0xfffff) * 2 ** 32
}
