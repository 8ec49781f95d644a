import { networkInterfaces } from 'node:os'
import { isLoopbackHost } from '../../platform/loopback.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { readOrMakePair } from './certificate.ts'

const EVERYWHERE = '0.0.0.0'

/**
 * Returns a copy of the settings with which phones on the local network can use the service: all interfaces instead of loopback, and HTTPS with
 * the operator's certificate or a self-signed one. Phones have motion sensors only on HTTPS pages.
 */
export function createLanSettings(settings: Settings, now: Date): Settings {
  const host = isLoopbackHost(settings.host) ? EVERYWHERE : settings.host
  return { ...settings, host, tls: settings.tls ?? loadOwnTls(settings.dataDir, now) }
}

/** Returns the address at which phones reach the service: PUBLIC_URL, or else HTTPS at the first IPv4 address of this machine that isn't loopback. */
export function formatLanAddress({ publicUrl, host }: Settings, port: number): string {
  return publicUrl ?? `https://${host === EVERYWHERE ? (listLanHosts()[0] ?? 'localhost') : host}:${port}`
}

function loadOwnTls(dataDir: string, now: Date): NonNullable<Settings['tls']> {
  const { cert, key } = readOrMakePair(dataDir, [...listLanHosts(), '127.0.0.1', 'localhost'], now)
  return { cert: Buffer.from(cert), key: Buffer.from(key) }
}

function listLanHosts(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
}
