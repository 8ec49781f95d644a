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
