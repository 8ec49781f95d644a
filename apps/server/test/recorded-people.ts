import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { LandmarkFrame } from '@stillhere/engine'
import type { People } from './uploads.ts'

const FILE = join(import.meta.dirname, '../../../../shared/motion/body-landmarks/dev.jsonl.gz')

type Stream = { scale: number; n: number; ch: number[][] }
type Recording = { subject: string; rate_cam: number; skel: Stream }

/** The recorded bodies beside the project, a list of sessions for each person; undefined where they are not there. */
export function readRecordedPeople(): People | undefined {
  if (!existsSync(FILE)) return undefined
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').trim().split('\n')
  const recordings = lines.map((line) => JSON.parse(line) as Recording)
  return [...Map.groupBy(recordings, ({ subject }) => subject).values()].map((own) => own.map(framesOf))
}

/** Channels are delta-coded integers, joint by joint. */
function framesOf({ rate_cam, skel: { scale, n, ch } }: Recording): LandmarkFrame[] {
  const channels = ch.map((deltas) => {
    let sum = 0
    return deltas.map((delta) => scale * (sum += delta))
  })
  const at = (channel: number, frame: number) => channels[channel]?.[frame] ?? 0
  return Array.from({ length: n }, (_, frame) => ({
    t: (frame * 1000) / rate_cam,
    joints: Array.from({ length: channels.length / 3 }, (__, joint) => ({
      x: at(3 * joint, frame),
      y: at(3 * joint + 1, frame),
      z: at(3 * joint + 2, frame),
    })),
  }))
}
