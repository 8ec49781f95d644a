import type { Page } from 'playwright-core'
import type { ServiceProcess } from '../../../scripts/service-process.ts'
import { newCode } from './join-steps.ts'

/** A node as a test plays its owner: by a token and, once a browser was signed in, by the cookie that the token was exchanged for. */
export type JoinedNode = { email: string; nodeHandle: string; token: string; cookie?: string }

/** A node that the service does not know, for pages that look as if somebody were signed in: its calls are refused. */
export function pretendNode(email = 'ada@example.org', nodeHandle = 'quiet-river'): JoinedNode {
  return { email, nodeHandle, token: '', cookie: `stillhere-session=ss_${'x'.repeat(43)}` }
}

/** What signs a call of the node in: the token, or the cookie that it was exchanged for. */
export function headersOf({ token, cookie }: JoinedNode): Record<string, string> {
  return cookie === undefined ? { authorization: `Bearer ${token}` } : { cookie, 'sec-fetch-site': 'same-origin' }
}

/** Signs the browser of a page in as a node, under every name of this machine; the page shows it from its next load on. */
export async function signInPage(page: Page, who: JoinedNode): Promise<void> {
  who.cookie ??= await openSession(new URL(page.url()).origin, who)
  const [name = '', value = ''] = who.cookie.split('=')
  const cookie = { name, value, path: '/', httpOnly: true, sameSite: 'Lax' as const }
  await page.context().addCookies(['127.0.0.1', 'localhost'].map((domain) => ({ ...cookie, domain })))
  if (who.token === '') await page.route('**/api/session', (route) => route.fulfill({ json: describeSession(who) }))
  const known = JSON.stringify(JSON.stringify({ email: who.email, nodeHandle: who.nodeHandle }))
  await page.evaluate(`localStorage['stillhere-who'] = ${known}`)
}

/** What GET /api/session answers of a node. */
export function describeSession({ email, nodeHandle }: Pick<JoinedNode, 'email' | 'nodeHandle'>): object {
  const session = { email, node_handle: nodeHandle, status: 'ACTIVE', device_name: 'Chrome on Linux', scans_left: 2 }
  return { session: { ...session, expires_at: '2100-01-01T00:00:00.000Z' } }
}

async function openSession(address: string, { token }: JoinedNode): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' }
  const answer = await fetch(`${address}/api/session`, { method: 'POST', headers })
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  if (!cookie.startsWith('stillhere-session=')) throw new Error(`no session: ${await answer.text()}`)
  return cookie
}

/** A node that joined with an invite and its mailed code, over the API. */
export async function joinNode(service: ServiceProcess, email: string): Promise<JoinedNode> {
  await post(service, '/api/send-otp', { email, invite_code: service.invites.shift() })
  const answer = await post(service, '/api/verify-otp', { email, otp: await service.mailedCode(email) })
  return { email, nodeHandle: String(answer.node_handle), token: String(answer.node_token) }
}

/** Signs out by the account menu of the header, and waits until the service has ended the session. */
export async function signOutByMenu(page: Page): Promise<void> {
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().endsWith('/api/session'),
  )
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.locator('#account').getByRole('button', { name: 'Sign out' }).click()
  await answered
}

/** The same node with a token more, as on another device. */
export async function signInOnceMore(service: ServiceProcess, { email, nodeHandle }: JoinedNode): Promise<JoinedNode> {
  const before = await service.mailedCode(email)
  await post(service, '/api/send-otp', { email })
  const otp = await newCode(service, email, before)
  const { node_token } = await post(service, '/api/verify-otp', { email, otp })
  return { email, nodeHandle, token: String(node_token) }
}

/** What the service says to a list of tokens: 401 once this one has ended. */
export async function statusOfToken({ address }: ServiceProcess, who: JoinedNode): Promise<number> {
  const answer = await fetch(`${address}/api/node/tokens`, { headers: headersOf(who) })
  return answer.status
}

async function post({ address }: ServiceProcess, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}
