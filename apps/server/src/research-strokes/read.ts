import { type StrokeUpload, uploadResearchStrokes } from '@stillhere/contract'
import type { Capture, Challenge } from '@stillhere/engine'
import { type CaughtProblem, catchProblem, readBody } from '../http/large-body.ts'
import type { NewStrokeSession } from '../research/stroke-store.ts'
import type { TaskResult } from '../threads/task.ts'
import { captureIn, type MeasuredCaptures, measureCaptures } from '../verification/capture-bounds.ts'
import { nearestSimilarities } from '../verification/comparison.ts'
import type { Recollection } from '../verification/memory.ts'
import { type TracedCaptures, traceEach, traceRounds } from '../verification/worker-tasks.ts'
import { judgeStrokes, type StrokeJudgment } from './judge.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** An upload as far as the event loop must know it. The bytes come back for the rest of the work. */
export type GivenStrokes = MeasuredCaptures & {
  bytes: Bytes
  sessionId: string
  pseudonym: string | undefined
  device: NewStrokeSession['device']
  challenge: { token: string; id: string }
}

/**
 * The first part of POST /api/research/strokes: reads the body, strictly, since a challenge must not be used up by a body that is
 * refused later.
 */
export function readStrokeUpload(bytes: Bytes): TaskResult<CaughtProblem<GivenStrokes>> {
  return { ...catchProblem(() => summarize(bytes)), transfer: [bytes.buffer] }
}

function summarize(bytes: Bytes): GivenStrokes {
  const { session_id: sessionId, pseudonym, device, challenge, captures } = readBody(uploadResearchStrokes, bytes)
  const { os, browser, viewportWidth, viewportHeight } = device
  return {
    bytes,
    sessionId,
    pseudonym,
    device: { os, browser, viewportWidth, viewportHeight },
    challenge: { token: challenge.challenge_token, id: challenge.challenge_id },
    ...measureCaptures(captures),
  }
}

/** A body that names a genuine challenge, and its rounds. */
type Answered = { bytes: Bytes; rounds: Challenge[] }

/** The second part, for a genuine challenge only: the traces by which the memory knows motion again. */
export function traceStrokeUpload({ bytes, rounds }: Answered): TaskResult<CaughtProblem<TracedCaptures>> {
  return traceEach(bytes, () => traceRounds(sensorsIn(bytes), rounds))
}

/** The last part: the strokes to keep, or why there are none. */
export function judgeStrokeUpload({
  bytes,
  rounds,
  recalled,
}: Answered & { recalled: Recollection }): TaskResult<StrokeJudgment> {
  const captures = sensorsIn(bytes)
  const similarities = nearestSimilarities(recalled).map((similarity) => similarity ?? 0)
  return { answer: judgeStrokes(captures, { rounds, similarities }) }
}

const decoder = new TextDecoder()

/** What the sensors recorded; whatever a camera saw is no part of what is given. The first part has held these bytes to the contract. */
function sensorsIn(bytes: Bytes): Capture[] {
  const { captures } = JSON.parse(decoder.decode(bytes)) as StrokeUpload
  return captures.map(captureIn).map(({ imu = [] }) => ({ imu }))
}
