import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeCameraAssets } from './camera-assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'camera-assets-'))

beforeAll(() => writeCameraAssets(folder), 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('writes everything that the camera needs, with license and notice', () => {
  expect(readdirSync(folder).toSorted()).toEqual([
    'LICENSE',
    'NOTICE',
    'hand_landmarker.task',
    'pose_landmarker.task',
    'vision-worker.js',
    'vision.wasm',
  ])
  expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toContain('Apache License')
})

it('names every file and its packages in the notice, with the versions in use', () => {
  const notice = readFileSync(join(folder, 'NOTICE'), 'utf8')
  const { devDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'))
  for (const name of ['hands', 'pose', 'tasks-vision'])
    expect(notice).toContain(`@mediapipe/${name} ${devDependencies[`@mediapipe/${name}`]}`)
  for (const file of readdirSync(folder).filter((name) => name.includes('.'))) expect(notice).toContain(file)
})

it('has no address of a stranger in its script, and nothing that makes code of text', () => {
  const script = readFileSync(join(folder, 'vision-worker.js'), 'utf8')
  expect(script.match(/.{20}(?:https?:\/\/|\beval\(|new Function\b).{20}/g)).toBeNull()
})

it('stays within its sizes', () => {
  const kilobytes = (name: string): number => statSync(join(folder, name)).size / 1000
  expect(kilobytes('vision-worker.js')).toBeLessThan(300)
  expect(kilobytes('vision.wasm')).toBeLessThan(13_100)
  expect(kilobytes('hand_landmarker.task')).toBeLessThan(7_900)
  expect(kilobytes('pose_landmarker.task')).toBeLessThan(5_900)
})
