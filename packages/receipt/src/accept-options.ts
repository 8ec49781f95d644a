import { isHex } from './hex.ts'
import type { PresencePolicy } from './presence-policy.ts'
import type { TimeLike } from './time.ts'

/** What a receipt must be good for. The first two have no defaults: nobody can guess them safely. */
export type AcceptOptions = {
  /** Public keys, 64 hex digits each. Anybody can sign under any name. */
  trustedIssuers: readonly string[] | ReadonlySet<string>
  /** For whom the receipt must have been issued: you. */
  audience: string
  /** How long ago the scan may have ended; until the receipt expires by default. */
  maxAgeMs?: number | undefined
  /** The issuer's signed status list. One that is stale, forged or of another key accepts nothing. */
  status?: unknown
  /** The engines whose evidence must be there; EE-001 (presence) and EE-003 (challenge) by default. */
  evidence?: readonly string[] | undefined
  /** The least assurance, 1 by default. 0 also accepts receipts that state none, such as those that a page signs for itself. */
  minAssurance?: Assurance | undefined
  /** Accepts only receipts with a registered node behind them. */
  registered?: boolean | undefined
  /** Also accepts receipts whose subject was drawn for them alone: nothing tells who moved, or that it was the same person as before. */
  allowOnce?: boolean | undefined
  /** The digest of the action that must have been approved: SHA-256 of its RFC 8785 text, as `computePayloadDigest` returns it. */
  actionDigest?: string | undefined
  /** Also accepts receipts made for tests. */
  allowTest?: boolean | undefined
  /** The time to judge at; the system's clock by default. */
  now?: TimeLike | undefined
  /** How far the issuer's clock may be from ours; 30 000 by default. */
  clockSkewMs?: number | undefined
}

/** How much a receipt proves, 0 where it does not say. */
export type Assurance = PresencePolicy['assurance']

/** What is wrong with some options, or null. A mistyped demand would be one that is not made. */
export function findMistake(demands: AcceptOptions): string | null {
  const unknown = Object.keys(demands).find((name) => !Object.hasOwn(OPTIONS, name))
  if (unknown !== undefined) return `${unknown} is not an option`
  const names = Object.keys(OPTIONS) as (keyof AcceptOptions)[]
  const wrong = names.find((name) => !OPTIONS[name].check(demands[name]))
  return wrong === undefined ? null : `${wrong} must be ${OPTIONS[wrong].is}`
}

type Check = { is: string; check: (given: unknown) => boolean }

const isOptional = (check: Check['check']) => (given: unknown) => given === undefined || check(given)
const isText = (given: unknown) => typeof given === 'string' && given !== ''
const isBoolean: Check = { is: 'true or false', check: isOptional((given) => typeof given === 'boolean') }
const anything: Check = { is: 'anything', check: () => true }

// What makes times unreadable is left to the checks of the receipt, which then fail.
const OPTIONS: Readonly<Record<keyof AcceptOptions, Check>> = {
  trustedIssuers: {
    is: 'a list or a Set of public keys',
    check: (given) => Array.isArray(given) || given instanceof Set,
  },
  audience: { is: 'text that names you', check: isText },
  maxAgeMs: anything,
  status: anything,
  evidence: { is: 'a list of engine ids', check: isOptional((given) => Array.isArray(given) && given.every(isText)) },
  minAssurance: { is: '0, 1, 2 or 3', check: isOptional((given) => [0, 1, 2, 3].includes(given as number)) },
  registered: isBoolean,
  allowOnce: isBoolean,
  actionDigest: { is: '64 lower-case hex digits', check: isOptional((given) => isHex(given, 64)) },
  allowTest: isBoolean,
  now: anything,
  clockSkewMs: anything,
}
