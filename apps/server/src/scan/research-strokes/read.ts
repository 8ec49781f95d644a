import { type RecordingProblem, type StrokeUpload, uploadResearchStrokes } from '@stillhere/contract'
import { type Capture, type Challenge, isReplay } from '@stillhere/engine'
import { type CaughtProblem, catchProblem, readBody } from '../../platform/http/body.ts'
import type { TaskResult } from '../../platform/threads/threads.ts'
import { encodeRecording } from '../research/recordings.ts'
import type { NewStrokeSession } from '../research/stroke-store.ts'
import { captureIn, type MeasuredCaptures, measureCaptures } from '../verification/capture-bounds.ts'
import { nearestSimilarities } from '../verification/comparison.ts'
import type { Recalled } from '../verification/memory.ts'
import { makeTraces, type Trace } from '../verification/traces.ts'
import { type Answer, judgeStrokes, type PackedStrokes, problemWith, readAnswers, type Unusable } from './judge.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** An upload as far as the event loop must know it. The bytes come back for the rest of the work. */
export type GivenStrokes = MeasuredCaptures & {
  bytes: Bytes
  sessionId: string
  pseudonym: string | undefined
  device: NewStrokeSession['device']
  challenge: { token: string; id: string }
  /** Undefined where whole captures are not to be kept. */
  recording: StrokeUpload['recording']
}

/**
 * The first part of POST /api/research/strokes: reads the body, strictly, since a challenge must not be used up by a body that is
 * refused later.
 */
export function readStrokeUpload(bytes: Bytes): TaskResult<CaughtProblem<GivenStrokes>> {
  return { ...catchProblem(() => summarize(bytes)), transfer: [bytes.buffer] }
}

function summarize(bytes: Bytes): GivenStrokes {
  const body = readBody(uploadResearchStrokes, bytes)
  const { session_id: sessionId, pseudonym, device, challenge, captures, recording } = body
  const { os, browser, viewportWidth, viewportHeight } = device
  return {
    bytes,
    sessionId,
    pseudonym,
    device: { os, browser, viewportWidth, viewportHeight },
    challenge: { token: challenge.challenge_token, id: challenge.challenge_id },
    recording,
    ...measureCaptures(captures),
  }
}

/** A whole capture as it is kept, before it is sealed. */
type RecordedCapture = {
  place: number
  text: string
  rateHz: number
  problem: RecordingProblem | null
  followed: boolean
}

/** What is to be kept of an upload. */
export type StrokeFindings = {
  /** Strokes for calibration, or why there are none. */
  strokes: PackedStrokes | Unusable
  /** Every capture that can be read, where the person agreed to that. */
  recorded: RecordedCapture[]
  /** By what the memory knows captures again of which something is kept. */
  traced: { place: number; isUsed: boolean; traces: Trace[] }[]
}

type Judging = { bytes: Bytes; rounds: Challenge[]; records: boolean }

/** The second part, for a genuine challenge only. Captures that nothing is kept of leave no trace. */
export function judgeStrokeUpload({ bytes, rounds, records }: Judging): TaskResult<StrokeFindings> {
  const answers = readAnswers(sensorsIn(bytes), rounds)
  const judged = judgeStrokes(answers, rounds)
  const followed = 'followed' in judged ? judged.followed : []
  const recorded = records ? answers.flatMap(recordAnswer) : []
  const isKept = ({ place }: Answer) => recorded.some((one) => one.place === place)
  const traced = answers.flatMap((answer) => {
    const { capture, place, round } = answer
    const isUsed = followed.includes(answer)
    return isUsed || isKept(answer) ? [{ place, isUsed, traces: makeTraces(capture, round) }] : []
  })
  const strokes =
    'packed' in judged
      ? { packed: judged.packed, strokeCount: judged.strokeCount }
      : { explanation: judged.explanation }
  return { answer: { strokes, recorded, traced } }
}

function recordAnswer(answer: Answer): RecordedCapture[] {
  const { capture, place, round, score } = answer
  const recording = encodeRecording(capture.imu ?? [], round)
  if (recording === null) return []
  return [{ place, ...recording, problem: problemWith(answer)?.reason ?? null, followed: score.value === 1 }]
}

/** The last part: which of the captures were shown before. */
export function findReplays(recalled: Recalled[][]): TaskResult<boolean[]> {
  return { answer: nearestSimilarities(recalled).map((similarity) => isReplay(similarity ?? 0)) }
}

const decoder = new TextDecoder()

/** What the sensors recorded; whatever a camera saw is no part of what is given. The first part has held these bytes to the contract. */
function sensorsIn(bytes: Bytes): Capture[] {
  const { captures } = JSON.parse(decoder.decode(bytes)) as StrokeUpload
  return captures.map(captureIn).map(({ imu = [] }) => ({ imu }))
}
