import { createHmac } from 'node:crypto'

/** What a receiver checks: the id and the time of a try, and the body letter by letter. */
export type Signable = { id: string; at: Date; body: string }

/** The three headers of Standard Webhooks; each secret signs, so that receivers may know any of them. */
export function signHeaders({ id, at, body }: Signable, secrets: readonly string[]): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => `v1,${computeSignature(`${id}.${seconds}.${body}`, secret)}`)
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}

function computeSignature(text: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(text).digest('base64')
}
