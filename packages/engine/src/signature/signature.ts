import { type Capture, type CaptureStreams, type FrameStream, type ImuStream, readCapture } from '../capture.ts'
import { readKernel } from '../kernel/load.ts'
import { signature as learned } from '../model/index.ts'
import { toEvenMotion } from '../timeline.ts'
import { computeLandmarkViews } from './landmarks.ts'
import { measureStatistics } from './statistics.ts'

/** Kinematic, control, spectral, complexity: 32 dimensions each, eight features on four views. */
export const SIGNATURE_LENGTH = 128
export const VIEW_COUNT = 4

/** Motion signature: 128 numbers that describe how a person moves; 0 is the median of the population. */
export type MotionSignature = {
  /** Dimension 32·group + 4·feature + view. */
  vector: number[]
  /** Only signatures of one version can be compared. */
  version: string
  /** Dimensions that couldn't be measured; they are 0 and are ignored. */
  missing: number[]
  /** Plain statistics, scaled like the vector; absent without a gyroscope and for landmarks. */
  statistics?: number[]
  status: 'ok' | 'insufficient'
  /** Why the signature couldn't be measured, or null. */
  reason: string | null
}

const MIN_MS = 4_000
// Views of the motion sensors that need a gyroscope.
const ROTATION_VIEWS = [2, 3]

/**
 * Computes the motion signature of a capture: from its motion sensors if they suffice, otherwise from its landmarks.
 * Never throws: if neither suffices, `status` is 'insufficient' and `reason` says why.
 *
 * @example
 * const { vector, status } = motionSignature({ imu: samples })
 */
export function motionSignature(capture: Capture): MotionSignature {
  return computeSignature(readCapture(capture))
}

/** Computes the signature like `motionSignature`, for a capture that has been read. */
export function computeSignature({ imu, frames }: Pick<CaptureStreams, 'imu' | 'frames'>): MotionSignature {
  const fromSensors = computeSensorSignature(imu)
  if (fromSensors.status === 'ok' || !frames.isGiven) return fromSensors
  const fromLandmarks = computeLandmarkSignature(frames)
  return fromLandmarks.status === 'ok' || !imu.isGiven ? fromLandmarks : fromSensors
}

function computeSensorSignature(imu: ImuStream): MotionSignature {
  const motion = toEvenMotion(imu, MIN_MS)
  if (motion.status !== 'ok') return createEmptySignature(SIGNATURE_SCALES.imu, motion.reason)
  const raw = new Float64Array(SIGNATURE_LENGTH)
  readKernel().signatureFeatures(motion.channels, motion.n, motion.hasGyro ? 1 : 0, raw)
  const statistics = motion.hasGyro ? measureStatistics(motion.channels, motion.n) : null
  return toSignature(SIGNATURE_SCALES.imu, { raw, statistics }, motion.hasGyro ? [] : ROTATION_VIEWS)
}

function computeLandmarkSignature(frames: FrameStream): MotionSignature {
  const seen = computeLandmarkViews(frames, MIN_MS)
  if (seen.status !== 'ok') return createEmptySignature(SIGNATURE_SCALES.body, seen.reason)
  const raw = new Float64Array(SIGNATURE_LENGTH)
  readKernel().viewFeatures(seen.views, seen.n, raw)
  return toSignature(SIGNATURE_SCALES.body, { raw, statistics: null }, seen.missingViews)
}

/** Measurements of a capture before scaling. */
export type MeasuredFeatures = { raw: Float64Array; statistics: Float64Array | null }

/** Scales measured features to a signature. The dimensions of missing views become 0 and are listed in `missing`. */
export function toSignature(
  scale: SignatureScale,
  { raw, statistics }: MeasuredFeatures,
  missingViews: readonly number[],
): MotionSignature {
  const missing = listDimensions(missingViews)
  const vector = scaleFeatures(raw, scale)
  for (const dimension of missing) vector[dimension] = 0
  const plain = statistics && scale.statistics && { statistics: scaleFeatures(statistics, scale.statistics) }
  return { vector, version: scale.version, missing, ...plain, status: 'ok', reason: null }
}

function createEmptySignature({ version }: SignatureScale, reason: string): MotionSignature {
  return {
    vector: Array.from({ length: SIGNATURE_LENGTH }, () => 0),
    version,
    missing: Array.from({ length: SIGNATURE_LENGTH }, (_, dimension) => dimension),
    status: 'insufficient',
    reason,
  }
}

/**
 * Returns the indices of all signature dimensions that belong to the given views, in ascending order. A view (0 to 3)
 * is one of the four signals, such as a part of the body, on which every feature is measured.
 */
export function listDimensions(views: readonly number[]): number[] {
  if (views.length === 0) return []
  const rising = views.toSorted((a, b) => a - b)
  return Array.from({ length: SIGNATURE_LENGTH / VIEW_COUNT }, (_, feature) =>
    rising.map((view) => VIEW_COUNT * feature + view),
  ).flat()
}

/** The population's median of each dimension, and half the distance between its 16 % and 84 % quantiles. */
export type Scale = { median: readonly number[]; spread: readonly number[] }

/** The scale of a signature; only signatures of the same version can be compared. */
export type SignatureScale = Scale & { version: string; statistics?: Scale }

export const SIGNATURE_SCALES: { imu: SignatureScale; body: SignatureScale } = learned

/** Limit of scaled values, in spreads. */
export const CLIP = 2

/**
 * Scales features to distances from the population's median in units of its spread, compressed smoothly towards ±CLIP,
 * so that no single outlier dominates. NaN becomes 0, the median.
 */
export function scaleFeatures(raw: ArrayLike<number>, { median, spread }: Scale): number[] {
  return median.map((middle, i) => {
    const value = (raw[i] - middle) / spread[i]
    return bend(value)
  })
}

/** Compresses a scaled value smoothly towards ±CLIP; small values hardly change, NaN becomes 0. */
export function bend(value: number): number {
  return Number.isNaN(value) ? 0 : CLIP * Math.tanh(value / CLIP)
}
