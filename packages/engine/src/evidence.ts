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
