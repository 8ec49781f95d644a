import { randomUUID } from 'node:crypto'
import type { ResearchUpload } from '@stillhere/contract'
import { type LandmarkFrame, seededRandom } from '@stillhere/engine'
import { sceneOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { decodeLandmarks } from '../src/scan/research/landmarks.ts'

/** The 18 joints of a synthetic person over eight seconds, rounded as a browser would. */
export function researchFrames(seed: number, { seconds = 8 }: { seconds?: number } = {}): LandmarkFrame[] {
  const { frames } = sceneOf(syntheticPerson(seed), seededRandom(seed), { seconds })
  return frames.map(({ t, joints }) => ({
    t: round(t, 2),
    joints: Object.values(joints).map(({ x, y, z = 0 }) => ({ x: round(x, 5), y: round(y, 5), z: round(z, 5) })),
  }))
}

/** A research upload with all that is required, and an id of its own. */
export function researchUpload(landmarks: unknown = []): ResearchUpload {
  return {
    session_id: randomUUID(),
    device: { os: 'Android', browser: 'Chrome', viewportWidth: 412, viewportHeight: 915 },
    lighting: 'indoor_day',
    duration_ms: 8000,
    landmarks,
    pes_score: 0.8,
    total_frames: 240,
    valid_frames: 240,
    phases: [{ phase: 1, frameCount: 240 }],
  }
}

const DEPTH_DIGITS_AT = 6
const NO_DEPTH = 127

/** Stored landmarks as they were uploaded: frames of lists of points, without z where there was none. */
export function unpackFrames(bytes: Uint8Array): LandmarkFrame[] {
  const { t, points, x, y, z } = decodeLandmarks(bytes)
  const pointAt = (at: number) => ({
    x: x[at] ?? 0,
    y: y[at] ?? 0,
    ...(bytes[DEPTH_DIGITS_AT] === NO_DEPTH ? {} : { z: z[at] ?? 0 }),
  })
  return Array.from(t, (time, frame) => ({
    t: time,
    joints: Array.from({ length: points }, (_, joint) => pointAt(frame * points + joint)),
  }))
}

function round(value: number, digits: number): number {
  // Plus zero: JSON would make 0 of -0.
  return Number(value.toFixed(digits)) + 0
}

let addresses = 0

/** An address that nobody has uploaded from. */
export function newAddress(): string {
  addresses++
  return `198.51.${100 + Math.floor(addresses / 250)}.${addresses % 250}`
}

let shifts = 0

/** Frames whose motion no other test has: the same motion would be counted once. */
export function ownFrames(): LandmarkFrame[] {
  const shift = ++shifts / 1000
  return STOCK.map(({ t, joints }) => ({
    t,
    joints: Object.values(joints).map((point) => ({ ...point, x: round(point.x + shift, 5) })),
  }))
}

const STOCK = researchFrames(1)
