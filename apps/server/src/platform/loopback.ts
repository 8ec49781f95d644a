/** Returns whether a network address is this machine itself: 127.0.0.0/8 and ::1, also as IPv6 writes IPv4. */
export function isLoopbackAddress(address = ''): boolean {
  return /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address) || address === '::1'
}

/** Returns whether a name in a URL leads to the caller's own machine without a name server. */
export function isLoopbackName(name: string): boolean {
  return /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(name)
}

/** Returns whether an address to listen on can be reached from this machine only. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || (isLoopbackAddress(host) && !host.startsWith('::ffff:'))
}
