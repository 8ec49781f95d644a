import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { DAY_MS } from '../../platform/day.ts'
import { type Pair, selfSigned } from './certificate.ts'

const MIN_LEFT_MS = 30 * DAY_MS

/**
 * The pair kept in DATA_DIR/lan.pem (mode 600), so that a phone has to be told only once to trust it; a new one where
 * it is absent, near its end, or does not cover an address that the machine has now.
 */
export function readOrMakePair(dataDir: string, hosts: readonly string[], now: Date): Pair {
  const path = join(dataDir, 'lan.pem')
  const kept = goodPair(path, hosts, now)
  if (kept !== undefined) return kept
  const pair = selfSigned(hosts, now)
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(`${path}.new`, `${pair.cert}${pair.key}`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return pair
}

function goodPair(path: string, hosts: readonly string[], now: Date): Pair | undefined {
  try {
    const [cert = '', key = ''] = readFileSync(path, 'utf8').split(/(?=-----BEGIN PRIVATE KEY-----)/)
    const certificate = new X509Certificate(cert)
    return isGood(certificate, hosts, now) && certificate.checkPrivateKey(createPrivateKey(key))
      ? { cert, key }
      : undefined
  } catch {
    return undefined
  }
}

function isGood(certificate: X509Certificate, hosts: readonly string[], now: Date): boolean {
  const covers = (host: string) => (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined
  return certificate.validToDate.getTime() - now.getTime() > MIN_LEFT_MS && hosts.every(covers)
}
