import { closeSync, openSync, writeSync } from 'node:fs'
import { cutStrokes, generateChallenge, type ImuSample, type LandmarkFrame, seededRandom } from '@stillhere/engine'
import { sceneOf, strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { decodeLandmarks, encodeLandmarks } from '../../apps/server/src/scan/research/landmarks.ts'
import { decodeStrokes, encodeStrokes, type RoundStroke } from '../../apps/server/src/scan/research/strokes.ts'

export { decodeLandmarks, decodeStrokes }

/** People in the file; session k is of person k modulo this. */
export const PEOPLE = 100

const ROUNDS = [0, 1, 2]

// In a process of its own, so that making sessions does not show in the memory of what reads them: FILE COUNT landmarks|strokes.
if (import.meta.main) {
  const [file = '', count = '0', kind = ''] = process.argv.slice(2)
  writeSessions(file, Number(count), kind === 'strokes' ? packStrokes() : packLandmarks())
}

/** Packed sessions one after the other, each behind its length in four bytes. */
function writeSessions(file: string, count: number, pack: (index: number) => Uint8Array): void {
  const output = openSync(file, 'w')
  for (let index = 0; index < count; index++) {
    const packed = pack(index)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(packed.length)
    writeSync(output, Buffer.concat([length, packed]))
  }
  closeSync(output)
}

function packLandmarks(): (index: number) => Uint8Array {
  const scenes = Array.from({ length: PEOPLE }, (_, seed) => sceneOf(syntheticPerson(seed), seededRandom(seed)).frames)
  return (index) => encodeLandmarks(varyLandmarks(scenes[index % PEOPLE] ?? [], shareOf(index)))
}

function packStrokes(): (index: number) => Uint8Array {
  const recorded = Array.from({ length: PEOPLE }, (_, seed) => recordRounds(seed))
  return (index) => encodeStrokes(varyStrokes(recorded[index % PEOPLE] ?? [], shareOf(index)))
}

function recordRounds(seed: number): RoundStroke[] {
  const random = seededRandom(seed)
  return ROUNDS.flatMap((round) => {
    const challenge = generateChallenge(random)
    const strokes = cutStrokes(challenge, strokesOf(syntheticPerson(seed), challenge.strokes, random))
    return strokes.map((stroke) => ({ ...stroke, round }))
  })
}

/** Between 0 and 1, another one for each session. */
function shareOf(index: number): number {
  return (index * 0.6180339887) % 1
}

/** The same person on another day: the wrists go another way as well. */
function varyLandmarks(frames: readonly LandmarkFrame[], share: number): LandmarkFrame[] {
  const pace = 0.3 + 0.7 * share
  return frames.map(({ t, joints }) => ({
    t,
    joints: Object.values(joints).map((point, joint) =>
      joint === 7 || joint === 8 ? { ...point, x: point.x + 0.1 * Math.sin(2 * Math.PI * pace * (t / 1000)) } : point,
    ),
  }))
}

/** The same person on another day: the hand turns more or less on the way. */
function varyStrokes(strokes: readonly RoundStroke[], share: number): RoundStroke[] {
  const scale = 0.8 + 0.4 * share
  const turn = ({ rx = 0, ry = 0, rz = 0, ...sample }: ImuSample) => {
    return { ...sample, rx: scale * rx, ry: scale * ry, rz: scale * rz }
  }
  return strokes.map((stroke) => ({ ...stroke, imu: stroke.imu.map(turn) }))
}
