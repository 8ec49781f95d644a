import { insufficient } from '../insufficient.ts'
import { type Landmarks, layTracks, type Track } from '../signature/landmark-tracks.ts'
import type { Insufficient } from '../types.ts'

/** Camera landmarks are judged on this even grid; trackers deliver 10 to 30 frames a second. */
export const LANDMARK_HZ = 20

/** Joint coordinates over time in units of the body's or the hand's size: coordinate k of frame i at k·n + i. */
export type EvenLandmarks = { status: 'ok'; n: number; joints: number; x: Float64Array }

const MAX_JOINTS = 24

/** Landmarks on the even grid, centered and scaled, or the reason why there are none of `minMs`. */
export function evenLandmarks(landmarks: Landmarks, minMs: number): EvenLandmarks | Insufficient {
  const tracks = layTracks(landmarks, minMs)
  if (tracks.status !== 'ok') return tracks
  const joints = Math.min(tracks.points, MAX_JOINTS)
  if (joints < 5) return insufficient(`${joints} landmarks, at least 5 are needed`)
  const n = Math.floor(((tracks.t[tracks.t.length - 1] - tracks.t[0]) * LANDMARK_HZ) / 1000 + 1e-6) + 1
  const x = interpolateTracks(tracks, joints, n)
  const size = extent(x, joints, n)
  if (!(size > 1e-9)) return insufficient('the landmarks all lie in one point')
  if (isStill(x, n)) return insufficient('the landmarks never move')
  return { status: 'ok', n, joints, x: x.map((value) => value / size) }
}

function interpolateTracks({ t, points, x, y, z }: Track, joints: number, n: number): Float64Array {
  const out = new Float64Array(3 * joints * n)
  let i = 0
  for (let k = 0; k < n; k++) {
    const at = t[0] + (k * 1000) / LANDMARK_HZ
    while (i + 2 < t.length && t[i + 1] <= at) i++
    const share = Math.min(1, Math.max(0, (at - t[i]) / (t[i + 1] - t[i])))
    for (let j = 0; j < joints; j++) {
      const [a, b] = [i * points + j, (i + 1) * points + j]
      out[3 * j * n + k] = x[a] + share * (x[b] - x[a])
      out[(3 * j + 1) * n + k] = y[a] + share * (y[b] - y[a])
      out[(3 * j + 2) * n + k] = z[a] + share * (z[b] - z[a])
    }
  }
  return out
}

/** Root mean square distance of the joints from their common middle. */
function extent(x: Float64Array, joints: number, n: number): number {
  let total = 0
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < n; i++) {
      let middle = 0
      for (let j = 0; j < joints; j++) middle += x[(3 * j + c) * n + i] / joints
      for (let j = 0; j < joints; j++) total += (x[(3 * j + c) * n + i] - middle) ** 2
    }
  }
  return Math.sqrt(total / (joints * n))
}

function isStill(x: Float64Array, n: number): boolean {
  return x.every((value, i) => i % n === 0 || value === x[i - 1])
}
