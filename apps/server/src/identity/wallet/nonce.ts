import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

const TIME_DIGITS = 8
const BODY_DIGITS = 24
const PATTERN = /^[0-9a-f]{40}$/

/** A nonce that tells us later when we gave it: seconds, random bits and a keyed hash of both. Nothing is stored. */
export function newNonce(secrets: Secrets, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const body = `${seconds.toString(16).padStart(TIME_DIGITS, '0')}${randomBytes(8).toString('hex')}`
  return `${body}${computeMark(secrets, body)}`
}

/** When we gave a nonce, in milliseconds; undefined for one that the client made. */
export function nonceGivenMs(secrets: Secrets, nonce: string): number | undefined {
  if (!PATTERN.test(nonce)) return undefined
  const body = nonce.slice(0, BODY_DIGITS)
  const isOurs = timingSafeEqual(Buffer.from(nonce.slice(BODY_DIGITS)), Buffer.from(computeMark(secrets, body)))
  return isOurs ? Number.parseInt(body.slice(0, TIME_DIGITS), 16) * 1000 : undefined
}

function computeMark(secrets: Secrets, body: string): string {
  return secrets.hash('nonce', body).toString('hex').slice(0, 16)
}
