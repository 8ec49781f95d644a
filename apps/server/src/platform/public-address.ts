import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { isLoopbackName } from './loopback.ts'
import type { Settings } from './settings/settings.ts'

// The special-purpose registries of IANA (RFC 6890): addresses of this machine, of its network, of many machines, or of none.
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]

// Of IPv6 only 2000::/3 is public. In it, Teredo and 6to4 carry IPv4 addresses that would slip through here.
const PUBLIC_V6 = ['2000::/3']
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const notPublicV4 = listNetworks(NOT_PUBLIC_V4, 'ipv4')
const publicV6 = listNetworks(PUBLIC_V6, 'ipv6')
const notPublicV6 = listNetworks(NOT_PUBLIC_V6, 'ipv6')

/** Returns whether an IP address is public, by the special-purpose registries of IANA. False for IPv4 mapped to IPv6, and for text that isn't an IP address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublicV4.check(address, 'ipv4')
  return isIPv6(address) && publicV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6')
}

function listNetworks(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** The settings that decide to which addresses the service may send requests. */
export type Reach = Pick<Settings, 'publicUrl' | 'webhookPrivateAddresses'>

/**
 * Returns whether the service may send a request for this URL to private addresses: WEBHOOK_PRIVATE_ADDRESSES is set, or PUBLIC_URL isn't
 * set and the URL is on this machine.
 */
export function canReachPrivate(url: URL, { publicUrl, webhookPrivateAddresses }: Reach): boolean {
  return webhookPrivateAddresses || (publicUrl === undefined && isLoopbackName(url.hostname))
}

/** Returns the IP address that is the host of a URL; undefined if the host is a name. */
export function findLiteralAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? undefined : bare
}

/** Returns whether the host of a URL is a loopback name or an IP address that isn't public. Other names aren't resolved, so the result for them is false. */
export function isPrivateUrl(url: URL): boolean {
  const literal = findLiteralAddress(url)
  // A point at the end of a name says that it is whole.
  return isLoopbackName(url.hostname.replace(/\.$/, '')) || (literal !== undefined && !isPublicAddress(literal))
}
