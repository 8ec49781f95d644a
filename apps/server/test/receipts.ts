import type { EngineEvidence, Receipt } from '@stillhere/receipt'
import type { Service } from '../src/platform/service.ts'
import { issueReceipt, type Presence } from '../src/scan/receipts/issue.ts'
import { rotateKey } from '../src/scan/receipts/issuer.ts'

const EVIDENCE: EngineEvidence = {
  engineId: 'EE-001',
  engineVersion: '1.0.0',
  value: 0.83,
  confidence: 0.83,
  components: [{ metric: 'presence', value: 0.83, threshold: 0.5, status: 'pass', explanation: 'moves like a person' }],
  diagnostics: { sampleRateHz: 60 },
}

const DEMAND: Presence['demand'] = { risk_level: 'medium', threshold: 0.7, threshold_source: 'default' }

const ASSURANCE: Presence['assurance'] = { level: 1, pace: 'batch', device: 'none' }

/** A presence of eight seconds that ends now. */
export function presence({ now }: Service, choice: Partial<Presence> = {}): Presence {
  const end = now()
  const interval = { start: new Date(end.getTime() - 8000), end }
  const stated = { demand: DEMAND, assurance: ASSURANCE }
  return { userId: 'ada', nodeId: null, evidence: [EVIDENCE], interval, confidence: 0.83, ...stated, ...choice }
}

/** Issues a receipt in a transaction of its own. */
export function issue(service: Service, choice: Partial<Presence> = {}): Promise<Receipt> {
  return service.db.transaction((tx) => issueReceipt(tx, service, presence(service, choice)))
}

/** Replaces the signing key. */
export function rotate(service: Service, { compromised = false } = {}): Promise<Receipt['issuer']> {
  return service.db.transaction((tx) => rotateKey(tx, service, { compromised }))
}
