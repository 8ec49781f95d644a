/** Waits between tries; a mail that fails once more after the last is dead. */
const RETRY_WAITS_MS = [30_000, 120_000, 600_000, 3_600_000, 21_600_000]

export const MAX_ATTEMPTS = RETRY_WAITS_MS.length + 1

/** How long a process may keep a mail that it is sending; longer than any try takes. Afterwards it counts as dead. */
export const CLAIM_MS = 300_000

/** What became of a try: taken by the server, refused for good, or worth another try. */
export type Posted = { outcome: 'sent' } | { outcome: 'refused' | 'failed'; problem: string }

/** What to do with a mail after a try. */
export type Verdict =
  | { state: 'sent' }
  | { state: 'waiting'; nextTryAt: Date; problem: string }
  | { state: 'dead'; problem: string }

export function judge(posted: Posted, { attempts, now }: { attempts: number; now: Date }): Verdict {
  if (posted.outcome === 'sent') return { state: 'sent' }
  const waitMs = RETRY_WAITS_MS[attempts - 1]
  const { problem } = posted
  if (posted.outcome === 'refused' || waitMs === undefined) return { state: 'dead', problem }
  return { state: 'waiting', nextTryAt: new Date(now.getTime() + waitMs), problem }
}

/** Why a mail is not even tried, or undefined. */
export function reasonNotToTry(
  { attempts, expiresAt }: { attempts: number; expiresAt: Date | null },
  now: Date,
): string | undefined {
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  // Only a process that died while sending leaves a mail with all its tries used.
  return attempts > MAX_ATTEMPTS ? 'given up: the service stopped in the middle of every try' : undefined
}

const MAX_PROBLEM_LENGTH = 300

/** A server's words as the operator may read them: on one line, not too long, and without the recipient's address. */
export function withoutAddresses(text: string, to: string): string {
  const local = to.slice(0, to.lastIndexOf('@')).toLowerCase()
  // Servers also write "user ada unknown", without the domain.
  const hide = (word: string) => (word.replace(/[.!?]+$/, '').toLowerCase() === local ? '[address]' : word)
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/\S*@\S*/g, '[address]')
    .replaceAll(/[^\s<>"'()[\]:;,]+/g, hide)
    .slice(0, MAX_PROBLEM_LENGTH)
    .trim()
}
