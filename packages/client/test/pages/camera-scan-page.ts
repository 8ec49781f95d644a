import { type CameraSample, generateChallenge, seededRandom } from '@stillhere/engine'
import { answerSceneOf, type Scene, syntheticPerson } from '@stillhere/engine/synthetic'
import { createHandTracker } from '../../src/camera/index.ts'
import { type CameraTracker, type MotionSource, type ScanError, type ScanPhase, scan } from '../../src/scan/index.ts'
import { drawHand } from '../camera-scenes.ts'

/** How a scan with a camera ended. */
export type CameraEnding = {
  receipt?: unknown
  error?: Pick<ScanError, 'kind' | 'next' | 'advice' | 'message'>
  coupling?: { value: number; status: unknown }
  pictures?: number
}

type CameraLab = {
  start(): void
  /** Puts a canvas in place of the camera, on which the hand moves as that of the person, or as an old film of it. */
  becomeCamera(picture: keyof typeof hands): void
  /** Draws the hand where it is now; does nothing where the browser has a camera of its own. */
  draw(): void
  /** Times of the pictures in which a hand was seen. */
  sightings: number[]
  phase: ScanPhase | ''
  ending?: CameraEnding
}

declare global {
  var cameraLab: CameraLab
}

const SEED = 0
const POINTS_PER_METRE = 350
const PERIOD_MS = 1000 / 60
const challenge = generateChallenge(seededRandom(SEED + 900))
const person = answerSceneOf(syntheticPerson(SEED), challenge.strokes, seededRandom(SEED + 500))
const hands = { person: person.camera, film: backwards(person.camera) }
const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
const wall = paint(() => {})
// Drawn once, since a busy machine takes its time for it.
const hand = paint((canvas2d) => drawHand(canvas2d, 0))
let beganMs = Number.NaN
let seenHand: CameraSample[] | undefined

globalThis.cameraLab = {
  sightings: [],
  phase: '',
  start: () => void runScan(),
  becomeCamera: (picture) => {
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream()
    seenHand = hands[picture]
  },
  draw: () => {
    if (!seenHand) return
    const { x, y } = seenHand.findLast(({ t }) => t <= performance.now() - beganMs) ?? { x: 0, y: 0 }
    canvas.getContext('2d')?.drawImage(wall, 0, 0)
    canvas.getContext('2d')?.drawImage(hand, POINTS_PER_METRE * x, -POINTS_PER_METRE * y)
  },
}

function backwards(camera: CameraSample[]): CameraSample[] {
  return camera.map(({ t }, i) => ({ ...(camera.at(-1 - i) as CameraSample), t }))
}

async function runScan(): Promise<void> {
  cameraLab.ending = await endScan()
}

async function endScan(): Promise<CameraEnding> {
  try {
    const { receipt, continuity } = await scan({
      camera: counting(createHandTracker({ assetsUrl: '/camera/' })),
      source: playing(person),
      countdownSeconds: 0,
      challenge: { signedBy: 'page', open: async () => challenge },
      onProgress: ({ phase }) => {
        if (phase === 'capturing' && cameraLab.phase !== phase) beganMs = performance.now()
        cameraLab.phase = phase
      },
    })
    return { receipt, ...couplingIn(continuity) }
  } catch (error) {
    const { kind, next, advice, message, continuity } = error as ScanError
    return { error: { kind, next, advice, message }, ...couplingIn(continuity) }
  }
}

function couplingIn(continuity: ScanError['continuity'] | null): Pick<CameraEnding, 'coupling' | 'pictures'> {
  const coupling = continuity?.evidence.find(({ engineId }) => engineId === 'EE-002')
  const pictures = cameraLab.sightings.filter((t) => t >= beganMs).length
  return { ...(coupling && { coupling: { value: coupling.value, status: coupling.diagnostics.status } }), pictures }
}

function counting(tracker: CameraTracker): CameraTracker {
  return {
    ...tracker,
    start: (onSeen, onEnd) =>
      tracker.start((sighting) => {
        cameraLab.sightings.push(sighting.frame?.t ?? 0)
        onSeen(sighting)
      }, onEnd),
  }
}

/** Higher than the picture, so that the arm does not end in it. */
function paint(draw: (canvas2d: OffscreenCanvasRenderingContext2D) => void): OffscreenCanvas {
  const picture = new OffscreenCanvas(640, 700)
  const canvas2d = picture.getContext('2d')
  if (canvas2d === null) throw new Error('this browser does not paint')
  canvas2d.fillStyle = '#5f6b70'
  canvas2d.fillRect(0, 0, 640, 700)
  draw(canvas2d)
  return picture
}

/** The sensors of the phone in the hand of the person, who rests until the strokes are shown. */
function playing({ imu }: Scene): MotionSource {
  return {
    mode: 'sensors',
    request: async () => {},
    start: (onSample) => {
      let played = -1
      const timer = setInterval(() => {
        if (!Number.isNaN(beganMs)) played++
        const sample = imu[Math.max(0, played)]
        if (sample) onSample({ ...sample, t: performance.now() })
      }, PERIOD_MS)
      return () => clearInterval(timer)
    },
  }
}
