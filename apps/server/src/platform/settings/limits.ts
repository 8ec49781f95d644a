/** A rate limit: `count` times in any period of `perSeconds`. */
export type Limit = { count: number; perSeconds: number }

/** The default limit of every budget. The setting LIMITS can change each one by its name. */
export const DEFAULT_LIMITS = {
  'code.send.asker.burst': { count: 3, perSeconds: 180 },
  'code.send.asker': { count: 10, perSeconds: 86_400 },
  'code.send.email': { count: 20, perSeconds: 86_400 },
  'code.send.address': { count: 200, perSeconds: 600 },
  'code.send.all': { count: 5000, perSeconds: 600 },
  'code.wrong.asker': { count: 25, perSeconds: 86_400 },
  'code.wrong.known.month': { count: 100, perSeconds: 2_592_000 },
  'code.wrong.email': { count: 100, perSeconds: 86_400 },
  'code.wrong.email.month': { count: 200, perSeconds: 2_592_000 },
  'code.try.address': { count: 600, perSeconds: 600 },
  'siwe.address': { count: 600, perSeconds: 600 },
  'siwe.nonce.address': { count: 600, perSeconds: 600 },
  'siwe.contract.address': { count: 60, perSeconds: 600 },
  'subscribe.address': { count: 5, perSeconds: 86_400 },
  'subscribe.mailbox': { count: 1, perSeconds: 2_592_000 },
  'waitlist.address': { count: 5, perSeconds: 86_400 },
  'waitlist.mailbox': { count: 3, perSeconds: 86_400 },
  'uplink.address': { count: 120, perSeconds: 600 },
  'handshake.address': { count: 120, perSeconds: 600 },
  'recruitment.address': { count: 3, perSeconds: 86_400 },
  'declare.address': { count: 120, perSeconds: 600 },
  'declare.origin': { count: 1000, perSeconds: 3600 },
  'declare.all': { count: 5000, perSeconds: 600 },
  'rotate.agent': { count: 24, perSeconds: 86_400 },
  'agent.address': { count: 600, perSeconds: 60 },
  'lookup.address': { count: 600, perSeconds: 60 },
  'admin.wrong.address': { count: 10, perSeconds: 600 },
  'admin.wrong.all': { count: 30, perSeconds: 600 },
  'research.upload.address': { count: 5, perSeconds: 86_400 },
  'research.try.address': { count: 600, perSeconds: 600 },
  'challenge.address': { count: 600, perSeconds: 600 },
  'challenge.next.address': { count: 3600, perSeconds: 600 },
  'enroll.address': { count: 120, perSeconds: 600 },
  'verify.address': { count: 600, perSeconds: 600 },
  // Milliseconds of processor time.
  'verify.cpu.address': { count: 120_000, perSeconds: 600 },
  'verify.refused.user': { count: 20, perSeconds: 3600 },
  'verify.refused.user.day': { count: 60, perSeconds: 86_400 },
  // Of first visits, which have no user.
  'verify.refused.address': { count: 100, perSeconds: 3600 },
  'passkey.address': { count: 120, perSeconds: 600 },
  'recovery.address': { count: 20, perSeconds: 3600 },
  'people.site': { count: 6000, perSeconds: 3600 },
  'check.site': { count: 6000, perSeconds: 600 },
  'check.page.site': { count: 6000, perSeconds: 600 },
  'check.oidc.site': { count: 6000, perSeconds: 600 },
  'check.address': { count: 600, perSeconds: 600 },
  'approval.asker': { count: 600, perSeconds: 600 },
  'approval.address': { count: 600, perSeconds: 600 },
  'kept.node': { count: 120, perSeconds: 3600 },
  'publish.address': { count: 120, perSeconds: 600 },
  'notice.node': { count: 3, perSeconds: 86_400 },
  'notice.approval': { count: 60, perSeconds: 3600 },
  'mail.code.all': { count: 20_000, perSeconds: 86_400 },
  'mail.other.all': { count: 10_000, perSeconds: 86_400 },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof DEFAULT_LIMITS
export type Limits = Record<LimitName, Limit>

/**
 * Budgets that draw on something shared: processor time, or a budget of an e-mail address, a site or all callers. They count an IPv6
 * network by its /48; all others count by /64, because a mobile carrier can have many customers in one /48.
 */
export const NETWORK_LIMITS: ReadonlySet<LimitName> = new Set([
  'code.send.asker.burst',
  'code.send.asker',
  'code.send.address',
  'code.wrong.asker',
  'declare.address',
  'admin.wrong.address',
  'verify.cpu.address',
  'check.address',
  'approval.address',
])

/** The highest limit for which a budget is stored as an exact log. */
export const MOST_EXACT = 100

/** Budgets that are always stored as exact logs, so that LIMITS can't raise them above MOST_EXACT. */
export const EXACT_LIMITS: readonly LimitName[] = [
  'code.send.asker',
  'code.send.email',
  'code.wrong.asker',
  'code.wrong.known.month',
  'code.wrong.email',
  'notice.node',
  'notice.approval',
  'research.upload.address',
  'verify.refused.user',
  'verify.refused.user.day',
  'verify.refused.address',
]

/** Ten years: the longest period of a limit. Times far beyond that couldn't be stored. */
const MOST_SECONDS = 315_360_000

/**
 * Parses the setting LIMITS, "name=count/seconds, …". Returns all limits, with defaults for those not named, or a sentence that describes
 * the first mistake.
 */
export function parseLimits(text: string): Limits | string {
  const limits: Limits = { ...DEFAULT_LIMITS }
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [, name, count, perSeconds] = /^\s*([a-z.]+)\s*=\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(part) ?? []
    if (name === undefined) return `"${part.trim()}" is not NAME=COUNT/SECONDS, as in code.send.all=5000/600`
    if (!isLimitName(name)) return describeUnknown(name)
    const limit = { count: Number(count), perSeconds: Number(perSeconds) }
    const most = EXACT_LIMITS.includes(name) ? MOST_EXACT : 1_000_000_000
    if (limit.count < 1 || limit.count > most || limit.perSeconds < 1 || limit.perSeconds > MOST_SECONDS) {
      return `${name} must be 1 to ${most} in 1 to ${MOST_SECONDS} seconds`
    }
    limits[name] = limit
  }
  return limits
}

function describeUnknown(name: string): string {
  const area = `${name.split('.')[0]}.`
  const near = Object.keys(DEFAULT_LIMITS).filter((one) => one.startsWith(area))
  const hint = near.length > 0 ? `; those of ${area}* are ${near.join(', ')}` : ''
  return `there is no budget "${name}"${hint}. docs/settings.md has all of them`
}

function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(DEFAULT_LIMITS, name)
}
