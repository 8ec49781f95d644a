import type { ChallengeScore } from './challenge/score.ts'
import type { CouplingScore } from './coupling/score.ts'
import type { PresenceScore } from './presence/score.ts'

export type RiskLevel = 'low' | 'medium' | 'high'

export type Thresholds = Readonly<Record<RiskLevel, number>>

/** Thresholds on presence_score if no calibration is active. */
export const DEFAULT_THRESHOLDS: Thresholds = { low: 0.5, medium: 0.7, high: 0.9 }

/** Presence threshold of stage 1 in the specification: at most 5 % of people score below it. */
export const PRESENCE_LINE = 0.5
const PART_LINE = 0.05

const PARTS = {
  microTiming: 'timing of submovements',
  noiseResidual: 'high-frequency residual as hands and real sensors have it',
  freqEntropy: 'shape of the power spectrum',
  bioPerturb: 'agreement of the sensors with each other and with a body',
} as const

/** Converts a presence score to evidence EE-001 for a receipt: the score and its four parts. */
export function toPresenceEvidence(presence: PresenceScore): EngineEvidence {
  const parts = Object.entries(PARTS).map(([metric, meaning]) =>
    createComponent({
      metric,
      value: presence[metric as keyof typeof PARTS],
      threshold: PART_LINE,
      judged: presence.status === 'ok',
      explanation: `Typicality among people of the ${meaning}; too little and too much both count against.`,
    }),
  )
  const score = createComponent({
    metric: 'presenceScore',
    value: presence.score,
    threshold: PRESENCE_LINE,
    judged: presence.status === 'ok',
    explanation: presence.reason ?? 'Conformal score: at most 5 % of people fall below 0.50.',
  })
  return createEvidence('EE-001', presence.score, [score, ...parts], { status: presence.status })
}

/** Converts a coupling score to evidence EE-002 for a receipt: how well camera and sensors agree. */
export function toCouplingEvidence({ score, lagMs, p, status, reason }: CouplingScore): EngineEvidence {
  const explanation = reason ?? 'Odds that camera and sensor saw one motion; 0.50 is even.'
  const judged = status === 'ok'
  const whole = createComponent({ metric: 'couplingScore', value: score, threshold: 0.5, judged, explanation })
  return createEvidence('EE-002', score, [whole], { lagMs, p, status })
}

/**
 * Converts a challenge score to evidence EE-003 for a receipt: whether the challenge was answered, and the outcome of
 * each stroke.
 */
export function toChallengeEvidence({ value, strokes, status, reason }: ChallengeScore): EngineEvidence {
  const explanation = reason ?? '1 only if the commanded strokes were performed in time.'
  const whole = createComponent({ metric: 'challengeValue', value, threshold: 1, judged: status === 'ok', explanation })
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
  return createEvidence('EE-003', value, [whole, ...single], { status, strokes: strokes.length })
}

type Measurement = { metric: string; value: number; threshold: number; judged: boolean; explanation: string }

function createComponent({ metric, value, threshold, judged, explanation }: Measurement): EvidenceComponent {
  const status = !judged ? 'insufficient' : value >= threshold ? 'pass' : 'fail'
  return { metric, value: judged ? value : null, threshold, status, explanation }
}

function createEvidence(
  engineId: EngineEvidence['engineId'],
  value: number,
  components: EvidenceComponent[],
  diagnostics: EngineEvidence['diagnostics'],
): EngineEvidence {
  return { engineId, engineVersion: ENGINE_VERSION, value, confidence: value, components, diagnostics }
}

/** One measured quantity behind a piece of evidence, with the threshold it was compared to. */
export type EvidenceComponent = {
  metric: string
  value: number | null
  threshold: number | null
  status: 'pass' | 'fail' | 'insufficient'
  explanation: string
}

/** Result of one evidence engine (EE-001, EE-002, EE-003). The receipt package turns it into an evidence block. */
export type EngineEvidence = {
  engineId: 'EE-001' | 'EE-002' | 'EE-003'
  engineVersion: string
  value: number
  confidence: number
  components: EvidenceComponent[]
  diagnostics: Record<string, number | string | null>
}

/** Written into evidence, so that a receipt shows which rules produced it. */
export const ENGINE_VERSION = '1.0.0'
