/** Returns whether an IP address is a loopback address: 127.0.0.0/8, also mapped to IPv6, or ::1. False for undefined. */
export function isLoopbackAddress(address = ''): boolean {
  return /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address) || address === '::1'
}

/** Returns whether the host of a URL is this machine without a DNS lookup: localhost, a name below it, 127.*, or [::1]. */
export function isLoopbackName(name: string): boolean {
  return /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(name)
}

/** Returns whether a server that listens on this host can be reached from this machine only: localhost or a loopback address. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || (isLoopbackAddress(host) && !host.startsWith('::ffff:'))
}
