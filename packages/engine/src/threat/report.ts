import { type Capture, type CaptureStreams, type ImuStream, isForPeople, listEntries, readCapture } from '../capture.ts'
import type { ChallengeScore } from '../challenge/score.ts'
import type { CouplingScore } from '../coupling/score.ts'
import { findUntypical } from '../presence/findings.ts'
import { judgePresence, type PresenceScore } from '../presence/score.ts'
import { toEvenMotion } from '../timeline.ts'
import { type Finding, listStructureFindings } from './structure.ts'

export type ThreatReport = {
  overallVerdict: 'human' | 'suspicious' | 'likely_synthetic'
  /** Certainty of the verdict, 0..1; 0 if there was too little motion. */
  confidence: number
  flagged: Finding[]
  pes: PresenceScore
}

/** Results that are already known when the report is written. */
export type ThreatContext = { presence?: PresenceScore; coupling?: CouplingScore; challenge?: ChallengeScore }

const HUMAN_FROM = 0.5
/** Fewer than one in a hundred people score below this. */
const SYNTHETIC_BELOW = 0.1
const UNTYPICAL_BELOW = 0.2
const COUPLING_DENIED_BELOW = 0.05
const COUPLING_DOUBTED_BELOW = 0.3
const MIN_MS = 2000

/**
 * Returns a verdict on whether a capture is forged (human, suspicious or likely synthetic) and every finding that
 * suggests a forgery, each explained in plain words. `given` are scores that are already known; coupling and challenge
 * are considered only if they are given. Never throws.
 */
export function threatReport(capture: Capture, given?: ThreatContext | null): ThreatReport {
  return createThreatReport(readCapture(capture), given ?? {})
}

/** Creates the report like `threatReport`, for a capture that has been read. */
export function createThreatReport(streams: CaptureStreams, context: ThreatContext): ThreatReport {
  const pes = context.presence ?? judgePresence(streams)
  const flagged = [
    ...findStructure(streams.imu),
    ...findPresence(streams.imu, pes),
    ...findCoupling(context.coupling),
    ...findChallenge(context.challenge),
  ]
  return { ...judgeFindings(pes, flagged), flagged, pes }
}

function judgeFindings(
  pes: PresenceScore,
  flagged: readonly Finding[],
): Pick<ThreatReport, 'overallVerdict' | 'confidence'> {
  const worst = (severity: Finding['severity']) => flagged.some((finding) => finding.severity === severity)
  if (worst('high')) return { overallVerdict: 'likely_synthetic', confidence: Math.max(0.9, 1 - pes.score) }
  if (pes.status !== 'ok') return { overallVerdict: 'suspicious', confidence: 0 }
  if (pes.score < HUMAN_FROM || worst('medium'))
    return { overallVerdict: 'suspicious', confidence: Math.max(0.5, 1 - pes.score) }
  return { overallVerdict: 'human', confidence: pes.score }
}

function findStructure(imu: ImuStream): Finding[] {
  const motion = toEvenMotion(imu, MIN_MS)
  return motion.status === 'ok' ? listStructureFindings(listEntries(imu), motion) : []
}

function findPresence(imu: ImuStream, pes: PresenceScore): Finding[] {
  if (pes.status !== 'ok') return [createSignalFinding(pes.reason ?? 'the capture is too little to judge')]
  return [...findStatistics(pes), ...findParts(imu)]
}

function createSignalFinding(reason: string): Finding {
  const explanation = isForPeople(reason) ? reason : `Nothing could be judged: ${reason}.`
  return { kind: 'insufficient_signal', severity: 'medium', metric: 'presenceScore', value: null, explanation }
}

function findStatistics({ score }: PresenceScore): Finding[] {
  if (score >= HUMAN_FROM) return []
  const explanation = `The motion as a whole looks made rather than lived: ${score.toFixed(2)}, where 95 of 100 people reach ${HUMAN_FROM.toFixed(2)}.`
  const severity = score < SYNTHETIC_BELOW ? 'high' : 'medium'
  return [{ kind: 'synthetic_statistics', severity, metric: 'presenceScore', value: score, explanation }]
}

function findParts(imu: ImuStream): Finding[] {
  return findUntypical(imu)
    .filter(({ typicality }) => typicality < UNTYPICAL_BELOW)
    .map(({ part, metric, value, expectedLow, expectedHigh }) => ({
      kind: 'untypical_part',
      severity: 'low',
      metric: `${part}.${metric}`,
      value,
      explanation: `${metric} is ${value.toPrecision(3)}; nine in ten people lie between ${expectedLow.toPrecision(3)} and ${expectedHigh.toPrecision(3)}.`,
    }))
}

function findCoupling(coupling: CouplingScore | undefined): Finding[] {
  if (coupling?.status !== 'ok' || coupling.score >= COUPLING_DOUBTED_BELOW) return []
  const severity = coupling.score < COUPLING_DENIED_BELOW ? 'high' : 'medium'
  const explanation = `The camera does not see the motion that the sensor feels: ${coupling.score.toFixed(2)}, where one body in both gives more than 0.50.`
  return [{ kind: 'coupling_absent', severity, metric: 'couplingScore', value: coupling.score, explanation }]
}

function findChallenge(challenge: ChallengeScore | undefined): Finding[] {
  if (challenge?.status !== 'ok' || challenge.value === 1) return []
  const wrong = challenge.strokes.filter(({ outcome }) => outcome !== 'clear').length
  const explanation = `${wrong} of ${challenge.strokes.length} commanded strokes were not seen as commanded; one unclear stroke would have been allowed.`
  return [
    {
      kind: 'challenge_not_followed',
      severity: 'medium',
      metric: 'challengeValue',
      value: challenge.value,
      explanation,
    },
  ]
}
