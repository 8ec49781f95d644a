/** Where a phone finds a path of this site; null where it could not, or would find a page without sensors. */
export function phoneAddress(
  { origin, protocol, hostname }: Pick<URL, 'origin' | 'protocol' | 'hostname'>,
  path: string,
): string | null {
  return protocol === 'https:' && !isLoopback(hostname) ? `${origin}${path}` : null
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
