import { isLoopbackHost } from '../../../platform/loopback.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { say, sayCount } from '../../../platform/speakers.ts'
import { readOwnAddress } from '../../own-address.ts'
import type { Finding } from './finding.ts'

/** What the settings mean for who can reach the service, and how safely. */
export function checkSettings(settings: Settings, nodeVersion = process.versions.node): Finding[] {
  const findings = [checkNode(nodeVersion), checkReach(settings), checkMail(settings), checkAccess(settings)]
  return [...findings, ...checkAudience(settings), ...checkDeviceRoots(settings)]
}

function checkNode(version: string): Finding {
  const isNew = Number.parseInt(version, 10) >= 24
  const says = isNew ? version : say('{version}: 24 or later is needed', { version })
  return { mood: isNew ? 'ok' : 'fail', about: 'node', says }
}

function checkReach(settings: Settings): Finding {
  const { host, port, tls, publicUrl } = settings
  const about = say('address')
  const scheme = tls ? 'https' : 'http'
  const place = `${scheme}://${host}:${port}`
  // Options like --lan, and a PORT of its own terminal, are known to the running service alone.
  const running = readOwnAddress(settings)
  if (publicUrl === undefined && running !== `${scheme}://127.0.0.1:${port}`)
    return { mood: 'ok', about, says: say('{place}, where the service listens now', { place: running }) }
  if (publicUrl === undefined && !isLoopbackHost(host)) {
    const says = say(
      '{place} lets others in, and the service does not start without PUBLIC_URL, the address that they use (but with --lan)',
      { place },
    )
    return { mood: 'fail', about, says }
  }
  if (tls || publicUrl?.startsWith('https:'))
    return { mood: 'ok', about, says: say('{place}, reached by HTTPS', { place }) }
  if (isLoopbackHost(host)) return { mood: 'ok', about, says: say('{place}, from this machine only', { place }) }
  const says = say(
    '{place} is open to others without HTTPS: phones give no motion to such pages; set TLS_CERT and TLS_KEY, or a PUBLIC_URL with https',
    { place },
  )
  return { mood: 'warn', about, says }
}

function checkMail({ smtpUrl }: Settings): Finding {
  if (smtpUrl !== undefined) return { mood: 'ok', about: say('mail'), says: say('sent by SMTP') }
  const says = say('SMTP_URL is not set: nobody gets mail; mails become files in DATA_DIR/outbox, and Admin shows them')
  return { mood: 'warn', about: say('mail'), says }
}

function checkAccess({ authMode, invites }: Settings): Finding {
  const about = say('access')
  const says = `AUTH_MODE ${authMode}, INVITES ${invites}`
  if (authMode !== 'open') return { mood: 'ok', about, says }
  return {
    mood: 'warn',
    about,
    says: say('{settings}: whoever knows an e-mail address can act for its node', { settings: says }),
  }
}

// An address for contract wallets tells that wallets matter, also behind a proxy.
function checkAudience({ publicUrl, ethRpcUrl }: Settings): Finding[] {
  if (publicUrl !== undefined || ethRpcUrl === undefined) return []
  const says = say('PUBLIC_URL is not set: wallets sign in from this machine only, and not through a proxy')
  return [{ mood: 'warn', about: say('wallets'), says }]
}

// A start would have refused a file that is no certificate; one that has ended is left to whoever put it there.
function checkDeviceRoots({ deviceRoots }: Settings, now = new Date()): Finding[] {
  if (deviceRoots.length === 0) return []
  const about = say('device roots')
  const ended = deviceRoots.filter(({ validToDate }) => validToDate < now)
  const all = deviceRoots.length
  if (ended.length === 0) {
    const says = sayCount(all, '{count} certificate in DEVICE_ROOTS', '{count} certificates in DEVICE_ROOTS')
    return [{ mood: 'ok', about, says }]
  }
  const says = say(
    '{ended} of {all} certificates in DEVICE_ROOTS have ended: devices that lead to them are not attested',
    { ended: ended.length, all },
  )
  return [{ mood: 'warn', about, says }]
}
