import { readColumns, readFrames, readMembers } from '../capture.ts'
import { readKernel } from '../kernel/load.ts'
import { VIEW_SERIES } from '../kernel/signature-features.ts'
import { typescriptKernel } from '../kernel/wasm-kernel.ts'
import { scoreLandmarks } from '../presence/score.ts'
import { type Landmarks, computeLandmarkViews, readTracks, type Track } from '../signature/landmarks.ts'
import { SIGNATURE_MODEL } from '../signature/match.ts'
import { scaleFeatures, SIGNATURE_LENGTH } from '../signature/signature.ts'
import { projectStroke, STROKE_MODEL, type StrokeSignature, strokeSignature } from '../stroke-signature/signature.ts'
import type { MeasuredSession, Settings } from './settings.ts'
import type { WindowMode } from './types.ts'

const HUMAN_FROM = 0.5

/**
 * Computes the features of a research session of landmarks, in the form of a `CalibrationSession` or of an upload
 * (members `landmarks` and `node_handle`). Null if the session is malformed, too short or still, or if its presence
 * score is below 0.5.
 */
export function measureLandmarks(
  session: unknown,
  settings: Settings & { featureMode: WindowMode },
): MeasuredSession | null {
  const { frames, landmarks, person: named, node_handle, source, presence } = readMembers(session)
  const shown = readColumns(frames) ?? readFrames(frames ?? landmarks)
  const person = readLabel(named ?? node_handle)
  const measured = computeSessionFeatures(shown, person === null ? 2 : 1, settings)
  if (measured === null) return null
  // A score measured when the session arrived isn't measured again.
  const score = typeof presence === 'number' ? presence : scoreLandmarks(shown).score
  if (!(score >= HUMAN_FROM)) return null
  const count = 'points' in shown ? shown.t.length : shown.frames.length
  return { person, source: readLabel(source), ...measured, frames: count }
}

/** Coordinates of one stroke under the shipped model. */
export const STROKE_COORDINATES = STROKE_MODEL.projection.length
/** An answer with fewer strokes doesn't follow its challenge and is never compared. */
const MIN_STROKES = 5
/** One round to enroll with, and one that answers. */
const MIN_ROUNDS = 2
/** The number of rounds asked for, with some room for repeated strokes. */
const [MAX_ROUNDS, MAX_STROKES] = [6, 12]

/**
 * Computes the signatures of a research session of strokes, in the shipped model's coordinates. Null if fewer than two
 * rounds have five usable strokes each.
 */
export function measureStrokes(session: unknown): MeasuredSession | null {
  const { person, source, day, device, rounds: given } = readMembers(session)
  const rounds = listOf(given)
    .slice(0, MAX_ROUNDS)
    .map(readRound)
    .filter(({ signed }) => signed.length >= MIN_STROKES)
  if (rounds.length < MIN_ROUNDS) return null
  const strokes = rounds.flatMap(({ signed }) => signed)
  const features = new Float32Array(strokes.length * STROKE_COORDINATES)
  strokes.forEach(({ vector }, i) => features.set(projectStroke(STROKE_MODEL, vector), i * STROKE_COORDINATES))
  return {
    person: readLabel(person),
    source: readLabel(source),
    features,
    recorded: {
      day: readLabel(day) ?? '',
      device: readLabel(device) ?? '',
      rounds: rounds.map(({ signed }) => signed.map(({ gesture }) => gesture)),
    },
    mark: hashSeries(features),
    frames: rounds.reduce((sum, { samples }) => sum + samples, 0),
  }
}

type Round = { signed: StrokeSignature[]; samples: number }

/** Returns the strokes of a round that a verification would compare, and the number of samples. */
function readRound(round: unknown): Round {
  const strokes = listOf(round).slice(0, MAX_STROKES)
  const signed = strokes
    .map((stroke) => strokeSignature(stroke as Parameters<typeof strokeSignature>[0]))
    .filter(({ status, version }) => status === 'ok' && version === STROKE_MODEL.version)
  return { signed, samples: strokes.reduce<number>((sum, stroke) => sum + listOf(readMembers(stroke).imu).length, 0) }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the given name, or null if there is none. */
function readLabel(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

const MIN_MS = 4_000

/** Head, shoulders, elbows, wrists, hips, knees, ankles, left before right, by the number of points of a set of landmarks. */
const JOINTS: Readonly<Record<number, readonly number[]>> = {
  18: [0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
  33: [0, 11, 12, 13, 14, 15, 16, 23, 24, 25, 26, 27, 28],
}
const [LEFT_SHOULDER, RIGHT_SHOULDER, LEFT_HIP, RIGHT_HIP] = [1, 2, 7, 8]
const POSE_COORDINATES = 39

/** Returns how many numbers describe one window of landmarks in this mode. */
export function countFeatures(mode: WindowMode): number {
  return { signature_128: SIGNATURE_LENGTH, posture: POSE_COORDINATES, posture_velocity: 2 * POSE_COORDINATES }[mode]
}

/** Number of windows of a session: those of a known person are compared whole, others by halves. */
export type WindowCount = 1 | 2

/** Features of the windows in a row, and a fingerprint of the motion. */
type SessionFeatures = { features: Float32Array; mark: number }

/**
 * Computes the features of a session of landmarks, for the whole session (`cuts` = 1) or for each half (`cuts` = 2),
 * and a hash of its motion (`mark`). Null if the session is too short, too still, or has an unknown number of points.
 * `useRustFeatures: false` selects the TypeScript kernel.
 */
export function computeSessionFeatures(
  landmarks: Landmarks,
  cuts: WindowCount,
  { featureMode, useRustFeatures }: Pick<Settings, 'useRustFeatures'> & { featureMode: WindowMode },
): SessionFeatures | null {
  return featureMode === 'signature_128'
    ? computeSignatures(landmarks, cuts, useRustFeatures)
    : computePostures(landmarks, cuts, featureMode)
}

function computeSignatures(
  landmarks: Landmarks,
  cuts: WindowCount,
  useRustFeatures: boolean | undefined,
): SessionFeatures | null {
  const seen = computeLandmarkViews(landmarks, MIN_MS)
  if (seen.status !== 'ok' || seen.missingViews.length > 0) return null
  const kernel = useRustFeatures === false ? typescriptKernel : readKernel()
  const raw = new Float64Array(SIGNATURE_LENGTH)
  const out = new Float32Array(cuts * SIGNATURE_LENGTH)
  const n = Math.floor(seen.n / cuts)
  for (let window = 0; window < cuts; window++) {
    kernel.viewFeatures(cuts === 1 ? seen.views : cutViews(seen.views, seen.n, window * n, n), n, raw)
    out.set(scaleFeatures(raw, SIGNATURE_MODEL.body), window * SIGNATURE_LENGTH)
  }
  return { features: out, mark: hashSeries(seen.views) }
}

function cutViews(views: Float64Array, length: number, from: number, n: number): Float64Array {
  const part = new Float64Array(VIEW_SERIES * n)
  for (let view = 0; view < VIEW_SERIES; view++)
    part.set(views.subarray(view * length + from, view * length + from + n), view * n)
  return part
}

/**
 * Computes the mean position of each joint relative to the hips, facing forwards, in shoulder widths, and how fast it
 * moves.
 */
function computePostures(landmarks: Landmarks, cuts: WindowCount, mode: WindowMode): SessionFeatures | null {
  const tracks = readTracks(landmarks, MIN_MS)
  if (tracks.status !== 'ok' || !(tracks.points in JOINTS)) return null
  const places = toBodyCoordinates(tracks)
  if (places === null) return null
  const d = countFeatures(mode)
  const n = Math.floor(tracks.t.length / cuts)
  const out = new Float32Array(cuts * d)
  for (let window = 0; window < cuts; window++) {
    const from = window * n
    const seconds = (tracks.t[from + n - 1] - tracks.t[from]) / 1000
    for (let c = 0; c < POSE_COORDINATES; c++) {
      const [mean, travel] = measureCourse(places, { c, from, n })
      out[window * d + c] = mean
      if (d > POSE_COORDINATES) out[window * d + POSE_COORDINATES + c] = Math.log1p(travel / seconds)
    }
  }
  return out.every(Number.isFinite) ? { features: out, mark: hashSeries(places) } : null
}

/** Returns the mean of one coordinate over a stretch, and its total travel. */
function measureCourse(places: Float64Array, { c, from, n }: { c: number; from: number; n: number }): [number, number] {
  let sum = 0
  let travel = 0
  for (let i = from; i < from + n; i++) {
    const value = places[i * POSE_COORDINATES + c]
    sum += value
    if (i > from) travel += Math.abs(value - places[(i - 1) * POSE_COORDINATES + c])
  }
  return [sum / n, travel]
}

function toBodyCoordinates({ t, points, x, y, z }: Track): Float64Array | null {
  const joints = JOINTS[points]
  const out = new Float64Array(t.length * POSE_COORDINATES)
  const size = measureShoulderWidth({ t, points, x, y, z }, joints)
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
      const to = i * POSE_COORDINATES + 3 * j
      const [px, pz] = [x[k] - mx, z[k] - mz]
      out[to] = (c * px + s * pz) / size
      out[to + 1] = (y[k] - my) / size
      out[to + 2] = (c * pz - s * px) / size
    })
  }
  return out
}

function measureShoulderWidth({ t, points, x, y, z }: Track, joints: readonly number[]): number {
  const widths = Float64Array.from(t, (_, i) => {
    const [p, q] = [i * points + joints[LEFT_SHOULDER], i * points + joints[RIGHT_SHOULDER]]
    return Math.hypot(x[p] - x[q], y[p] - y[q], z[p] - z[q])
  }).toSorted()
  return widths[widths.length >> 1]
}

const EVERY = 7

/**
 * Returns a fingerprint of a motion. Speeds and postures don't depend on ids, clocks, or the position and size of a
 * body (FNV-1a, 52 bits).
 */
function hashSeries(series: ArrayLike<number>): number {
  let [low, high] = [0x811c9dc5, 0x9e3779b9]
  for (let i = 0; i < series.length; i += EVERY) {
    const whole = Math.round(series[i] * 1e4)
    low = Math.imul(low ^ whole, 0x01000193)
    high = Math.imul(high ^ (whole + (low >>> 7)), 0x85ebca6b)
  }
  return (low >>> 0) + (high & 0xfffff) * 2 ** 32
}
