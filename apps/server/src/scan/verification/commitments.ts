import { beginCommitments, type CommittedPart, extendCommitments } from '@stillhere/receipt'
import { type CommittedCounts, isCommittedInTime, STREAMS, type Stream } from './live-rules.ts'

/** What the row of a live challenge knows of the motion that answers it. */
export type Commitments = { chain: string; elapsedMs: readonly number[] }

/** In a thread: why the samples of a response are not the committed ones, in words; null where they are. */
export function findCommitmentProblem(challengeId: string, response: unknown, held: Commitments): string | null {
  const streams = readStreams(response)
  const counts = readCounts(response, held.elapsedMs.length)
  if (counts === null) return `response.committed must count imu, camera and pose for ${held.elapsedMs.length} steps.`
  const last = counts.at(-1)
  if (STREAMS.some((stream) => last?.[stream] !== streams[stream].length))
    return 'The response holds another number of samples than were committed.'
  const parts = counts.map((count, step) => cutPart(streams, counts[step - 1] ?? NONE, count))
  if (parts.some((part, step) => !isInTime(part, held.elapsedMs, step)))
    return 'A sample was committed at another step than its time says.'
  const chain = parts.reduce(extendCommitments, beginCommitments(challengeId))
  return chain === held.chain ? null : 'The samples are not those that were committed.'
}

const NONE: CommittedCounts = { imu: 0, camera: 0, pose: 0 }

type Streams = Record<Stream, readonly unknown[]>

function readStreams(response: unknown): Streams {
  const { imu_sequence, camera_sequence, pose_sequence } = response as Record<string, unknown>
  const { samples } = (imu_sequence ?? {}) as Record<string, unknown>
  return { imu: readList(samples), camera: readList(camera_sequence), pose: readList(pose_sequence) }
}

function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The counts of every step, each at least that of the step before; null for anything else. */
function readCounts(response: unknown, steps: number): CommittedCounts[] | null {
  const { committed } = response as { committed?: unknown }
  if (!Array.isArray(committed) || committed.length !== steps) return null
  const counts = committed.map((one) => ({ ...NONE, ...(one as object) }))
  const grows = (stream: Stream) =>
    counts.every(
      (count, step) => Number.isInteger(count[stream]) && count[stream] >= (counts[step - 1] ?? NONE)[stream],
    )
  return STREAMS.every(grows) ? counts : null
}

function cutPart(streams: Streams, from: CommittedCounts, to: CommittedCounts): CommittedPart {
  const cut = (stream: Stream) => streams[stream].slice(from[stream], to[stream])
  return { imu: cut('imu'), camera: cut('camera'), pose: cut('pose') }
}

function isInTime(part: CommittedPart, elapsedMs: readonly number[], step: number): boolean {
  const span = { sinceMs: elapsedMs[step - 1] ?? 0, untilMs: elapsedMs[step] ?? 0 }
  const timeOf = (sample: unknown) => (sample as { t?: unknown } | null)?.t
  return STREAMS.every((stream) => part[stream].every((sample) => isCommittedInTime(stream, timeOf(sample), span)))
}
