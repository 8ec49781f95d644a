import { closeSync, openSync, writeSync } from 'node:fs'
import { type LandmarkFrame, seededRandom } from '@stillhere/engine'
import { sceneOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { encodeLandmarks } from '../apps/server/src/research/landmarks.ts'

/** People in the file; session k is of person k modulo this. */
export const PEOPLE = 100

// In a process of its own, so that making sessions does not show in the memory of what reads them: FILE COUNT.
if (import.meta.main) {
  const [file = '', count = '0'] = process.argv.slice(2)
  writeSessions(file, Number(count))
}

/** Packed sessions one after the other, each behind its length in four bytes. */
function writeSessions(file: string, count: number): void {
  const scenes = Array.from({ length: PEOPLE }, (_, seed) => sceneOf(syntheticPerson(seed), seededRandom(seed)).frames)
  const output = openSync(file, 'w')
  for (let index = 0; index < count; index++) {
    const packed = encodeLandmarks(varied(scenes[index % PEOPLE] ?? [], index))
    const length = Buffer.alloc(4)
    length.writeUInt32LE(packed.length)
    writeSync(output, Buffer.concat([length, packed]))
  }
  closeSync(output)
}

/** The same person on another day: the wrists go another way as well. */
function varied(frames: readonly LandmarkFrame[], index: number): LandmarkFrame[] {
  const pace = 0.3 + 0.7 * ((index * 0.6180339887) % 1)
  return frames.map(({ t, joints }) => ({
    t,
    joints: Object.values(joints).map((point, joint) =>
      joint === 7 || joint === 8 ? { ...point, x: point.x + 0.1 * Math.sin(2 * Math.PI * pace * (t / 1000)) } : point,
    ),
  }))
}
