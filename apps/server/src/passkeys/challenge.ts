import { randomBytes, randomUUID } from 'node:crypto'
import { openToken, type Secrets } from '../secrets.ts'

const LIFETIME_MS = 300_000

/** A challenge to make a passkey, as its token holds it. Only this service can write or read one. */
export type PasskeyChallenge = { id: string; nodeId: number; challenge: string; expiresAt: Date }

export function drawChallenge(nodeId: number, now: Date): PasskeyChallenge {
  const challenge = randomBytes(32).toString('base64url')
  return { id: randomUUID(), nodeId, challenge, expiresAt: new Date(now.getTime() + LIFETIME_MS) }
}

export function sealChallenge(secrets: Secrets, drawn: PasskeyChallenge): string {
  return secrets.seal('passkey-challenge', JSON.stringify(drawn)).toString('base64url')
}

/** The challenge in a token; undefined for one that this service did not seal, and for one that has expired. */
export function openChallenge(secrets: Secrets, token: string, now: Date): PasskeyChallenge | undefined {
  const text = openToken(secrets, 'passkey-challenge', token)
  if (text === null) return undefined
  const { expiresAt, ...rest } = JSON.parse(text) as Omit<PasskeyChallenge, 'expiresAt'> & { expiresAt: string }
  const end = new Date(expiresAt)
  return now < end ? { ...rest, expiresAt: end } : undefined
}
