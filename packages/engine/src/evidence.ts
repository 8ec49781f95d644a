import type { ChallengeScore } from './challenge/score.ts'
import type { CouplingScore } from './coupling/score.ts'
import type { PresenceScore } from './presence/score.ts'

export type RiskLevel = 'low' | 'medium' | 'high'

export type Thresholds = Readonly<Record<RiskLevel, number>>

/** Thresholds on presence_score where no calibration is active. */
export const DEFAULT_THRESHOLDS: Thresholds = { low: 0.5, medium: 0.7, high: 0.9 }

/** Stage 1 of the specification: at most 5 % of people fall below this. */
export const PRESENCE_LINE = 0.5
const PART_LINE = 0.05

const PARTS = {
  microTiming: 'timing of submovements',
  noiseResidual: 'high-frequency residual as hands and real sensors have it',
  freqEntropy: 'shape of the power spectrum',
  bioPerturb: 'agreement of the sensors with each other and with a body',
} as const

export function presenceEvidence(presence: PresenceScore): EngineEvidence {
  const parts = Object.entries(PARTS).map(([metric, meaning]) =>
    component({
      metric,
      value: presence[metric as keyof typeof PARTS],
      threshold: PART_LINE,
      judged: presence.status === 'ok',
      explanation: `Typicality among people of the ${meaning}; too little and too much both count against.`,
    }),
  )
  const score = component({
    metric: 'presenceScore',
    value: presence.score,
    threshold: PRESENCE_LINE,
    judged: presence.status === 'ok',
    explanation: presence.reason ?? 'Conformal score: at most 5 % of people fall below 0.50.',
  })
  return evidence('EE-001', presence.score, [score, ...parts], { status: presence.status })
}

export function couplingEvidence({ score, lagMs, p, status, reason }: CouplingScore): EngineEvidence {
  const explanation = reason ?? 'Odds that camera and sensor saw one motion; 0.50 is even.'
  const judged = status === 'ok'
  const whole = component({ metric: 'couplingScore', value: score, threshold: 0.5, judged, explanation })
  return evidence('EE-002', score, [whole], { lagMs, p, status })
}

export function challengeEvidence({ value, strokes, status, reason }: ChallengeScore): EngineEvidence {
  const explanation = reason ?? '1 only if the commanded strokes were performed in time.'
  const whole = component({ metric: 'challengeValue', value, threshold: 1, judged: status === 'ok', explanation })
  const single = strokes.map(({ outcome, confidence, direction, explanation: words }, i): EvidenceComponent => {
    const passed = outcome === 'clear' ? 'pass' : 'fail'
    return {
      metric: `stroke${i + 1}`,
      value: confidence,
      threshold: null,
      status: passed,
      explanation: `${direction}: ${words}`,
    }
  })
  return evidence('EE-003', value, [whole, ...single], { status, strokes: strokes.length })
}

type Measured = { metric: string; value: number; threshold: number; judged: boolean; explanation: string }

function component({ metric, value, threshold, judged, explanation }: Measured): EvidenceComponent {
  const status = !judged ? 'insufficient' : value >= threshold ? 'pass' : 'fail'
  return { metric, value: judged ? value : null, threshold, status, explanation }
}

function evidence(
  engineId: EngineEvidence['engineId'],
  value: number,
  components: EvidenceComponent[],
  diagnostics: EngineEvidence['diagnostics'],
): EngineEvidence {
  return { engineId, engineVersion: ENGINE_VERSION, value, confidence: value, components, diagnostics }
}

/** One measured quantity behind a piece of evidence, and what was asked of it. */
export type EvidenceComponent = {
  metric: string
  value: number | null
  threshold: number | null
  status: 'pass' | 'fail' | 'insufficient'
  explanation: string
}

/** What one evidence engine (EE-001, EE-002, EE-003) has to say; the receipt package turns it into an evidence block. */
export type EngineEvidence = {
  engineId: 'EE-001' | 'EE-002' | 'EE-003'
  engineVersion: string
  value: number
  confidence: number
  components: EvidenceComponent[]
  diagnostics: Record<string, number | string | null>
}

/** Written into evidence, so that a receipt tells which rules judged it. */
export const ENGINE_VERSION = '1.0.0'
