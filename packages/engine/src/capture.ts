/** A capture as the engine's inner functions take it: every stream read, and known whether it was given at all. */
export type CaptureStreams = { imu: ImuStream; frames: FrameStream; camera: CameraStream }

/** Reads whatever a caller hands in as a capture; of what is none, no stream is given. */
export function readCapture(value: unknown): CaptureStreams {
  const { imu, frames, camera } = readMembers(value)
  return { imu: readImu(imu), frames: readFrames(frames), camera: readCamera(camera) }
}

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

/** Joints as a list or by their names; null stands for a joint that is no point. */
export type Joints = readonly (Point | null)[] | Readonly<Record<string, Point | null>>

/** One frame with a time and joints; how many joints and how far out is for those to judge who use them. */
export type Frame = { t: number; joints: Joints }

/** Landmark frames as a caller gave them, read once: null stands for an entry that is no frame. */
export type FrameStream = { isGiven: boolean; isList: boolean; frames: readonly (Frame | null)[] }

/** Columns of landmarks whose lengths fit each other, or null. */
export function readColumns(value: unknown): LandmarkColumns | null {
  const { t, points, x, y, z } = readMembers(value)
  if (!(t instanceof Float64Array) || typeof points !== 'number' || !Number.isInteger(points)) return null
  const isAxis = (axis: unknown): axis is Float64Array =>
    axis instanceof Float64Array && axis.length === t.length * points
  return isAxis(x) && isAxis(y) && isAxis(z) ? { t, points, x, y, z } : null
}

/** Of what is no list, nothing is read. */
export function readFrames(value: unknown): FrameStream {
  const isList = Array.isArray(value)
  return { isGiven: value !== undefined, isList, frames: isList ? Array.from(value, readFrame) : [] }
}

function readFrame(entry: unknown): Frame | null {
  const { t, joints } = readMembers(entry)
  if (!isFiniteNumber(t) || typeof joints !== 'object' || joints === null) return null
  // Spread, so that a hole is read as well; Array.from takes several times as long for thousands of points.
  return { t, joints: Array.isArray(joints) ? [...joints].map((point) => readPoint(point)) : readKeyedJoints(joints) }
}

function readKeyedJoints(joints: object): Readonly<Record<string, Point | null>> {
  return Object.fromEntries(Object.entries(joints).map(([name, point]) => [name, readPoint(point)]))
}

/** A depth that is no number becomes NaN: some can do without it, others must refuse the frame. */
function readPoint(value: unknown): Point | null {
  const { x, y, z } = readMembers(value)
  if (!isFiniteNumber(x) || !isFiniteNumber(y)) return null
  return z === undefined || typeof z === 'number' ? (value as Point) : { x, y, z: Number.NaN }
}

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

/** The members of an object, and none of anything else. */
export function readMembers(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

export function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

/** A number from 0 to 1, or null. */
export function readRate(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null
}

/** Reasons that tell people what to do; a number stands for `{number}`. */
const TOO_SLOW = 'This browser delivers motion too slowly ({number} Hz). Try another browser or phone.'
export const TOO_STILL = 'The phone hardly moved. Move more.'

export function insufficient(reason: string): Insufficient {
  return { status: 'insufficient', reason }
}

/** Motion that comes too slowly to be judged. */
export function tooSlow(hz: number): Insufficient {
  return insufficient(TOO_SLOW.replace('{number}', `${Math.floor(hz)}`))
}

/** Whether a reason is a sentence for people; the others name what is missing, as part of a sentence. */
export function isForPeople(reason: unknown): boolean {
  return typeof reason === 'string' && reason.endsWith('.')
}

/** One reading of a phone's motion sensors, as DeviceMotionEvent gives it: ms, m/s² with gravity, °/s. */
export type ImuSample = { t: number; ax: number; ay: number; az: number; rx?: number; ry?: number; rz?: number }

export type Point = { x: number; y: number; z?: number }

/** One camera frame: joints as a list, or keyed by their number as the research upload writes them. */
export type LandmarkFrame = { t: number; joints: readonly Point[] | Readonly<Record<string, Point>> }

/** The same in columns, which take less time to read: the value of joint j in frame i stands at i·points + j. */
export type LandmarkColumns = { t: Float64Array; points: number; x: Float64Array; y: Float64Array; z: Float64Array }

/** One tracked point of a camera picture. */
export type CameraSample = { t: number; x: number; y: number; z?: number }

export type Capture = {
  imu?: readonly ImuSample[]
  frames?: readonly LandmarkFrame[]
  camera?: readonly CameraSample[]
}

/** Why nothing can be said about an input: a sentence where a person can do something about it, otherwise what is missing. */
export type Insufficient = { status: 'insufficient'; reason: string }
