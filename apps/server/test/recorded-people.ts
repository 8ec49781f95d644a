import type { LandmarkFrame } from '@stillhere/engine'
import { decode, isRecorded, readRecordings, type Stream } from './recordings.ts'
import type { People } from './uploads.ts'

const SET = 'body-landmarks'

type Recording = { subject: string; rate_cam: number; skel: Stream & { n: number } }

/** The recorded bodies beside the project, a list of sessions for each person; undefined where they are not there. */
export function readRecordedPeople(): People | undefined {
  if (!isRecorded(SET)) return undefined
  const recordings = readRecordings<Recording>(SET)
  return [...Map.groupBy(recordings, ({ subject }) => subject).values()].map((own) => own.map(framesOf))
}

/** Channels come joint by joint. */
function framesOf({ rate_cam, skel }: Recording): LandmarkFrame[] {
  const { channels } = decode(skel)
  const at = (channel: number, frame: number) => channels[channel]?.[frame] ?? 0
  return Array.from({ length: skel.n }, (_, frame) => ({
    t: (frame * 1000) / rate_cam,
    joints: Array.from({ length: channels.length / 3 }, (__, joint) => ({
      x: at(3 * joint, frame),
      y: at(3 * joint + 1, frame),
      z: at(3 * joint + 2, frame),
    })),
  }))
}
