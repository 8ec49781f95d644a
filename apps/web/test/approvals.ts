import type { Page } from 'playwright-core'
import { headersOf, type JoinedNode, signInPage } from './people.ts'
import { registerSite } from './shop.ts'
import type { Web } from './web.ts'

type Answer = Record<string, unknown> & { httpStatus: number }

/** A site that asks for approvals, as a test plays it. */
export type AskingShop = {
  siteKey: string
  /** Asks a node; returns where it decides. */
  ask: (who: JoinedNode, more?: object) => Promise<{ id: string; path: string; digest: string }>
  /** What the service says to a call with the shop's secret. */
  call: (path: string, body?: object) => Promise<Answer>
}

export const SUMMARY = 'Deploy shop 1.4.2 to production'

/** Registers a site that asks for approvals. */
export async function openAskingShop(web: Web, name = 'Shop'): Promise<AskingShop> {
  const site = { name, origins: ['https://shop.example'], return_urls: [] }
  const { siteKey, secret } = await registerSite(web, site)
  const call = (path: string, body?: object) => send(web, { path, body, signed: { authorization: `Bearer ${secret}` } })
  return {
    siteKey,
    call,
    ask: async ({ nodeHandle: approver }, more = {}) => {
      const action = { type: 'deploy', summary: SUMMARY, details: { commit: '9f2c1e7' }, ...more }
      const asked = await call('/api/approvals', { approver, action })
      if (asked.httpStatus !== 201) throw new Error(`was not let ask: ${JSON.stringify(asked)}`)
      return { id: String(asked.id), path: `/approve/${String(asked.id)}`, digest: String(asked.digest) }
    },
  }
}

/** Lets a site or an agent ask a node. */
export async function letAsk(web: Web, who: JoinedNode, asker: string): Promise<void> {
  await send(web, {
    path: `/api/node/askers/${encodeURIComponent(asker)}`,
    body: { per_day: 100, share_key: true },
    signed: headersOf(who),
    method: 'PUT',
  })
}

/** Has a node accept this method of approving, and none that is weaker. */
export async function acceptMethod(web: Web, who: JoinedNode, method: 'tap' | 'passkey'): Promise<void> {
  await send(web, { path: '/api/node/least-method', body: { method }, signed: headersOf(who), method: 'PUT' })
}

type Sent = { path: string; body?: object | undefined; signed: Record<string, string>; method?: string }

async function send({ address }: Web, { path, body, signed, method = body ? 'POST' : 'GET' }: Sent): Promise<Answer> {
  const headers = { ...signed, ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { ...((await answer.json()) as Record<string, unknown>), httpStatus: answer.status }
}

/** A passkey with its private key, as Chromium's devices give it out. */
export type VirtualCredential = {
  credentialId: string
  isResidentCredential: boolean
  privateKey: string
  signCount: number
}

/**
 * Gives the browser of a page a device of Chromium's own, which makes passkeys and unlocks by itself; it has those that are given.
 *
 * @returns what reads the passkeys that it has.
 */
export async function addDevice(
  page: Page,
  given: readonly VirtualCredential[] = [],
): Promise<() => Promise<VirtualCredential[]>> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const unlocking = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, ...unlocking } as const
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
  for (const credential of given) await session.send('WebAuthn.addCredential', { authenticatorId, credential })
  return async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
}

/** Opens a path as a node, under a name of this machine: an IP address has no passkeys. */
export async function openAs(web: Web, who: JoinedNode, path: string, opening: Parameters<Web['open']>[1] = {}) {
  const opened = await web.open('/network', opening)
  const address = web.address.replace('127.0.0.1', 'localhost')
  await opened.page.goto(`${address}/network`)
  await signInPage(opened.page, who)
  await opened.page.goto(address + path)
  await opened.page.locator('main h1').waitFor()
  return { ...opened, strangers: () => opened.complaints.foreign.filter((url) => !url.startsWith(address)) }
}

/** A page of the history of a node: two approvals, of which the older one is open, and then a third. */
export function approvalPage(url: string): object {
  const isFirst = !new URL(url).searchParams.has('cursor')
  const approvals = isFirst ? [describeAsked(1, 'denied'), describeAsked(2, 'open')] : [describeAsked(3, 'expired')]
  return { approvals, nextCursor: isFirst ? 'more' : null }
}

function describeAsked(number: number, status: 'open' | 'denied' | 'expired'): object {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    id: `00000000-0000-4000-8000-00000000000${number}`,
    status,
    reason: status === 'denied' ? 'denied_by_person' : null,
    action: { type: 'deploy', summary: `Action ${number}` },
    digest: '0'.repeat(64),
    binding_message: 'remote radio portrait hill delta value',
    language: 'en',
    method: 'hand',
    assurance: 2,
    need: 1,
    approvers: [{ name: 'ada', status, decided_at: null }],
    decision: status === 'denied' ? 'denied' : 'open',
    created_at: at,
    expires_at: at,
    decided_at: status === 'denied' ? at : null,
    redeemed_at: null,
    test: false,
    asker: { id: 'k', kind: 'site', name: 'Shop', origin: 'https://shop.example', operator: null },
  }
}
