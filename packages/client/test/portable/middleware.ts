import {
  type BuildParams,
  buildReceipt,
  createIssuerIdentity,
  encodeHeader,
  generateKeyPair,
  type KeyPair,
  presencePolicyToBlock,
  signReceipt,
  signStatusList,
} from '@stillhere/receipt'
import { judgeRequest } from '../../src/middleware/decide.ts'
import { checkPolicy, type ReceiptPolicy } from '../../src/middleware/policy.ts'
import { remoteIssuer } from '../../src/middleware/remote-issuer.ts'
import { PRESENCE_POLICY } from '../presence-policy.ts'
import type { Cases } from './cases.ts'
import { equal, fails } from './check.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const KEYS = generateKeyPair()
const AUDIENCE = 'https://shop.example'
const POLICY: ReceiptPolicy = {
  trustedIssuers: [KEYS.publicKey],
  maxAgeMs: 60_000,
  audience: AUDIENCE,
  now: () => NOW,
}

export const cases: Cases = {
  'the guard accepts a good receipt, once where receipts count once': async () => {
    const used = new Set<string>()
    const remember = async (hash: string) => used.size < used.add(hash).size
    const header = headerWith({})
    equal(await listCodes([header, header], { remember }), ['ACCEPTED', 'REPLAYED'])
  },
  'the guard refuses everything else, each with its code': async () => {
    const headers = [undefined, '', 'swordfish', `${headerWith({})}, ${headerWith({})}`]
    const missing = ['RECEIPT_REQUIRED', 'RECEIPT_REQUIRED', 'INVALID_SCHEMA', 'RECEIPT_REPEATED']
    equal(await listCodes(headers), missing)
    const wrong = [headerWith({}, generateKeyPair()), headerWith({ audience: 'me' }), headerWith({ verdict: 'FAIL' })]
    equal(await listCodes(wrong), ['UNTRUSTED_ISSUER', 'AUDIENCE_MISMATCH', 'NOT_PASSED'])
    const poor = [headerWith({ evidence: evidence('EE-001') }), headerWith({ evidence: evidence('PRACTICE-POINTER') })]
    equal(await listCodes(poor), ['EVIDENCE_MISSING', 'PRACTICE_ONLY'])
    equal(await listCodes([headerWith({})], { now: () => NOW + 60_001 }), ['TOO_OLD'])
  },
  'a host that is revoking, or fails while it is asked, refuses': async () => {
    equal(await listCodes([headerWith({})], { revoked: async () => true }), ['REVOKED'])
    equal(await listCodes([headerWith({})], { revoked: () => Promise.reject(new Error('down')) }), ['UNDECIDED'])
    equal(await listCodes([headerWith({})], { remember: () => undefined as never }), ['UNDECIDED'])
  },
  'the guard follows an issuer, and accepts nothing when that does not answer': async () => {
    const issuer = createIssuerIdentity(KEYS)
    const key = { ...issuer, use: 'production', status: 'active', from: new Date(0).toISOString(), until: null }
    const list = signStatusList({ revoked: [], issuedAt: NOW, nextUpdate: NOW + 1000 }, KEYS.secretKey)
    const answer = async (url: URL) =>
      Response.json(url.pathname === '/list' ? list : { keys: [{ ...key, statusList: '/list' }] })
    const follow = (fetch: (url: URL) => Promise<Response>) => ({
      trustedIssuers: undefined,
      issuer: remoteIssuer('https://id.example.org', { fetch }),
    })
    equal(await listCodes([headerWith({}), headerWith({}, generateKeyPair())], follow(answer)), [
      'ACCEPTED',
      'UNTRUSTED_ISSUER',
    ])
    equal(
      await listCodes(
        [headerWith({})],
        follow(() => Promise.reject(new Error('down'))),
      ),
      ['UNDECIDED'],
    )
  },
  'a guard without issuers, age or audience cannot be built': async () => {
    await fails(() => checkPolicy({ ...POLICY, trustedIssuers: [] }), 'trustedIssuers')
    await fails(() => checkPolicy({ ...POLICY, maxAgeMs: Number.NaN }), 'maxAgeMs')
    await fails(() => checkPolicy({ ...POLICY, audience: '' }), 'audience')
  },
}

async function listCodes(headers: unknown[], options: Partial<ReceiptPolicy> = {}): Promise<string[]> {
  const codes: string[] = []
  for (const header of headers) {
    const decision = await judgeRequest(
      { request: null, read: () => ({ from: 'header', value: header }) },
      checkPolicy({ ...POLICY, ...options }),
    )
    codes.push(decision.status === 'ACCEPTED' ? 'ACCEPTED' : decision.refusal.error)
  }
  return codes
}

function headerWith(members: Partial<BuildParams>, keys: KeyPair = KEYS): string {
  const unsigned = buildReceipt({
    evidence: [...evidence('EE-001', 'EE-003'), presencePolicyToBlock(PRESENCE_POLICY)],
    interval: { start: NOW - 16_000, end: NOW },
    subject: { id: `sha256:${'5e'.repeat(32)}` },
    issuer: createIssuerIdentity(keys),
    verdict: 'PASS',
    audience: AUDIENCE,
    ...members,
  })
  return encodeHeader(signReceipt(unsigned, keys.secretKey, { now: NOW }))
}

function evidence(...engineIds: string[]): BuildParams['evidence'] {
  return engineIds.map((engineId) => ({ engineId, engineVersion: '1.0.0', confidence: 0.9, payload: {} }))
}
