import type { NodeWallet } from '@stillhere/contract'
import type { AuthMode } from '../settings.ts'
import { addressBytes, checksummed } from './address.ts'
import { type Authority, readAuthority } from './grammar.ts'
import type { SiweMessage } from './message.ts'
import type { BindingKind, Wallet } from './store.ts'

/** How old a message, or a nonce of ours, may be. */
export const MESSAGE_SECONDS = 600
const SKEW_MS = 30_000

/** Where messages must be meant for. */
export type Site = { schemes: readonly string[]; hosts: readonly Host[]; takesLoopback: boolean }
type Host = { name: string; ports: readonly string[] }

/** What does not depend on the time: the address that the caller claims, and where the service is. */
export type Place = { address: string; site: Site }

/** The time, and when we gave the message's nonce, if it is one of ours. */
export type Moment = { nowMs: number; nonceGivenMs: number | undefined }

/** A rule that a message breaks, and how. */
export type Broken = { rule: string; why: string }

type Checks<Facts> = Readonly<Record<string, (message: SiweMessage, facts: Facts) => string | undefined>>

/** Every rule for what a message says; each answers how the message breaks it, or nothing. */
export const PLACE_RULES: Checks<Place> = {
  version: ({ version }) => (version === '1' ? undefined : 'only version 1 is known'),
  'chain-id': ({ chainId }) => (chainId > 0n ? undefined : 'must be positive'),
  checksum: ({ address }) => (isChecksummed(address) ? undefined : 'the address must have the letter case of EIP-55'),
  address: ({ address }, { address: claimed }) =>
    address.toLowerCase() === claimed.toLowerCase() ? undefined : 'the message is for another address',
  scheme: ({ scheme }, { site }) =>
    scheme === undefined || site.schemes.includes(scheme.toLowerCase())
      ? undefined
      : 'is not the scheme of this service',
  domain: ({ domain }, { site }) => (isAt(site, domain) ? undefined : 'the message is meant for another service'),
  uri: ({ uri }, { site }) => (isAt(site, uri.authority) ? undefined : 'its host is not this service'),
}

/** Every rule for the time of a message. */
export const MOMENT_RULES: Checks<Moment> = {
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
export function brokenRules<Facts>(checks: Checks<Facts>, message: SiweMessage, facts: Facts): Broken[] {
  return Object.entries(checks).flatMap(([rule, check]) => {
    const why = check(message, facts)
    return why === undefined ? [] : [{ rule, why }]
  })
}

/** Where messages must be meant for: PUBLIC_URL, or without one the request's Host, the address listened on, or loopback. */
export function siteOf(settings: { publicUrl: string | undefined; host: string }, requestHost: string): Site {
  if (settings.publicUrl === undefined) {
    const hosts = [requestHost, settings.host].flatMap((text) => hostOf(text))
    return { schemes: ['http', 'https'], hosts, takesLoopback: true }
  }
  const { protocol, hostname, port } = new URL(settings.publicUrl)
  const ports = [port || (protocol === 'https:' ? '443' : '80')]
  return { schemes: [protocol.slice(0, -1)], hosts: [{ name: hostname, ports }], takesLoopback: false }
}

/** Whether a wallet counts as proof of its node. Under AUTH_MODE open an e-mail address alone is enough for that. */
export function isVerified(binding: BindingKind | undefined, mode: AuthMode): boolean {
  return binding === 'proved' || (binding === 'provisional' && mode === 'open')
}

/** A wallet as its node's owner sees it. */
export function shownWallet({ address, binding, boundAt }: Wallet): NodeWallet {
  return { address: checksummed(address), binding, bound_at: boundAt.toISOString() }
}

function isChecksummed(address: string): boolean {
  const bytes = addressBytes(address)
  return bytes !== undefined && checksummed(bytes) === address
}

function hostOf(text: string): Host[] {
  const authority = readAuthority(text)
  if (!authority) return []
  const { host: name, port } = authority
  return [{ name, ports: port === undefined ? ['80', '443'] : [port] }]
}

// A name before "@" is there only to deceive whoever reads the message.
function isAt({ hosts, takesLoopback }: Site, authority: Authority | undefined): boolean {
  if (!authority || authority.userinfo !== undefined) return false
  const { host, port } = authority
  if (takesLoopback && isLoopback(host)) return true
  return hosts.some(({ name, ports }) => name === host && (port === undefined || ports.includes(port)))
}

function isLoopback(host: string): boolean {
  return /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host)
}
