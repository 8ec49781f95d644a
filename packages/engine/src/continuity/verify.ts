import type { ChallengeScore } from '../challenge/score.ts'
import { coupleStreams } from '../coupling/score.ts'
import type { EngineEvidence } from '../evidence.ts'
import { isForPeople } from '../insufficient.ts'
import { judgePresence } from '../presence/score.ts'
import { reportThreats, type ThreatReport } from '../threat/report.ts'
import { judgeChallenges } from './challenges.ts'
import { challengeEvidence, couplingEvidence, PRESENCE_LINE, presenceEvidence } from './evidence.ts'
import { type ContinuityOptions, readStreams } from './inputs.ts'

export type Continuity = {
  verdict: 'PASS' | 'FAIL'
  /** The lower of presence (EE-001) and challenge (EE-003); 0 where either is missing. */
  confidence: number
  /** Why the verdict is FAIL, in words; null for PASS. */
  reason: string | null
  evidence: EngineEvidence[]
  threatReport: ThreatReport
}

/**
 * Applies the two-stage rule: presence of at least 0.50 and a challenge answered in full; the threat report can veto.
 * Returns the verdict, why it is FAIL, and the evidence for a receipt. Never throws, whatever it is given.
 *
 * @example
 * verifyContinuity({ imuSamples, challengeResults: [{ challenge, from: 0, to: 17_000 }] }).verdict
 */
export function verifyContinuity(options: ContinuityOptions): Continuity {
  const given: ContinuityOptions = typeof options === 'object' && options !== null ? options : {}
  const streams = readStreams(given)
  const presence = judgePresence(streams)
  const challenge = judgeChallenges(given.challengeResults, streams.imu)
  const coupling = coupleStreams(streams)
  const report = reportThreats(streams, { presence, challenge, ...(coupling && { coupling }) })
  const evidence = [
    presenceEvidence(presence),
    ...(coupling ? [couplingEvidence(coupling)] : []),
    challengeEvidence(challenge),
  ]
  const reason = missing(presence, challenge) ?? failure(presence.score, challenge, report)
  const confidence = missing(presence, challenge) === null ? Math.min(presence.score, challenge.value) : 0
  return { verdict: reason === null ? 'PASS' : 'FAIL', confidence, reason, evidence, threatReport: report }
}

type Judged = { status: 'ok' | 'insufficient'; reason: string | null }

function missing(presence: Judged, challenge: Judged): string | null {
  if (presence.status !== 'ok') return unjudged('presence (EE-001)', presence.reason)
  return challenge.status === 'ok' ? null : unjudged('the challenge (EE-003)', challenge.reason)
}

function unjudged(stage: string, reason: string | null): string {
  return reason !== null && isForPeople(reason) ? reason : `${stage} could not be judged: ${reason}`
}

function failure(score: number, challenge: ChallengeScore, report: ThreatReport): string | null {
  if (score < PRESENCE_LINE)
    return `presence (EE-001) is ${score.toFixed(2)}, at least ${PRESENCE_LINE.toFixed(2)} is needed`
  if (challenge.value !== 1) return 'the commanded strokes (EE-003) were not all performed in time'
  if (report.overallVerdict !== 'likely_synthetic') return null
  const gravest = report.flagged.find(({ severity }) => severity === 'high')
  return `the threat report vetoes: ${gravest?.explanation ?? report.overallVerdict}`
}
