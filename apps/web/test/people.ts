import type { ServiceProcess } from '../../../scripts/service-process.ts'
import { newCode } from './join-steps.ts'

export type JoinedNode = { email: string; nodeHandle: string; token: string }

/** A node that joined with an invite and its mailed code, over the API. */
export async function joinNode(service: ServiceProcess, email: string): Promise<JoinedNode> {
  await post(service, '/api/send-otp', { email, invite_code: service.invites.shift() })
  const answer = await post(service, '/api/verify-otp', { email, otp: await service.mailedCode(email) })
  return { email, nodeHandle: String(answer.node_handle), token: String(answer.node_token) }
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
export async function statusOfToken({ address }: ServiceProcess, { token }: JoinedNode): Promise<number> {
  const answer = await fetch(`${address}/api/node/tokens`, { headers: { authorization: `Bearer ${token}` } })
  return answer.status
}

async function post({ address }: ServiceProcess, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}
