import { isFiniteNumber } from '../members.ts'
import { type Frame, type FrameStream, readFrames } from '../streams/frames.ts'
import type { CameraSample, LandmarkFrame, Point } from '../types.ts'

const MIN_SEEN_SHARE = 0.9
const MAX_JOINTS = 600

/** Returns one joint of landmark frames as a camera's track: the given one, or the one that moves most in the picture. */
export function cameraTrackOf(frames: readonly LandmarkFrame[], joint?: number): CameraSample[] {
  return trackFrames(readFrames(frames), joint)
}

/** The same of frames that were read. */
export function trackFrames({ frames }: FrameStream, joint?: number): CameraSample[] {
  const list = frames.filter((frame) => frame !== null)
  return trackJoint(list, joint ?? liveliestJoint(list))
}

function trackJoint(frames: readonly Frame[], joint: number): CameraSample[] {
  return frames.flatMap(({ t, joints }) => {
    const { x, y, z } = (joints as Readonly<Record<number, Point | null>>)[joint] ?? {}
    // Not every name that a caller asks for is a joint's; a list has a length as well.
    if (x === undefined || y === undefined) return []
    return [isFiniteNumber(z) ? { t, x, y, z } : { t, x, y }]
  })
}

/** Most path in the picture plane over steps of two frames, so that jitter from frame to frame counts little. */
function liveliestJoint(frames: readonly Frame[]): number {
  const joints = Object.keys(frames[0]?.joints ?? {}).slice(0, MAX_JOINTS)
  let best = { joint: 0, path: -1 }
  for (const name of joints) {
    const joint = Number(name)
    const track = trackJoint(frames, joint)
    if (track.length < MIN_SEEN_SHARE * frames.length) continue
    const path = computePathLength(track)
    if (path > best.path) best = { joint, path }
  }
  return best.joint
}

function computePathLength(track: readonly CameraSample[]): number {
  let path = 0
  for (let i = 3; i < track.length; i++) {
    const dx = track[i].x + track[i - 1].x - track[i - 2].x - track[i - 3].x
    const dy = track[i].y + track[i - 1].y - track[i - 2].y - track[i - 3].y
    path += Math.hypot(dx, dy)
  }
  return path
}
