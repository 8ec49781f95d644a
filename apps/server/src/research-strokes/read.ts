import { type StrokeUpload, uploadResearchStrokes } from '@stillhere/contract'
import { type Capture, type Challenge, isReplay } from '@stillhere/engine'
import { type CaughtProblem, catchProblem, readBody } from '../http/large-body.ts'
import type { NewStrokeSession } from '../research/stroke-store.ts'
import type { TaskResult } from '../threads/task.ts'
import { captureIn, type MeasuredCaptures, measureCaptures } from '../verification/capture-bounds.ts'
import { nearestSimilarities } from '../verification/comparison.ts'
import type { Recalled } from '../verification/memory.ts'
import { makeTraces, type Trace } from '../verification/traces.ts'
import { judgeStrokes, type PackedStrokes, type Unusable } from './judge.ts'

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

/** Strokes to keep, with the traces by which the memory knows their captures again; or why there are none. */
export type TracedStrokes = (PackedStrokes & { traces: Trace[][] }) | Unusable

/** The second part, for a genuine challenge only. Captures that nothing is kept of leave no trace. */
export function judgeStrokeUpload({ bytes, rounds }: { bytes: Bytes; rounds: Challenge[] }): TaskResult<TracedStrokes> {
  const judged = judgeStrokes(sensorsIn(bytes), rounds)
  if ('explanation' in judged) return { answer: judged }
  const { followed, ...kept } = judged
  return { answer: { ...kept, traces: followed.map(({ capture, round }) => makeTraces(capture, round)) } }
}

/** The last part: whether one of the captures was shown before. */
export function hasReplay(recalled: Recalled[][]): TaskResult<boolean> {
  return { answer: nearestSimilarities(recalled).some((similarity) => isReplay(similarity ?? 0)) }
}

const decoder = new TextDecoder()

/** What the sensors recorded; whatever a camera saw is no part of what is given. The first part has held these bytes to the contract. */
function sensorsIn(bytes: Bytes): Capture[] {
  const { captures } = JSON.parse(decoder.decode(bytes)) as StrokeUpload
  return captures.map(captureIn).map(({ imu = [] }) => ({ imu }))
}
