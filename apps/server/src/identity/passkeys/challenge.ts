import { randomBytes, randomUUID } from 'node:crypto'
import { openToken, type Secrets } from '../../platform/secrets.ts'

const LIFETIME_MS = 300_000

/** A challenge to make a passkey, as its token holds it. Only this service can write or read one. */
export type PasskeyChallenge = {
  id: string
  nodeId: number
  /** The asker for which alone the passkey is to sign: its right to ask the node, and its public id. */
  onlyFor: { rightId: number; id: string } | null
  challenge: string
  expiresAt: Date
}

export function drawChallenge(whose: Pick<PasskeyChallenge, 'nodeId' | 'onlyFor'>, now: Date): PasskeyChallenge {
  return { ...whose, ...drawSignIn(now) }
}

export function drawSignIn(now: Date): SignInChallenge {
  const challenge = randomBytes(32).toString('base64url')
  return { id: randomUUID(), challenge, expiresAt: new Date(now.getTime() + LIFETIME_MS) }
}

export function sealChallenge(secrets: Secrets, drawn: PasskeyChallenge): string {
  return secrets.seal('passkey-challenge', JSON.stringify(drawn)).toString('base64url')
}

/** A challenge to sign in, with whichever passkey. */
export type SignInChallenge = Omit<PasskeyChallenge, 'nodeId' | 'onlyFor'>

export function sealSignIn(secrets: Secrets, { id, challenge, expiresAt }: SignInChallenge): string {
  return secrets.seal('passkey-sign-in', JSON.stringify({ id, challenge, expiresAt })).toString('base64url')
}

/** As openChallenge, for signing in: no challenge to make a passkey opens a node. */
export function openSignIn(secrets: Secrets, token: string, now: Date): SignInChallenge | undefined {
  const text = openToken(secrets, 'passkey-sign-in', token)
  return text === null ? undefined : unlessExpired(JSON.parse(text) as Written<SignInChallenge>, now)
}

/** The challenge in a token; undefined for one that this service did not seal, and for one that has expired. */
export function openChallenge(secrets: Secrets, token: string, now: Date): PasskeyChallenge | undefined {
  const text = openToken(secrets, 'passkey-challenge', token)
  return text === null ? undefined : unlessExpired(JSON.parse(text) as Written<PasskeyChallenge>, now)
}

type Written<Challenge> = Omit<Challenge, 'expiresAt'> & { expiresAt: string }

function unlessExpired<Sealed extends { expiresAt: string }>(sealed: Sealed, now: Date) {
  const expiresAt = new Date(sealed.expiresAt)
  return now < expiresAt ? { ...sealed, expiresAt } : undefined
}
