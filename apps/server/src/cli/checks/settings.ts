import type { Settings } from '../../settings.ts'
import { isLoopbackAddress } from '../../system/rules.ts'
import type { Finding } from '../doctor.ts'

/** What the settings mean for who can reach the service, and how safely. */
export function checkSettings(settings: Settings, nodeVersion = process.versions.node): Finding[] {
  const findings = [checkNode(nodeVersion), checkReach(settings), checkMail(settings), checkAccess(settings)]
  return [...findings, ...checkAudience(settings)]
}

function checkNode(version: string): Finding {
  const isNew = Number.parseInt(version, 10) >= 24
  return { mood: isNew ? 'ok' : 'fail', about: 'node', says: isNew ? version : `${version}: 24 or later is needed` }
}

function checkReach({ host, port, tls, publicUrl }: Settings): Finding {
  const about = 'address'
  const place = `${tls ? 'https' : 'http'}://${host}:${port}`
  if (tls || publicUrl?.startsWith('https:')) return { mood: 'ok', about, says: `${place}, reached by HTTPS` }
  if (isLoopbackHost(host)) {
    return { mood: 'ok', about, says: `${place}, from this machine only` }
  }
  const says = `${place} is open to others without HTTPS: phones give no motion to such pages; set TLS_CERT and TLS_KEY or PUBLIC_URL`
  return { mood: 'warn', about, says }
}

function checkMail({ smtpUrl, publicUrl }: Settings): Finding {
  if (smtpUrl !== undefined) return { mood: 'ok', about: 'mail', says: 'sent by SMTP' }
  const says = 'SMTP_URL is not set: mails become files in DATA_DIR/outbox'
  return { mood: publicUrl === undefined ? 'ok' : 'warn', about: 'mail', says }
}

function checkAccess({ authMode, invites }: Settings): Finding {
  const says = `AUTH_MODE ${authMode}, invites ${invites}`
  if (authMode !== 'open') return { mood: 'ok', about: 'access', says }
  return { mood: 'warn', about: 'access', says: `${says}: whoever knows an e-mail address can act for its node` }
}

// Behind a proxy HOST is loopback too; there an address for contract wallets tells that they matter.
function checkAudience({ host, publicUrl, ethRpcUrl }: Settings): Finding[] {
  if (publicUrl !== undefined || (isLoopbackHost(host) && ethRpcUrl === undefined)) return []
  const says =
    'PUBLIC_URL is not set: callers choose the name that signed messages are meant for, so one for another site could be sent here'
  return [{ mood: 'warn', about: 'wallets', says }]
}

function isLoopbackHost(host: string): boolean {
  return isLoopbackAddress(host) || host === 'localhost'
}
