import { HandLandmarker, type Landmarker, PoseLandmarker } from '@mediapipe/tasks-vision'
import ModuleFactory from '@mediapipe/tasks-vision/vision_wasm_module_internal.js'
import type { WorkerAnswer, WorkerRequest } from '../src/camera/messages.ts'

/*
 * The worker that holds the model, so that a page stays lively while pictures are looked at. camera-assets.ts makes one
 * script of it and of MediaPipe.
 */

// Looking for a second hand in every picture takes longer than following the first.
const MAX_HANDS = 1

let landmarker: Landmarker | undefined

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  answerTo(data).then(
    (answer) => postMessage(answer),
    (error: unknown) => postMessage({ kind: 'failed', message: String(error) } satisfies WorkerAnswer),
  )
})

async function answerTo(order: WorkerRequest): Promise<WorkerAnswer> {
  if (order.kind === 'look') return look(order)
  landmarker = await load(order)
  return { kind: 'loaded' }
}

function load({ part, wasmUrl, modelUrl }: Extract<WorkerRequest, { kind: 'load' }>): Promise<Landmarker> {
  // Here MediaPipe looks for the loader of its compiled code, and for what to do with its chatter.
  Object.assign(globalThis, { ModuleFactory, Module: { print: ignore, printErr: ignore }, custom_dbg: ignore })
  const files = { wasmLoaderPath: '', wasmBinaryPath: wasmUrl }
  const options = { baseOptions: { modelAssetPath: modelUrl, delegate: 'CPU' }, runningMode: 'VIDEO' } as const
  return part === 'hand'
    ? HandLandmarker.createFromOptions(files, { ...options, numHands: MAX_HANDS })
    : PoseLandmarker.createFromOptions(files, { ...options, numPoses: 1 })
}

function ignore(): void {}

function look({ t, picture }: Extract<WorkerRequest, { kind: 'look' }>): WorkerAnswer {
  if (landmarker === undefined) throw new Error('no model is loaded')
  try {
    const { landmarks } = landmarker.detectForVideo(picture, t)
    return { kind: 'seen', t, found: landmarks.map((points) => points.map(({ x, y, z }) => ({ x, y, z }))) }
  } finally {
    picture.close()
  }
}
