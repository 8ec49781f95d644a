import { randomInt, randomUUID } from 'node:crypto'
import { type Challenge, generateChallenge, generateEnrollment } from '@stillhere/engine'
import type { Secrets } from '../secrets.ts'
import { LIFETIME_MS, type Purpose } from './rules.ts'

/** A challenge as its token holds it. Only this service can write or read one. */
export type IssuedChallenge = {
  id: string
  purpose: Purpose
  /** The node that asked for it, by number and by e-mail address; null for a caller without one. */
  node: { id: number; emailKey: string } | null
  challenge: Challenge
  /** To enroll and for research: the rounds after the first. A token of an older service has none. */
  further?: Challenge[]
  issuedAt: Date
  expiresAt: Date
}

/** Draws a challenge from a cryptographic source. */
export function drawChallenge(asked: Pick<IssuedChallenge, 'purpose' | 'node'>, now: Date): IssuedChallenge {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[asked.purpose])
  return { id: randomUUID(), ...asked, ...drawStrokes(asked.purpose), issuedAt: now, expiresAt }
}

function drawStrokes(purpose: Purpose): Pick<IssuedChallenge, 'challenge' | 'further'> {
  if (purpose === 'verify') return { challenge: generateChallenge(secureRandom) }
  const [challenge, ...further] = generateEnrollment(secureRandom) as [Challenge, ...Challenge[]]
  return { challenge, further }
}

/** What is to be made, in this order. */
export function listRounds({ challenge, further = [] }: Pick<IssuedChallenge, 'challenge' | 'further'>): Challenge[] {
  return [challenge, ...further]
}

const STEPS = 2 ** 47

function secureRandom(): number {
  return randomInt(STEPS) / STEPS
}

export function sealChallenge(secrets: Secrets, issued: IssuedChallenge): string {
  return secrets.seal('challenge', JSON.stringify(issued)).toString('base64url')
}

/** The challenge in a token, or null for one that this service did not seal. */
export function openChallenge(secrets: Secrets, token: string): IssuedChallenge | null {
  const text = openToken(secrets, token)
  if (text === null) return null
  const { issuedAt, expiresAt, ...rest } = JSON.parse(text) as Sealed
  return { ...rest, issuedAt: new Date(issuedAt), expiresAt: new Date(expiresAt) }
}

type Sealed = Omit<IssuedChallenge, 'issuedAt' | 'expiresAt'> & { issuedAt: string; expiresAt: string }

function openToken(secrets: Secrets, token: string): string | null {
  try {
    return secrets.open('challenge', Buffer.from(token, 'base64url'))
  } catch {
    return null
  }
}
