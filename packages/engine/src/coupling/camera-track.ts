import type { CameraSample, LandmarkFrame, Point } from '../types.ts'

const MIN_SEEN_SHARE = 0.9
const MAX_JOINTS = 600

/** Returns one joint of landmark frames as a camera's track: the given one, or the one that moves most in the picture. */
export function cameraTrackOf(frames: readonly LandmarkFrame[], joint?: number): CameraSample[] {
  if (!Array.isArray(frames)) return []
  const list = (frames as readonly unknown[]).filter(isFrame)
  return trackJoint(list, joint ?? liveliestJoint(list))
}

function isFrame(frame: unknown): frame is LandmarkFrame {
  if (typeof frame !== 'object' || frame === null) return false
  const { t, joints } = frame as Partial<LandmarkFrame>
  return Number.isFinite(t) && typeof joints === 'object' && joints !== null
}

function trackJoint(frames: readonly LandmarkFrame[], joint: number): CameraSample[] {
  return frames.flatMap(({ t, joints }) => {
    const point = (joints as Readonly<Record<number, Point | undefined>>)[joint]
    if (!isPoint(point)) return []
    return [
      Number.isFinite(point.z) ? { t, x: point.x, y: point.y, z: point.z as number } : { t, x: point.x, y: point.y },
    ]
  })
}

function isPoint(point: Point | undefined): point is Point {
  return typeof point === 'object' && point !== null && Number.isFinite(point.x) && Number.isFinite(point.y)
}

/** Most path in the picture plane over steps of two frames, so that jitter from frame to frame counts little. */
function liveliestJoint(frames: readonly LandmarkFrame[]): number {
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
