import { type Capture, type CaptureStreams, type FrameStream, type ImuStream, readCapture } from '../capture.ts'
import { currentKernel } from '../kernel/load.ts'
import { signature as learned } from '../model/index.ts'
import { evenMotion } from '../timeline.ts'
import { landmarkViews } from './landmarks.ts'
import { measureStatistics } from './statistics.ts'

/** Kinematic, control, spectral, complexity: 32 dimensions each, eight features on four views. */
export const SIGNATURE_LENGTH = 128
export const VIEW_COUNT = 4

/** How a person moves, as 128 numbers in which 0 is the population's median. */
export type MotionSignature = {
  /** Dimension 32·group + 4·feature + view. */
  vector: number[]
  /** Only signatures of one version can be compared. */
  version: string
  /** Dimensions that could not be measured; they are 0 and do not count. */
  missing: number[]
  /** Plain statistics beside the vector, scaled like it; not there without a gyroscope and of landmarks. */
  statistics?: number[]
  status: 'ok' | 'insufficient'
  /** Why nothing could be measured, in words. */
  reason: string | null
}

const MIN_MS = 4_000
// Views of the motion sensors that need a gyroscope.
const ROTATION_VIEWS = [2, 3]

/**
 * Returns the motion signature of a capture: from its motion sensors if they suffice, otherwise from its landmarks.
 * Never throws: where nothing can be measured, `status` is 'insufficient' and `reason` says why.
 *
 * @example
 * const { vector, status } = motionSignature({ imu: samples })
 */
export function motionSignature(capture: Capture): MotionSignature {
  return signStreams(readCapture(capture))
}

/** The same of a capture that was read. */
export function signStreams({ imu, frames }: Pick<CaptureStreams, 'imu' | 'frames'>): MotionSignature {
  const fromSensors = sensorSignature(imu)
  if (fromSensors.status === 'ok' || !frames.isGiven) return fromSensors
  const fromLandmarks = landmarkSignature(frames)
  return fromLandmarks.status === 'ok' || !imu.isGiven ? fromLandmarks : fromSensors
}

function sensorSignature(imu: ImuStream): MotionSignature {
  const motion = evenMotion(imu, MIN_MS)
  if (motion.status !== 'ok') return nothing(SIGNATURE_SCALES.imu, motion.reason)
  const raw = new Float64Array(SIGNATURE_LENGTH)
  currentKernel().signatureFeatures(motion.channels, motion.n, motion.hasGyro ? 1 : 0, raw)
  const statistics = motion.hasGyro ? measureStatistics(motion.channels, motion.n) : null
  return toSignature(SIGNATURE_SCALES.imu, { raw, statistics }, motion.hasGyro ? [] : ROTATION_VIEWS)
}

function landmarkSignature(frames: FrameStream): MotionSignature {
  const seen = landmarkViews(frames, MIN_MS)
  if (seen.status !== 'ok') return nothing(SIGNATURE_SCALES.body, seen.reason)
  const raw = new Float64Array(SIGNATURE_LENGTH)
  currentKernel().viewFeatures(seen.views, seen.n, raw)
  return toSignature(SIGNATURE_SCALES.body, { raw, statistics: null }, seen.missingViews)
}

/** What is measured of a capture before it is scaled. */
export type Measured = { raw: Float64Array; statistics: Float64Array | null }

/** The signature that unscaled features make under the scales of its kind. */
export function toSignature(
  scale: SignatureScale,
  { raw, statistics }: Measured,
  missingViews: readonly number[],
): MotionSignature {
  const missing = listDimensions(missingViews)
  const vector = scaleFeatures(raw, scale)
  for (const dimension of missing) vector[dimension] = 0
  const plain = statistics && scale.statistics && { statistics: scaleFeatures(statistics, scale.statistics) }
  return { vector, version: scale.version, missing, ...plain, status: 'ok', reason: null }
}

function nothing({ version }: SignatureScale, reason: string): MotionSignature {
  return {
    vector: Array.from({ length: SIGNATURE_LENGTH }, () => 0),
    version,
    missing: Array.from({ length: SIGNATURE_LENGTH }, (_, dimension) => dimension),
    status: 'insufficient',
    reason,
  }
}

/** All dimensions of the given views, in rising order. */
export function listDimensions(views: readonly number[]): number[] {
  if (views.length === 0) return []
  const rising = views.toSorted((a, b) => a - b)
  return Array.from({ length: SIGNATURE_LENGTH / VIEW_COUNT }, (_, feature) =>
    rising.map((view) => VIEW_COUNT * feature + view),
  ).flat()
}

/** A population's median by dimension, and half the distance between its 16 % and 84 % quantiles. */
export type Scale = { median: readonly number[]; spread: readonly number[] }

/** What a signature is measured in; only signatures of one version can be compared. */
export type SignatureScale = Scale & { version: string; statistics?: Scale }

export const SIGNATURE_SCALES: { imu: SignatureScale; body: SignatureScale } = learned

/** Where scaled values bend towards their limit, in spreads. */
export const CLIP = 2

/**
 * Features as distances from the population's median in robust spreads, bent smoothly towards ±CLIP so that one wild
 * value cannot outweigh all others. A feature that is no number counts as the median.
 */
export function scaleFeatures(raw: ArrayLike<number>, { median, spread }: Scale): number[] {
  return median.map((middle, i) => {
    const value = (raw[i] - middle) / spread[i]
    return bend(value)
  })
}

/** A value in spreads, bent towards ±CLIP; what is no number counts as the middle. */
export function bend(value: number): number {
  return Number.isNaN(value) ? 0 : CLIP * Math.tanh(value / CLIP)
}
