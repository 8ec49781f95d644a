import { createHash } from 'node:crypto'
import type { AssuranceLevel, AnswerOf, BodyOf, createCheck, createSite, startCheck } from '@stillhere/contract'
import { type PresencePolicy, presencePolicyToBlock } from '@stillhere/receipt'
import type { LightMyRequestResponse } from 'fastify'
import { addGrant } from '../src/requests/request/decision-store.ts'
import { sealOutcome } from '../src/scan/receipts/issue.ts'
import type { TestService } from './service.ts'

/** A site as a test sees it. */
export type TestSite = { key: string; secret: string; asSite: { headers: { authorization: string } } }

export const SHOP_ORIGIN = 'https://shop.example'
export const SHOP_RETURN = 'https://shop.example/back?order=7'

/** Registers a site. */
export async function addTestSite(
  service: TestService,
  changes: Partial<BodyOf<typeof createSite>> = {},
): Promise<TestSite> {
  const payload = { name: 'Shop', origins: [SHOP_ORIGIN], return_urls: [SHOP_RETURN], ...changes }
  const headers = { 'x-admin-secret': 'the-admin-secret' }
  const { site, secret } = (await service.call('POST', '/api/admin/sites', { payload, headers })).json()
  return { key: site.site_key, secret, asSite: { headers: { authorization: `Bearer ${secret}` } } }
}

type Created = AnswerOf<typeof createCheck>

/** Has a site ask for a person. */
export async function addTestCheck(
  service: TestService,
  site: TestSite,
  changes: { [Name in keyof BodyOf<typeof createCheck>]?: BodyOf<typeof createCheck>[Name] | undefined } = {},
): Promise<Created> {
  const payload = { action: 'Pay 7 € to Eve', return_url: SHOP_RETURN, ...changes }
  return (await service.call('POST', '/api/checks', { payload, ...site.asSite })).json()
}

type Started = AnswerOf<typeof startCheck>

/** Has a page of the shop ask for a person. */
export async function startTestCheck(
  service: TestService,
  { key }: TestSite,
  payload: object = { action: 'Sign up' },
): Promise<Started> {
  const headers = { origin: SHOP_ORIGIN }
  return (await service.call('POST', `/api/sites/${key}/checks`, { payload, headers })).json()
}

/** Calls an endpoint of a check. */
export function callCheck(
  service: TestService,
  path: string,
  { payload, token }: { payload?: object; token?: string } = {},
): Promise<LightMyRequestResponse> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return service.call('POST', `/api/checks/${path}`, { headers, ...(payload && { payload }) })
}

/** Lets a check pass as a scan would, without one. */
export async function passTestCheck(
  service: TestService,
  id: string,
  { subject = nameSubject(id), reached = 1 }: { subject?: string; reached?: AssuranceLevel } = {},
): Promise<void> {
  const receipt = { stands: 'for one', evidence: [presencePolicyToBlock(statePolicy(reached))] }
  const sealed = sealOutcome(service, { receipt })
  await service.db.transaction((tx) => addGrant(tx, id, { askerId: null, subject, reached, sealed }, tx.now))
}

function statePolicy(assurance: AssuranceLevel): PresencePolicy {
  return {
    assurance,
    pace: assurance === 1 ? 'batch' : 'live',
    device: assurance === 1 ? 'none' : 'passkey',
    registered: false,
    risk_level: 'medium',
    threshold: 0.5,
    threshold_source: 'test',
    action: null,
    action_digest: null,
    nonce: null,
    test: false,
  }
}

/** A subject as receipts have it. */
export function nameSubject(name: string): string {
  return `sha256:${createHash('sha256').update(name).digest('hex')}`
}
