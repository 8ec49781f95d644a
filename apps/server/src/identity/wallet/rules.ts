import type { NodeWallet } from '@stillhere/contract'
import type { ServiceAddress } from '../../platform/http/origin.ts'
import type { AuthMode } from '../../platform/settings/settings.ts'
import { addressBytes, type Authority, checksumAddress, type SiweMessage } from './message.ts'
import type { BindingKind, Wallet } from './store.ts'

/** How old a message, or a nonce of ours, may be. */
export const MESSAGE_SECONDS = 600
const SKEW_MS = 30_000

/** What does not depend on the time: the address that the caller claims, and where the service is, if it knows. */
export type Expected = { address: string; own: ServiceAddress | undefined }

/** The time, and when we gave the message's nonce, if it is one of ours. */
export type Timing = { nowMs: number; nonceGivenMs: number | undefined }

/** A rule that a message breaks, and how. */
export type Broken = { rule: string; why: string }

type Checks<Facts> = Readonly<Record<string, (message: SiweMessage, facts: Facts) => string | undefined>>

/** Every rule for what a message says; each returns how the message breaks it, or nothing. */
export const CONTENT_RULES: Checks<Expected> = {
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

/** Every rule for the time of a message. */
export const TIMING_RULES: Checks<Timing> = {
  'issued-at': ({ issuedAt }, { nowMs }) => {
    if (nowMs - issuedAt > MESSAGE_SECONDS * 1000) return `is more than ${MESSAGE_SECONDS / 60} minutes ago`
    return issuedAt - nowMs > SKEW_MS ? 'lies in the future' : undefined
  },
  'expiration-time': ({ expirationTime = Number.POSITIVE_INFINITY }, { nowMs }) =>
    nowMs < expirationTime ? undefined : 'has passed',
  'not-before': ({ notBefore = Number.NEGATIVE_INFINITY }, { nowMs }) =>
    nowMs >= notBefore ? undefined : 'has not come yet',
  nonce: (_, { nowMs, nonceGivenMs = nowMs }) =>
    nowMs - nonceGivenMs <= MESSAGE_SECONDS * 1000 ? undefined : 'is stale: ask for a fresh one',
}

/** All rules of a table that a message breaks, in their order. */
export function findBrokenRules<Facts>(checks: Checks<Facts>, message: SiweMessage, facts: Facts): Broken[] {
  return Object.entries(checks).flatMap(([rule, check]) => {
    const why = check(message, facts)
    return why === undefined ? [] : [{ rule, why }]
  })
}

/** Whether a wallet counts as proof of its node. Under AUTH_MODE open an e-mail address alone is enough for that. */
export function isVerified(binding: BindingKind | undefined, mode: AuthMode): boolean {
  return binding === 'proved' || (binding === 'provisional' && mode === 'open')
}

/** A wallet as its node's owner sees it. */
export function describeWallet({ address, binding, boundAt }: Wallet): NodeWallet {
  return { address: checksumAddress(address), binding, bound_at: boundAt.toISOString() }
}

function isChecksummed(address: string): boolean {
  const bytes = addressBytes(address)
  return bytes !== undefined && checksumAddress(bytes) === address
}

// A name before "@" is there only to deceive whoever reads the message.
function isAt(own: ServiceAddress | undefined, authority: Authority | undefined): boolean {
  if (!own || !authority || authority.userinfo !== undefined) return false
  const { hostname, port } = new URL(`${own.scheme}://${own.authority}`)
  const ports = [undefined, port || (own.scheme === 'https' ? '443' : '80')]
  return authority.host === hostname && ports.includes(authority.port)
}
