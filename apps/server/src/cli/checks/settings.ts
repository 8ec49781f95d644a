import { isLoopbackHost } from '../../loopback.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Finding } from './finding.ts'

/** What the settings mean for who can reach the service, and how safely. */
export function checkSettings(settings: Settings, nodeVersion = process.versions.node): Finding[] {
  const findings = [checkNode(nodeVersion), checkReach(settings), checkMail(settings), checkAccess(settings)]
  return [...findings, ...checkAudience(settings), ...checkDeviceRoots(settings), ...checkTokenIssuers(settings)]
}

function checkNode(version: string): Finding {
  const isNew = Number.parseInt(version, 10) >= 24
  return { mood: isNew ? 'ok' : 'fail', about: 'node', says: isNew ? version : `${version}: 24 or later is needed` }
}

function checkReach({ host, port, tls, publicUrl }: Settings): Finding {
  const about = 'address'
  const place = `${tls ? 'https' : 'http'}://${host}:${port}`
  if (publicUrl === undefined && !isLoopbackHost(host)) {
    const says = `${place} lets others in, and the service does not start without PUBLIC_URL, the address that they use (but with --lan)`
    return { mood: 'fail', about, says }
  }
  if (tls || publicUrl?.startsWith('https:')) return { mood: 'ok', about, says: `${place}, reached by HTTPS` }
  if (isLoopbackHost(host)) return { mood: 'ok', about, says: `${place}, from this machine only` }
  const says = `${place} is open to others without HTTPS: phones give no motion to such pages; set TLS_CERT and TLS_KEY, or a PUBLIC_URL with https`
  return { mood: 'warn', about, says }
}

function checkMail({ smtpUrl }: Settings): Finding {
  if (smtpUrl !== undefined) return { mood: 'ok', about: 'mail', says: 'sent by SMTP' }
  const says = 'SMTP_URL is not set: nobody gets mail; mails become files in DATA_DIR/outbox, and Admin shows them'
  return { mood: 'warn', about: 'mail', says }
}

function checkAccess({ authMode, invites }: Settings): Finding {
  const says = `AUTH_MODE ${authMode}, invites ${invites}`
  if (authMode !== 'open') return { mood: 'ok', about: 'access', says }
  return { mood: 'warn', about: 'access', says: `${says}: whoever knows an e-mail address can act for its node` }
}

// An address for contract wallets tells that wallets matter, also behind a proxy.
function checkAudience({ publicUrl, ethRpcUrl }: Settings): Finding[] {
  if (publicUrl !== undefined || ethRpcUrl === undefined) return []
  const says = 'PUBLIC_URL is not set: wallets sign in from this machine only, and not through a proxy'
  return [{ mood: 'warn', about: 'wallets', says }]
}

// A start would have refused a file that is no certificate; one that has ended is left to whoever put it there.
function checkDeviceRoots({ deviceRoots }: Settings, now = new Date()): Finding[] {
  if (deviceRoots.length === 0) return []
  const about = 'device roots'
  const ended = deviceRoots.filter(({ validToDate }) => validToDate < now)
  if (ended.length === 0) return [{ mood: 'ok', about, says: `${deviceRoots.length} certificates in DEVICE_ROOTS` }]
  const says = `${ended.length} of ${deviceRoots.length} certificates in DEVICE_ROOTS have ended: devices that lead to them are not attested`
  return [{ mood: 'warn', about, says }]
}

function checkTokenIssuers({ privateTokenIssuers }: Settings): Finding[] {
  const names = new Set(privateTokenIssuers.map(({ name }) => name))
  if (names.size === 0) return []
  const says = `${privateTokenIssuers.length} keys of ${[...names].join(', ')} in PRIVATE_TOKEN_ISSUERS`
  return [{ mood: 'ok', about: 'token issuers', says }]
}
