import type { NodeWallet } from '@stillhere/contract'
import type { ServiceAddress } from '../../platform/http/origin.ts'
import type { AuthMode } from '../../platform/settings/settings.ts'
import { parseAddress, type Authority, formatAddress, type SiweMessage } from './message.ts'
import type { BindingKind, Wallet } from './store.ts'

/** The longest accepted age of a message, and of a nonce that this service issued. */
export const MESSAGE_SECONDS = 600
const SKEW_MS = 30_000

/** The values with which a message is compared: the Ethereum address in the request, and this service's own address if known. */
export type ExpectedContent = { address: string; own: ServiceAddress | undefined }

/** The current time, and when this service issued the message's nonce; undefined if it didn't issue it. */
export type Timing = { nowMs: number; nonceIssuedMs: number | undefined }

/** A rule that a message breaks, and the reason. */
export type BrokenRule = { rule: string; why: string }

type Checks<Facts> = Readonly<Record<string, (message: SiweMessage, facts: Facts) => string | undefined>>

/** The rules for the content of a message. Each returns the reason why the message breaks it, or undefined. */
export const CONTENT_RULES: Checks<ExpectedContent> = {
  version: ({ version }) => (version === '1' ? undefined : 'only version 1 is known'),
  'chain-id': ({ chainId }) => (chainId > 0n ? undefined : 'must be positive'),
  checksum: ({ address }) => (isChecksummed(address) ? undefined : 'the address must have the letter case of EIP-55'),
  address: ({ address }, { address: claimed }) =>
    address.toLowerCase() === claimed.toLowerCase() ? undefined : 'the message is for another address',
  scheme: ({ scheme }, { own }) =>
    scheme === undefined || !own || own.scheme === scheme.toLowerCase()
      ? undefined
      : 'is not the scheme of this service',
  domain: ({ domain }, { own }) => {
    if (!own) return 'the service does not know its own name here; its operator must set PUBLIC_URL'
    return isAt(own, domain) ? undefined : 'the message is meant for another service'
  },
  uri: ({ uri }, { own }) => (isAt(own, uri.authority) ? undefined : 'its host is not this service'),
}

/** The rules for the time of a message. */
export const TIMING_RULES: Checks<Timing> = {
  'issued-at': ({ issuedAt }, { nowMs }) => {
    if (nowMs - issuedAt > MESSAGE_SECONDS * 1000) return `is more than ${MESSAGE_SECONDS / 60} minutes ago`
    return issuedAt - nowMs > SKEW_MS ? 'lies in the future' : undefined
  },
  'expiration-time': ({ expirationTime = Number.POSITIVE_INFINITY }, { nowMs }) =>
    nowMs < expirationTime ? undefined : 'has passed',
  'not-before': ({ notBefore = Number.NEGATIVE_INFINITY }, { nowMs }) =>
    nowMs >= notBefore ? undefined : 'has not come yet',
  nonce: (_, { nowMs, nonceIssuedMs = nowMs }) =>
    nowMs - nonceIssuedMs <= MESSAGE_SECONDS * 1000 ? undefined : 'is stale: ask for a fresh one',
}

/**
 * Returns the rules in `checks` that a message breaks, in the order of `checks`; empty if it breaks none. `facts` are the values that the
 * rules compare the message with.
 */
export function findBrokenRules<Facts>(checks: Checks<Facts>, message: SiweMessage, facts: Facts): BrokenRule[] {
  return Object.entries(checks).flatMap(([rule, check]) => {
    const why = check(message, facts)
    return why === undefined ? [] : [{ rule, why }]
  })
}

/** Returns whether a wallet with this binding counts as proved. Under AUTH_MODE open, a provisional binding is enough. */
export function isVerified(binding: BindingKind | undefined, mode: AuthMode): boolean {
  return binding === 'proved' || (binding === 'provisional' && mode === 'open')
}

/** Returns a wallet as the API shows it to the owner of its node. */
export function describeWallet({ address, binding, boundAt }: Wallet): NodeWallet {
  return { address: formatAddress(address), binding, bound_at: boundAt.toISOString() }
}

function isChecksummed(address: string): boolean {
  const bytes = parseAddress(address)
  return bytes !== undefined && formatAddress(bytes) === address
}

// A name before "@" is there only to deceive the person who reads the message.
function isAt(own: ServiceAddress | undefined, authority: Authority | undefined): boolean {
  if (!own || !authority || authority.userinfo !== undefined) return false
  const { hostname, port } = new URL(`${own.scheme}://${own.authority}`)
  const ports = [undefined, port || (own.scheme === 'https' ? '443' : '80')]
  return authority.host === hostname && ports.includes(authority.port)
}
