import { createClient } from '@stillhere/client/http'
import {
  buildReceipt,
  createIssuerIdentity,
  generateKeyPair,
  type KeyPair,
  type Receipt,
  signReceipt,
} from '@stillhere/client/receipt'
import { answerAs, answerRoundsAs, enrollBody, syntheticPerson, verifyBody } from '@stillhere/client/testing'
import { removeMark } from '../../../scripts/service-process.ts'

const PERSON = syntheticPerson(3)
const DAY_MS = 86_400_000
// Strokes are drawn at random, and some suit a person less; then the person tries again.
const MOST_TRIES = 20

/** Receipts that the service issued, each following the one before it: somebody enrolled and was verified so often. */
export async function issueReceipts(address: string, count: number): Promise<Receipt[]> {
  const client = createClient({ baseUrl: address, timeoutMs: 60_000 })
  const first = await client.requestChallenge({ purpose: 'enroll' })
  const enrollment = await client.enrollPerson(enrollBody(first, answerRoundsAs(PERSON, first).map(removeMark)))
  const receipts: Receipt[] = []
  for (let seed = 10; receipts.length < count && seed < 10 + MOST_TRIES; seed++) {
    const challenge = await client.requestChallenge({ purpose: 'verify' })
    const body = verifyBody(challenge, enrollment, removeMark(answerAs(PERSON, challenge, { seed })))
    const { receipt } = await client.verifyPresence({ ...body, risk_level: 'low' })
    if (receipt) receipts.push(receipt as unknown as Receipt)
  }
  if (receipts.length < count) throw new Error('the synthetic person was not verified')
  return receipts
}

/** An issuer of its own, whose receipts are good for a day, however slow the machine is. */
export type TestIssuer = { keys: KeyPair; issue: (options?: { agoMs?: number; before?: string }) => Receipt }

export function testIssuer(): TestIssuer {
  const keys = generateKeyPair()
  const issue: TestIssuer['issue'] = ({ agoMs = 0, before } = {}) => {
    const end = Date.now() - agoMs
    const unsigned = buildReceipt({
      evidence: [{ engineId: 'EE-001', engineVersion: '1.0.0', confidence: 0.9, payload: { score: 0.9 } }],
      interval: { start: end - 8000, end },
      subject: { id: `sha256:${'5e'.repeat(32)}`, type: 'embodied' },
      issuer: createIssuerIdentity(keys),
      verdict: 'PASS',
      expiresAt: end + DAY_MS,
      ...(before === undefined ? {} : { previousReceiptHash: before }),
    })
    return signReceipt(unsigned, keys.secretKey, { now: end })
  }
  return { keys, issue }
}
