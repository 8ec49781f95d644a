import { isFiniteNumber, readMembers } from '../members.ts'
import type { ImuSample } from '../types.ts'

/** Sensor samples as a caller gave them, read once. Of what is no list, everything is empty. */
export type ImuStream = {
  isGiven: boolean
  /** Nothing or an empty list: a capture then has only its landmarks. */
  isEmpty: boolean
  /** The readable ones among the newest entries, in their order; `rx` stands only beside a usable `ry` and `rz`. */
  samples: readonly ImuSample[]
  /** How many of the newest entries are not among them. */
  unreadable: number
  /** How many of the newest entries hold a usable rotation, whatever else is wrong with them. */
  rotations: number
  /** The first time in the list, or null where it holds none. */
  firstMs: number | null
  /** The list as it was given, for those who compare its entries or move their times; any entry may be unreadable. */
  given: readonly ImuSample[]
}

const MAX_SAMPLES = 120_000
const MAX_ACCELERATION = 1_000
const MAX_ROTATION_DEG = 20_000

export function readImu(value: unknown): ImuStream {
  const given: readonly ImuSample[] = Array.isArray(value) ? value : []
  const newest = given.length > MAX_SAMPLES ? given.slice(-MAX_SAMPLES) : given
  const samples: ImuSample[] = []
  let rotations = 0
  for (const entry of newest) {
    const { t, ax, ay, az, rx, ry, rz } = readMembers(entry)
    const turns = areWithin(MAX_ROTATION_DEG, rx, ry, rz)
    if (turns) rotations++
    if (isFiniteNumber(t) && areWithin(MAX_ACCELERATION, ax, ay, az))
      samples.push(turns || rx === undefined ? entry : { t, ax: entry.ax, ay: entry.ay, az: entry.az })
  }
  return {
    isGiven: value !== undefined,
    isEmpty: ((value ?? []) as { length?: unknown }).length === 0,
    samples,
    unreadable: newest.length - samples.length,
    rotations,
    firstMs: given.find((entry) => isFiniteNumber(readMembers(entry).t))?.t ?? null,
    given,
  }
}

/** The entries that are objects, as they were given. */
export function listEntries({ given }: ImuStream): ImuSample[] {
  return given.filter((entry) => typeof entry === 'object' && entry !== null)
}

function areWithin(limit: number, x: unknown, y: unknown, z: unknown): boolean {
  return isWithin(limit, x) && isWithin(limit, y) && isWithin(limit, z)
}

function isWithin(limit: number, value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= limit
}
