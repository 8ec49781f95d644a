import { generateChallenge, seededRandom } from '@stillhere/engine'
import { answerSceneOf, type Scene, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { createHandTracker } from '../../src/camera/index.ts'
import { type CameraTracker, type MotionSource, type ScanError, type ScanPhase, scan } from '../../src/scan/index.ts'
import { drawHand } from '../camera-scenes.ts'

/** How a scan with a camera ended. */
export type CameraEnding = {
  receipt?: unknown
  error?: Pick<ScanError, 'kind' | 'next' | 'advice' | 'message'>
  coupling?: { value: number; status: unknown }
}

type CameraLab = {
  /** Scans with the camera that the browser has. */
  start(): void
  /** Scans with a film of the person that runs backwards. */
  startWithFilm(): void
  /** Puts a canvas in place of the camera, on which the hand moves as that of the person. */
  becomeCamera(): void
  /** Draws the hand where it is now, and waits until the model has seen a picture of this moment; at once where no model looks at the canvas. */
  look(): Promise<void>
  phase: ScanPhase | ''
  ending?: CameraEnding
}

declare global {
  var cameraLab: CameraLab
  /** The browser's own, where the page has a clock that a test moves. */
  var trueInterval: typeof setInterval
}

const SEED = 22
const POINTS_PER_METRE = 350
const PERIOD_MS = 1000 / 60
const FILM_PERIOD_MS = 100
const LOST_MS = 1000
const challenge = generateChallenge(seededRandom(SEED + 900))
const person = answerSceneOf(syntheticPerson(SEED), challenge.strokes, seededRandom(SEED + 500))
const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
const wall = paint(() => {})
// Drawn once, since a busy machine takes its time for it.
const hand = paint((canvas2d) => drawHand(canvas2d, 0))
let isCanvasSeen = false
let beganMs = Number.NaN
let isWatching = false
let endLook: () => void = () => {}

globalThis.cameraLab = {
  phase: '',
  start: () => void runScan(watch(createHandTracker({ assetsUrl: '/camera/' }))),
  startWithFilm: () => void runScan(playFilm()),
  becomeCamera: () => {
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream()
    isCanvasSeen = true
  },
  look: async () => {
    if (!(isCanvasSeen && isWatching)) return
    drawHandNow()
    await new Promise<void>((end) => {
      endLook = end
    })
  },
}
// A picture that came while the model was busy, or in which it found no hand, is shown again.
trueInterval(drawHandNow, LOST_MS)

function drawHandNow(): void {
  if (!isCanvasSeen) return
  const { x, y } = person.camera.findLast(({ t }) => t <= performance.now() - beganMs) ?? { x: 0, y: 0 }
  canvas.getContext('2d')?.drawImage(wall, 0, 0)
  canvas.getContext('2d')?.drawImage(hand, POINTS_PER_METRE * x, -POINTS_PER_METRE * y)
}

async function runScan(camera: CameraTracker): Promise<void> {
  cameraLab.ending = await endScan(camera)
}

async function endScan(camera: CameraTracker): Promise<CameraEnding> {
  try {
    const { receipt, continuity } = await scan({
      camera,
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

function couplingIn(continuity: ScanError['continuity'] | null): Pick<CameraEnding, 'coupling'> {
  const coupling = continuity?.evidence.find(({ engineId }) => engineId === 'EE-002')
  return coupling ? { coupling: { value: coupling.value, status: coupling.diagnostics.status } } : {}
}

function watch(tracker: CameraTracker): CameraTracker {
  const start: CameraTracker['start'] = (onSeen, onEnd) => {
    isWatching = true
    return tracker.start((sighting) => {
      if ((sighting.frame?.t ?? 0) >= performance.now()) endLook()
      onSeen(sighting)
    }, onEnd)
  }
  const close = (): void => {
    isWatching = false
    endLook()
    tracker.close()
  }
  return { ...tracker, start, close }
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

/** What a camera would have seen of the person, from its last picture to its first. */
function playFilm(): CameraTracker {
  const endMs = person.camera.at(-1)?.t ?? 0
  const film = person.camera.toReversed().map(({ t, x, y }) => ({ t: endMs - t, x: 0.5 + x, y: 0.5 - y }))
  return {
    request: async () => {},
    start: (onSeen) => {
      let shownMs = 0
      const timer = setInterval(() => {
        const nowMs = performance.now()
        const point = film.findLast(({ t }) => t <= nowMs - beganMs)
        if (point === undefined || nowMs < shownMs + FILM_PERIOD_MS) return
        shownMs = nowMs
        onSeen({ point: { ...point, t: nowMs } })
      }, PERIOD_MS)
      return () => clearInterval(timer)
    },
    close: () => {},
  }
}
