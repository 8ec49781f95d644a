import { networkInterfaces } from 'node:os'
import { isLoopbackHost } from '../../platform/loopback.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { readOrMakePair } from './certificate.ts'

const EVERYWHERE = '0.0.0.0'

/**
 * Creates settings for phones on the same network, which share motion only with secure pages: HTTPS on each address of this machine, with
 * the operator's certificate or our own.
 */
export function createLanSettings(settings: Settings, now: Date): Settings {
  const host = isLoopbackHost(settings.host) ? EVERYWHERE : settings.host
  return { ...settings, host, tls: settings.tls ?? loadOwnTls(settings.dataDir, now) }
}

/** Formats the address for a phone: PUBLIC_URL, or the first address of this machine that is not its loopback. */
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
