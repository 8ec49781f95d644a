/** The streams of a capture after reading. Each one says whether the caller gave it at all. */
export type CaptureStreams = { imu: ImuStream; frames: FrameStream; camera: CameraStream }

/**
 * Converts a capture from untrusted input to its three streams: motion samples, landmark frames and camera points.
 * Unreadable parts are left out or marked as null; a value that isn't an object gives empty streams. Never throws.
 */
export function readCapture(value: unknown): CaptureStreams {
  const { imu, frames, camera } = readMembers(value)
  return { imu: readImu(imu), frames: readFrames(frames), camera: readCamera(camera) }
}

/** Sensor samples after reading. A value that isn't a list counts as an empty one. */
export type ImuStream = {
  isGiven: boolean
  /** Nothing or an empty list was given; the capture may still have landmarks. */
  isEmpty: boolean
  /**
   * The readable samples among the newest entries, in order. A sample has `rx` only if `ry` and `rz` are usable too.
   */
  samples: readonly ImuSample[]
  /** Number of the newest entries that couldn't be read. */
  unreadable: number
  /** Number of the newest entries with a usable rotation, readable or not. */
  rotations: number
  /** The first time in the list, or null if it has none. */
  firstMs: number | null
  /** The list as given, for code that compares its entries or moves their times. Any entry may be unreadable. */
  given: readonly ImuSample[]
}

const MAX_SAMPLES = 120_000
const MAX_ACCELERATION = 1_000
const MAX_ROTATION_DEG = 20_000

/**
 * Reads the newest 120,000 motion samples from untrusted input and counts the unreadable ones. Times are kept as given
 * and may repeat or run backwards. A value that isn't a list gives an empty stream. Never throws.
 */
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

/** Returns all entries of the given list that are objects, in order and unchanged, including unreadable samples. */
export function listEntries({ given }: ImuStream): ImuSample[] {
  return given.filter((entry) => typeof entry === 'object' && entry !== null)
}

function areWithin(limit: number, x: unknown, y: unknown, z: unknown): boolean {
  return isWithin(limit, x) && isWithin(limit, y) && isWithin(limit, z)
}

function isWithin(limit: number, value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= limit
}

/** Joints as a list or by name; null for a joint that isn't a point. */
export type Joints = readonly (Point | null)[] | Readonly<Record<string, Point | null>>

/** One frame with a time and joints. Callers decide how many joints they need and how far out a joint may lie. */
export type Frame = { t: number; joints: Joints }

/** Landmark frames after reading; null for an entry that isn't a frame. */
export type FrameStream = { isGiven: boolean; isList: boolean; frames: readonly (Frame | null)[] }

/** Returns the value if it is a set of landmarks in columns of matching lengths, otherwise null. */
export function readColumns(value: unknown): LandmarkColumns | null {
  const { t, points, x, y, z } = readMembers(value)
  if (!(t instanceof Float64Array) || typeof points !== 'number' || !Number.isInteger(points)) return null
  const isAxis = (axis: unknown): axis is Float64Array =>
    axis instanceof Float64Array && axis.length === t.length * points
  return isAxis(x) && isAxis(y) && isAxis(z) ? { t, points, x, y, z } : null
}

/**
 * Reads landmark frames from untrusted input. An unreadable frame or joint becomes null, so that positions in the list
 * stay the same. A value that isn't a list gives a stream without frames. Never throws.
 */
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

/** A depth that isn't a number becomes NaN: some callers don't need it, others must refuse the frame. */
function readPoint(value: unknown): Point | null {
  const { x, y, z } = readMembers(value)
  if (!isFiniteNumber(x) || !isFiniteNumber(y)) return null
  return z === undefined || typeof z === 'number' ? (value as Point) : { x, y, z: Number.NaN }
}

/** Points of a camera's track after reading; null for an entry that isn't a point. */
export type CameraStream = { isGiven: boolean; samples: readonly (CameraSample | null)[] }

/**
 * Reads the points of a camera track from untrusted input. An unreadable point becomes null. A value that isn't a list
 * gives a stream without points. Never throws.
 */
export function readCamera(value: unknown): CameraStream {
  return { isGiven: value !== undefined, samples: Array.isArray(value) ? Array.from(value, readSample) : [] }
}

function readSample(entry: unknown): CameraSample | null {
  const { t, x, y, z } = readMembers(entry)
  if (!isFiniteNumber(t) || typeof x !== 'number' || typeof y !== 'number') return null
  return z === undefined || typeof z === 'number' ? (entry as CameraSample) : { t, x, y }
}

/**
 * Returns the value itself if it is an object, typed as a record of unknown members, otherwise an empty object. Lets
 * untrusted input be destructured without checks.
 */
export function readMembers(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Returns whether the value is a finite number. */
export function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

/** Returns the value if it is a number from 0 to 1, otherwise null. */
export function readRate(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null
}

/** Reasons that tell the person what to do. A number replaces `{number}`. */
const TOO_SLOW = 'This browser delivers motion too slowly ({number} Hz). Try another browser or phone.'
export const TOO_STILL = 'The phone hardly moved. Move more.'

/** Returns the result for an input that cannot be judged: status 'insufficient' and the given reason. */
export function createInsufficient(reason: string): Insufficient {
  return { status: 'insufficient', reason }
}

/**
 * Returns the result for motion that the browser delivers too slowly to be judged, with a reason for the person that
 * contains the rate `hz`.
 */
export function createTooSlow(hz: number): Insufficient {
  return createInsufficient(TOO_SLOW.replace('{number}', `${Math.floor(hz)}`))
}

/**
 * Returns whether a reason is a complete sentence that can be shown to the person (it ends with a period). Other
 * reasons only name what is missing and have to be embedded in a sentence.
 */
export function isForPeople(reason: unknown): boolean {
  return typeof reason === 'string' && reason.endsWith('.')
}

/** One reading of a phone's motion sensors in the units of DeviceMotionEvent: ms, m/s² with gravity, °/s. */
export type ImuSample = { t: number; ax: number; ay: number; az: number; rx?: number; ry?: number; rz?: number }

export type Point = { x: number; y: number; z?: number }

/** One camera frame. Joints are a list, or keyed by number as in the research upload. */
export type LandmarkFrame = { t: number; joints: readonly Point[] | Readonly<Record<string, Point>> }

/** Landmarks in columns, which are faster to read: the value of joint j in frame i is at i·points + j. */
export type LandmarkColumns = { t: Float64Array; points: number; x: Float64Array; y: Float64Array; z: Float64Array }

/** One tracked point of a camera image. */
export type CameraSample = { t: number; x: number; y: number; z?: number }

export type Capture = {
  imu?: readonly ImuSample[]
  frames?: readonly LandmarkFrame[]
  camera?: readonly CameraSample[]
}

/** Why an input couldn't be judged: a sentence if the person can do something about it, otherwise what is missing. */
export type Insufficient = { status: 'insufficient'; reason: string }
