import { isIPv6 } from 'node:net'
import { type LimitName, NETWORK_LIMITS } from '../settings/limits.ts'

/** Limits of a network address that are kept in memory and have no place in LIMITS. */
type ProcessLimit = 'connections' | 'requests under way'

/**
 * The owner of a budget that counts callers by their network address. Budgets in NETWORK_LIMITS, and shares of what a process has,
 * count the /48 network of an IPv6 address: one customer may have 65,536 networks /64 and would use up what is meant for all.
 */
export function budgetOwner(name: LimitName | ProcessLimit, address: string | undefined): string {
  const isShared = name === 'connections' || name === 'requests under way' || NETWORK_LIMITS.has(name)
  return writeKey(address, isShared ? 48 : 64)
}

/**
 * What counts as one caller outside of budgets: an IPv4 address, or the /64 network of an IPv6 address, which one household owns whole.
 * A caller that has hung up has no address, although the types of a request promise one.
 */
export function addressKey(address: string | undefined): string {
  return writeKey(address, 64)
}

function writeKey(address: string | undefined, bits: 48 | 64): string {
  if (address === undefined) return ''
  const plain = withoutPort(address).replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const groups = toGroups(plain)
  return readMappedAddress(groups) ?? `${groups.slice(0, bits / 16).join(':')}::/${bits}`
}

// Some proxies write the caller's port into X-Forwarded-For.
function withoutPort(address: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address
}

// ::ffff:0:0/96 is an IPv4 address in the clothes of IPv6 (RFC 4291, section 2.5.5.2).
function readMappedAddress(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined
  const bytes = groups.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
  return bytes.join('.')
}

/** Eight groups of hexadecimal digits without leading zeros. */
function toGroups(address: string): string[] {
  const [head = '', tail] = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, asGroups).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16))
}

function asGroups(_: string, ...bytes: string[]): string {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
