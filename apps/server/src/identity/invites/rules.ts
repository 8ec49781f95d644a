import { toDay } from '../../platform/day.ts'

/** How long an invite waits for the e-mail address that a code was sent to; as long as the code itself. */
export const RESERVED_SECONDS = 600

/** E-mail addresses that one invite may be tried with on one UTC day. */
const MAX_RESERVATIONS_PER_DAY = 5

/** Capital letters and digits that nobody takes for another: no 0 and O, no 1 and I. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'.split('')

/** What is stored of an invite; never its code. */
export type Invite = {
  id: number
  hint: string
  /** For whom it is, in the operator's words. */
  note: string
  createdAt: Date
  usedAt: Date | null
  revokedAt: Date | null
  reservedFor: Buffer | null
  reservedUntil: Date | null
  reservedOn: string | null
  reservations: number
}

export type InviteState = 'unused' | 'reserved' | 'used' | 'revoked'

/** A fresh code, like SERVICE-7F3K-9QXZ; `draw` returns a whole number from 0 up to, but not including, the given one. */
export function newInviteCode(prefix: string, draw: (below: number) => number): string {
  const four = () => Array.from({ length: 4 }, () => SIGNS[draw(SIGNS.length)]).join('')
  return `${prefix}-${four()}-${four()}`
}

export function isInviteCode(text: string, prefix: string): boolean {
  return text.startsWith(`${prefix}-`) && /^[A-Z0-9]{4}-[A-Z0-9]{4}$/.test(text.slice(prefix.length + 1))
}

/** The last two characters, by which an operator recognizes a code. */
export function hintOf(code: string): string {
  return code.slice(-2)
}

export function judgeState({ usedAt, revokedAt, reservedUntil }: Invite, now: Date): InviteState {
  if (usedAt) return 'used'
  if (revokedAt) return 'revoked'
  return reservedUntil !== null && reservedUntil > now ? 'reserved' : 'unused'
}

export type Refusal = 'unknown' | 'used' | 'revoked' | 'reserved' | 'tooManyReservations'

/** Why an invite could not be had for an e-mail address; `tooManyReservations` when it was tried with too many today. */
export function judgeRefusal(invite: Invite | undefined, now: Date): Refusal {
  if (!invite) return 'unknown'
  const state = judgeState(invite, now)
  if (state !== 'unused') return state
  const isExhausted = invite.reservedOn === toDay(now) && invite.reservations >= MAX_RESERVATIONS_PER_DAY
  return isExhausted ? 'tooManyReservations' : 'reserved'
}
