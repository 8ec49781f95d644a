import { isFiniteNumber, readMembers } from '../members.ts'
import type { CameraSample } from '../types.ts'

/** Points of a camera's track as a caller gave them, read once: null stands for an entry that is none. */
export type CameraStream = { isGiven: boolean; samples: readonly (CameraSample | null)[] }

/** Of what is no list, nothing is read. */
export function readCamera(value: unknown): CameraStream {
  return { isGiven: value !== undefined, samples: Array.isArray(value) ? Array.from(value, readSample) : [] }
}

function readSample(entry: unknown): CameraSample | null {
  const { t, x, y, z } = readMembers(entry)
  if (!isFiniteNumber(t) || typeof x !== 'number' || typeof y !== 'number') return null
  return z === undefined || typeof z === 'number' ? (entry as CameraSample) : { t, x, y }
}
