import type { Point } from '@stillhere/engine'
import type { CameraSighting } from '../capture/motion-source.ts'

/** When a picture was taken, and its height divided by its width. */
export type Picture = { t: number; aspect: number }

const HAND_POINTS = 21
const BODY_POINTS = 33
/** The wrist and the bases of the four fingers: they move together, however the fingers move. */
const PALM = [0, 5, 9, 13, 17]

/*
 * The 18 joints of docs/internals/signature.md as means of MediaPipe's 33 points: head, neck, spine, shoulders, elbows, wrists, hips, knees,
 * ankles (each left, then right), pelvis, torso, nose.
 */
const BODY_JOINTS: readonly (readonly number[])[] = [
  [7, 8],
  [11, 12],
  [11, 12, 23, 24],
  ...[11, 12, 13, 14, 15, 16, 23, 24, 25, 26, 27, 28].map((point) => [point]),
  [23, 24],
  [11, 11, 12, 12, 23, 24],
  [0],
]

/** Converts the first hand with all 21 finite points to a sighting: the center of the palm and the 21 joints. Returns null if the model found no such hand. */
export function findHandSighting(found: readonly (readonly Point[])[], { t, aspect }: Picture): CameraSighting | null {
  const hand = found.find((points) => isWhole(points, HAND_POINTS))
  if (hand === undefined) return null
  // The depth of a hand's points is relative to its wrist. It is left out, because a reader would take it for a distance.
  const joints = hand.map(({ x, y }) => ({ x, y: y * aspect }))
  return { point: { t, ...computeMiddle(joints, PALM) }, frame: { t, joints } }
}

/** Converts the first body with all 33 finite points to a sighting with the 18 joints of a research upload. Returns null if the model found no such body. */
export function findBodySighting(found: readonly (readonly Point[])[], { t, aspect }: Picture): CameraSighting | null {
  const body = found.find((points) => isWhole(points, BODY_POINTS))
  if (body === undefined) return null
  return { frame: { t, joints: bodyJointsOf(body.map(({ x, y, z = 0 }) => ({ x, y: y * aspect, z }))) } }
}

/**
 * Converts MediaPipe's 33 points of a body to the 18 joints that the service takes in a research upload.
 *
 * @returns the joints, in the order of docs/internals/signature.md.
 * @throws {RangeError} if there aren't exactly 33 points.
 * @example
 * const joints = bodyJointsOf(landmarks[0])
 */
export function bodyJointsOf(points: readonly Point[]): Point[] {
  if (points.length !== BODY_POINTS) throw new RangeError(`a body has ${BODY_POINTS} points, not ${points.length}`)
  return BODY_JOINTS.map((parts) => computeMiddle(points, parts))
}

function isWhole(points: readonly Point[], count: number): boolean {
  return points.length === count && points.every(({ x, y, z = 0 }) => Number.isFinite(x + y + z))
}

function computeMiddle(points: readonly Point[], parts: readonly number[]): Point {
  const members = parts.flatMap((part) => points[part] ?? [])
  const mean = (of: (point: Point) => number): number =>
    members.reduce((sum, point) => sum + of(point), 0) / members.length
  const middle = { x: mean(({ x }) => x), y: mean(({ y }) => y) }
  return members.every(({ z }) => z !== undefined) ? { ...middle, z: mean(({ z = 0 }) => z) } : middle
}
