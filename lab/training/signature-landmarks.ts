import { type LandmarkFrame, readFrames } from '../../packages/engine/src/capture.ts'
import { viewFeatures } from '../../packages/engine/src/kernel/signature-features.ts'
import { computeLandmarkViews } from '../../packages/engine/src/signature/landmarks.ts'
import { SIGNATURE_LENGTH } from '../../packages/engine/src/signature/signature.ts'
import { type Recording, recordings } from './recordings.ts'
import type { SignatureWindow } from './signature-material.ts'

const MIN_MS = 4_000
const WINDOW_MS = 8_000
const HAND_FPS = 30
const HAND_JOINTS = 22
/** The depth camera's second joint, the palm, is none of the 21 landmarks of a hand. */
const PALM = 1

/** Windows of bodies (all views) and of hands alone (the first view). */
export function landmarkMaterial(motionFolder: string): SignatureWindow[] {
  return [...bodyMaterial(motionFolder), ...handMaterial(motionFolder)]
}

function bodyMaterial(motionFolder: string): SignatureWindow[] {
  return recordings(motionFolder, 'body-landmarks').flatMap((recording) =>
    measureWindow(toFrames(recording.skel?.channels ?? [], 18, recording.rate_cam ?? HAND_FPS), {
      set: 'body-landmarks',
      place: 'body-landmarks',
      setting: 'body-landmarks',
      person: `body-landmarks/${recording.subject}`,
      unit: recording.id.replace(/[ab]$/, ''),
    }),
  )
}

function handMaterial(motionFolder: string): SignatureWindow[] {
  const byPerson = Map.groupBy(recordings(motionFolder, 'shrec17-hands'), ({ subject }) => subject)
  return [...byPerson.values()].flatMap(measureHands)
}

/** Takes of a hand last a second or two: those of one person are joined in their order, eight seconds a window. */
export function measureHands(takes: readonly Recording[]): SignatureWindow[] {
  return handWindows(takes).flatMap((frames, window) =>
    measureWindow(frames, {
      set: 'shrec17-hands',
      place: 'shrec17-hands',
      setting: 'shrec17-hands',
      person: `shrec17-hands/${takes[0].subject}`,
      unit: `${takes[0].id}#${window}`,
    }),
  )
}

/** The takes' frames one after the other, moved so that no jump shows where they meet, in windows of eight seconds. */
function handWindows(takes: readonly Recording[]): LandmarkFrame[][] {
  const joined: LandmarkFrame[] = []
  for (const take of takes) {
    const channels = (take.hand?.channels ?? []).filter((_, c) => Math.floor(c / 3) !== PALM)
    joined.push(...continueFrames(joined.at(-1), toFrames(channels, HAND_JOINTS - 1, HAND_FPS)))
  }
  const perWindow = (WINDOW_MS * HAND_FPS) / 1000
  return Array.from({ length: Math.floor(joined.length / perWindow) }, (_, k) =>
    joined.slice(k * perWindow, (k + 1) * perWindow),
  )
}

type ListedFrame = { t: number; joints: { x: number; y: number; z: number }[] }

function toFrames(channels: readonly (readonly number[])[], joints: number, fps: number): ListedFrame[] {
  return Array.from(channels[0] ?? [], (_, i) => ({
    t: (i * 1000) / fps,
    joints: jointsAt(channels, joints, i),
  }))
}

function jointsAt(channels: readonly (readonly number[])[], joints: number, i: number): ListedFrame['joints'] {
  return Array.from({ length: joints }, (_, j) => ({
    x: channels[3 * j][i],
    y: channels[3 * j + 1][i],
    z: channels[3 * j + 2][i],
  }))
}

function continueFrames(last: LandmarkFrame | undefined, frames: readonly ListedFrame[]): ListedFrame[] {
  if (!last || frames.length === 0) return [...frames]
  const [from, to] = [frames[0].joints[0], (last as ListedFrame).joints[0]]
  const move = { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z }
  return frames.map(({ t, joints }) => ({
    t: last.t + 1000 / HAND_FPS + t,
    joints: joints.map(({ x, y, z }) => ({ x: x + move.x, y: y + move.y, z: z + move.z })),
  }))
}

type Origin = Pick<SignatureWindow, 'set' | 'place' | 'setting' | 'person' | 'unit'>

function measureWindow(frames: readonly LandmarkFrame[], origin: Origin): SignatureWindow[] {
  const seen = computeLandmarkViews(readFrames(frames), MIN_MS)
  if (seen.status !== 'ok') return []
  const raw = new Float64Array(SIGNATURE_LENGTH)
  viewFeatures(seen.views, seen.n, raw)
  return [{ ...origin, raw, statistics: null, missingViews: seen.missingViews }]
}
