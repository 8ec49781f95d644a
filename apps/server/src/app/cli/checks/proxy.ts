import { getCallerAddress } from '@stillhere/contract'
import { isLoopbackAddress } from '../../../platform/loopback.ts'
import { readSecrets, type Settings } from '../../../platform/settings/settings.ts'
import { say } from '../../../platform/speakers.ts'
import type { Finding } from './finding.ts'

const TIMEOUT_MS = 5000
// TEST-NET-1 (RFC 5737): nobody's real address.
const FORGED = '192.0.2.77'

/** Whether whoever calls through PUBLIC_URL can choose the address that limits are counted by. */
export async function checkProxy(settings: Settings): Promise<Finding[]> {
  const { publicUrl } = settings
  if (publicUrl === undefined) return []
  const { protocol, hostname } = new URL(publicUrl)
  const isLocal = isLoopbackAddress(hostname) || hostname === 'localhost'
  if (protocol !== 'https:' && !isLocal) {
    const says = say('not tried: the admin secret is not sent over plain HTTP')
    return [{ mood: 'warn', about: say('proxy'), says }]
  }
  const seen = await askAddress(publicUrl, readSecrets(settings).adminSecret)
  return [seen instanceof Error ? unreachable(publicUrl, seen) : judge(seen, isLocal)]
}

export function judge(seen: string, isLocal: boolean): Finding {
  const about = say('proxy')
  if (seen === FORGED) {
    const says = say('callers can choose their address: let the proxy overwrite X-Forwarded-For, or narrow TRUST_PROXY')
    return { mood: 'fail', about, says }
  }
  if (isLoopbackAddress(seen) && !isLocal) {
    const says = say(
      'all callers share one address: let the proxy send X-Forwarded-For, and name the proxy in TRUST_PROXY',
    )
    return { mood: 'warn', about, says }
  }
  return { mood: 'ok', about, says: say('a forged X-Forwarded-For is not believed') }
}

async function askAddress(publicUrl: string, adminSecret: string): Promise<string | Error> {
  try {
    const answer = await fetch(`${publicUrl}${getCallerAddress.path}`, {
      headers: { 'x-admin-secret': adminSecret, 'x-forwarded-for': FORGED, forwarded: `for=${FORGED}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.status === 421) return new Error(say('it answers 421: let the proxy pass on the Host of its callers'))
    if (!answer.ok) return new Error(say('it answers {status}', { status: String(answer.status) }))
    return ((await answer.json()) as { address: string }).address
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function unreachable(publicUrl: string, { message }: Error): Finding {
  const says = say('not tried: the service does not answer at {publicUrl} ({reason})', { publicUrl, reason: message })
  return { mood: 'warn', about: say('proxy'), says }
}
