import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { withNormalization } from './model-metadata.ts'
import { writeStoredZip } from './stored-zip.ts'

const PACKAGE = join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)
const VISION = dirname(require.resolve('@mediapipe/tasks-vision'))
const HANDS = dirname(require.resolve('@mediapipe/hands'))
const POSE = dirname(require.resolve('@mediapipe/pose/package.json'))

// As the graphs of the old packages have it.
const FROM_0_TO_1 = { mean: 0, deviation: 255 }
const FROM_MINUS_1_TO_1 = { mean: 127.5, deviation: 127.5 }

/*
 * MediaPipe reports how it is used to its makers' server. With an error at hand its reporter neither collects nor sends. Both
 * texts must be found exactly once: a new version has to be looked at by a person before it ships.
 */
const REPORTING = [
  [
    'this.i=[],this.o=new bh,this.l=t??"",this.h=setInterval(()=>{this.flush()},6e4)',
    'this.i=[],this.error=Error("off")',
  ],
  ['"https://odml.pa.googleapis.com/v1/log"', '""'],
] as const

const NOTICE = `The files of this folder hold works of the MediaPipe Authors (https://github.com/google-ai-edge/mediapipe),
under the Apache License, Version 2.0, which lies beside this file as LICENSE.

vision.wasm           @mediapipe/tasks-vision 1.1.0, vision_wasm_module_internal.wasm, unchanged
vision-worker.js      @mediapipe/tasks-vision 1.1.0, vision_bundle.mjs and vision_wasm_module_internal.js, changed:
                      bundled with a worker of Stillhere, made smaller, and without the reports of use to its makers
hand_landmarker.task  @mediapipe/hands 0.4.1675469240, palm_detection_full.tflite and hand_landmark_full.tflite, changed:
                      put into one file, each with metadata on how pictures are normalized
pose_landmarker.task  @mediapipe/pose 0.5.1675469404, pose_detection.tflite and pose_landmark_lite.tflite, changed alike
`

/** Everything that the camera needs at run time, as files of one folder. */
export async function writeCameraAssets(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'vision-worker.js'), await workerScript())
  copyFileSync(join(VISION, 'wasm', 'vision_wasm_module_internal.wasm'), join(folder, 'vision.wasm'))
  writeFileSync(join(folder, 'hand_landmarker.task'), handModel())
  writeFileSync(join(folder, 'pose_landmarker.task'), bodyModel())
  writeFileSync(join(folder, 'NOTICE'), NOTICE)
  copyFileSync(join(PACKAGE, '..', '..', 'LICENSE'), join(folder, 'LICENSE'))
}

function handModel(): Buffer {
  const detector = readPackedAsset(HANDS, 'hands', 'palm_detection_full.tflite')
  const landmarks = readFileSync(join(HANDS, 'hand_landmark_full.tflite'))
  return writeStoredZip([
    { name: 'hand_detector.tflite', bytes: withNormalization(detector, FROM_0_TO_1) },
    { name: 'hand_landmarks_detector.tflite', bytes: withNormalization(landmarks, FROM_0_TO_1) },
  ])
}

function bodyModel(): Buffer {
  const detector = readPackedAsset(POSE, 'pose', 'pose_detection.tflite')
  const landmarks = readFileSync(join(POSE, 'pose_landmark_lite.tflite'))
  return writeStoredZip([
    { name: 'pose_detector.tflite', bytes: withNormalization(detector, FROM_MINUS_1_TO_1) },
    { name: 'pose_landmarks_detector.tflite', bytes: withNormalization(landmarks, FROM_0_TO_1) },
  ])
}

/** A file out of a package's one data file; the loader beside it names its place. */
function readPackedAsset(folder: string, solution: string, name: string): Buffer {
  const loader = readFileSync(join(folder, `${solution}_solution_packed_assets_loader.js`), 'utf8')
  const place = new RegExp(`/${name}", "start": (\\d+), "end": (\\d+)`).exec(loader)
  if (place === null) throw new Error(`${name} is not among the packed assets of ${solution}`)
  const packed = readFileSync(join(folder, `${solution}_solution_packed_assets.data`))
  return packed.subarray(Number(place[1]), Number(place[2]))
}

async function workerScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(PACKAGE, 'scripts', 'camera-worker.ts')],
    absWorkingDir: PACKAGE,
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    external: ['node:*'],
    define: { 'import.meta.url': 'self.location.href' },
    banner: { js: '/* Holds MediaPipe, changed, under the Apache License 2.0; see NOTICE beside this file. */' },
    plugins: [silence],
  })
  return outputFiles[0]?.text ?? ''
}

const silence: Plugin = {
  name: 'silence',
  setup(bundling) {
    bundling.onLoad({ filter: /vision_bundle\.mjs$/ }, async ({ path }) => ({
      contents: REPORTING.reduce((text, [from, to]) => replaceOnce(text, from, to), await readFile(path, 'utf8')),
    }))
  },
}

function replaceOnce(text: string, from: string, to: string): string {
  const [before, after, ...others] = text.split(from)
  if (before === undefined || after === undefined || others.length > 0) throw new Error(`MediaPipe changed: ${from}`)
  return before + to + after
}
