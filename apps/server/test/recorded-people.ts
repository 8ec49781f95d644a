import type { LandmarkFrame } from '@stillhere/engine'
import { decode, isRecorded, readRecordings, type Stream } from './recordings.ts'
import type { People } from './uploads.ts'

const SET = 'body-landmarks'

type Recording = { subject: string; rate_cam: number; skel: Stream & { n: number } }

/** Whether bodies were recorded beside the project. */
export const HAS_RECORDED_PEOPLE = isRecorded(SET)

/** The recorded bodies beside the project, a list of sessions for each person. */
export function* readRecordedPeople(): People {
  const recordings = readRecordings<Recording>(SET)
  for (const own of Map.groupBy(recordings, ({ subject }) => subject).values()) yield decodeSessions(own)
}

function* decodeSessions(recordings: readonly Recording[]): Iterable<LandmarkFrame[]> {
  for (const recording of recordings) yield framesOf(recording)
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
