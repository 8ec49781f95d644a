import { toDay } from '../../platform/day.ts'

/** How long an invite stays reserved for the e-mail address that a code was sent to; as long as the code itself. */
export const RESERVED_SECONDS = 600

/** The number of e-mail addresses for which one invite can be reserved per UTC day. */
const MAX_RESERVATIONS_PER_DAY = 5

/** Capital letters and digits that cannot be confused: no 0 and O, no 1 and I. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'.split('')

/** An invite as it is stored, without its code. */
export type Invite = {
  id: number
  hint: string
  /** The operator's note, for example the name of the invited person. */
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

/** Creates a code such as SERVICE-7F3K-9QXZ. `draw` returns a random whole number from 0 up to, but not including, its argument. */
export function createInviteCode(prefix: string, draw: (below: number) => number): string {
  const four = () => Array.from({ length: 4 }, () => SIGNS[draw(SIGNS.length)]).join('')
  return `${prefix}-${four()}-${four()}`
}

/** Returns whether a text has the format of an invite code with this prefix. */
export function isInviteCode(text: string, prefix: string): boolean {
  return text.startsWith(`${prefix}-`) && /^[A-Z0-9]{4}-[A-Z0-9]{4}$/.test(text.slice(prefix.length + 1))
}

/** Returns the state of an invite at the time `now`. An expired reservation counts as unused. */
export function judgeState({ usedAt, revokedAt, reservedUntil }: Invite, now: Date): InviteState {
  if (usedAt) return 'used'
  if (revokedAt) return 'revoked'
  return reservedUntil !== null && reservedUntil > now ? 'reserved' : 'unused'
}

type Refusal = 'unknown' | 'used' | 'revoked' | 'reserved' | 'tooManyReservations'

/**
 * Returns why an invite couldn't be reserved: its state, `unknown` for undefined, or `tooManyReservations` if it was reserved for five
 * e-mail addresses today. For an unused invite, the reason is that another address reserved it meanwhile.
 */
export function judgeRefusal(invite: Invite | undefined, now: Date): Refusal {
  if (!invite) return 'unknown'
  const state = judgeState(invite, now)
  if (state !== 'unused') return state
  const isExhausted = invite.reservedOn === toDay(now) && invite.reservations >= MAX_RESERVATIONS_PER_DAY
  return isExhausted ? 'tooManyReservations' : 'reserved'
}
