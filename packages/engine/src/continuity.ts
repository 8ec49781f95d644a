import { type CaptureStreams, type ImuStream, isFiniteNumber, isForPeople, readCapture, readImu } from './capture.ts'
import type { Challenge } from './challenge/challenge.ts'
import { CHALLENGE } from './challenge/judge.ts'
import { type ChallengeScore, judgeAnswer, toUnanswered } from './challenge/score.ts'
import { scoreCoupling } from './coupling/score.ts'
import {
  toChallengeEvidence,
  toCouplingEvidence,
  type EngineEvidence,
  PRESENCE_LINE,
  toPresenceEvidence,
} from './evidence.ts'
import { judgePresence } from './presence/score.ts'
import { createThreatReport, type ThreatReport } from './threat/report.ts'

/** The verdict on a capture, and the scores that decided it. */
export type Continuity = {
  verdict: 'PASS' | 'FAIL'
  /** The lower of presence (EE-001) and challenge (EE-003); 0 if either is missing. */
  confidence: number
  /** Why the verdict is FAIL; null for PASS. */
  reason: string | null
  evidence: EngineEvidence[]
  threatReport: ThreatReport
}

/**
 * Judges a capture with the answers to its challenges, and returns the verdict PASS or FAIL, the reason for a FAIL, and
 * the evidence for a receipt. PASS requires a presence score of at least 0.50, all commanded strokes in time, and a
 * threat report that doesn't call the capture synthetic. Never throws.
 *
 * @example
 * verifyContinuity({ imuSamples, challengeResults: [{ challenge, from: 0, to: 17_000 }] }).verdict
 */
export function verifyContinuity(options: ContinuityOptions): Continuity {
  const given: ContinuityOptions = typeof options === 'object' && options !== null ? options : {}
  const streams = readStreams(given)
  const presence = judgePresence(streams)
  const challenge = judgeChallenges(given.challengeResults, streams.imu)
  const coupling = scoreCoupling(streams)
  const report = createThreatReport(streams, { presence, challenge, ...(coupling && { coupling }) })
  const evidence = [
    toPresenceEvidence(presence),
    ...(coupling ? [toCouplingEvidence(coupling)] : []),
    toChallengeEvidence(challenge),
  ]
  const reason = explainMissing(presence, challenge) ?? explainFailure(presence.score, challenge, report)
  const confidence = explainMissing(presence, challenge) === null ? Math.min(presence.score, challenge.value) : 0
  return { verdict: reason === null ? 'PASS' : 'FAIL', confidence, reason, evidence, threatReport: report }
}

type JudgedStage = { status: 'ok' | 'insufficient'; reason: string | null }

function explainMissing(presence: JudgedStage, challenge: JudgedStage): string | null {
  if (presence.status !== 'ok') return explainUnjudged('presence (EE-001)', presence.reason)
  return challenge.status === 'ok' ? null : explainUnjudged('the challenge (EE-003)', challenge.reason)
}

function explainUnjudged(stage: string, reason: string | null): string {
  return reason !== null && isForPeople(reason) ? reason : `${stage} could not be judged: ${reason}`
}

function explainFailure(score: number, challenge: ChallengeScore, report: ThreatReport): string | null {
  if (score < PRESENCE_LINE)
    return `presence (EE-001) is ${score.toFixed(2)}, at least ${PRESENCE_LINE.toFixed(2)} is needed`
  if (challenge.value !== 1) return 'the commanded strokes (EE-003) were not all performed in time'
  if (report.overallVerdict !== 'likely_synthetic') return null
  const gravest = report.flagged.find(({ severity }) => severity === 'high')
  return `the threat report vetoes: ${gravest?.explanation ?? report.overallVerdict}`
}

export type ContinuityOptions = {
  imuSamples?: unknown
  cameraSamples?: unknown
  frames?: unknown
  /** Times in ms, for frames without their own. */
  timestamps?: unknown
  /** The part of imuSamples that answers each challenge. A verdict given by the caller is never read. */
  challengeResults?: readonly ChallengeResult[] | null
}

/** Reads the caller's streams. A value that isn't a list counts as missing; the entries of a list are checked later. */
function readStreams({ imuSamples, cameraSamples, frames, timestamps }: ContinuityOptions): CaptureStreams {
  return readCapture({
    imu: readList(imuSamples),
    camera: readList(cameraSamples),
    frames: addFrameTimes(readList(frames), timestamps),
  })
}

function readList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

function addFrameTimes(frames: readonly unknown[] | undefined, timestamps: unknown): readonly unknown[] | undefined {
  return Array.isArray(timestamps) ? frames?.map((frame, i) => addFrameTime(frame, timestamps[i])) : frames
}

function addFrameTime(frame: unknown, t: unknown): unknown {
  if (Array.isArray(frame)) return { t, joints: frame }
  if (typeof frame !== 'object' || frame === null || 't' in frame) return frame
  return { ...frame, t }
}

/** The part of the samples that answers a challenge, in ms on the samples' clock. */
export type ChallengeResult = { challenge: Challenge; from: number; to: number }

/** Judges all challenges of a capture. Each one must be answered, so the weakest counts. */
function judgeChallenges(results: unknown, imu: ImuStream): ChallengeScore {
  if (!Array.isArray(results) || results.length === 0) return toUnanswered('no challenge was answered')
  if (!imu.isGiven) return toUnanswered('there are no motion samples to judge the answer from')
  const scores = results.map((result) => judgeResult(result, imu))
  const unjudged = scores.find(({ status }) => status !== 'ok')
  if (unjudged) return unjudged
  const value = Math.min(...scores.map((score) => score.value))
  return { value, strokes: scores.flatMap(({ strokes }) => strokes), status: 'ok', reason: null }
}

function judgeResult(result: unknown, { given }: ImuStream): ChallengeScore {
  if (typeof result !== 'object' || result === null) return toUnanswered('a challenge result is not an object')
  const { challenge, from, to } = result as Partial<ChallengeResult>
  if (!isFiniteNumber(from) || !isFiniteNumber(to) || to <= from) {
    return toUnanswered('a challenge result does not say which part of the samples (from, to) answers it')
  }
  const part = given.filter((sample) => sample?.t >= from && sample.t <= to)
  return judgeAnswer(CHALLENGE, challenge as Challenge, readImu(part), from)
}
