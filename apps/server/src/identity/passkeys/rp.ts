import { isIP } from 'node:net'
import { RequestProblem } from '../../platform/problem.ts'
import type { Settings } from '../../platform/settings/settings.ts'

/** The service as WebAuthn knows it (relying party): its domain, and the origin of its pages. */
export type RelyingParty = {
  id: string
  /** Undefined on this machine without PUBLIC_URL: any port of localhost. */
  origin: string | undefined
}

export const RP_NAME = 'Stillhere'
const LOOPBACK_ORIGIN = /^https?:\/\/localhost(?::\d{1,5})?$/

/** The relying party of PUBLIC_URL, or localhost; undefined for an IP address, which cannot have passkeys. */
export function rpOf({ publicUrl }: Pick<Settings, 'publicUrl'>): RelyingParty | undefined {
  if (publicUrl === undefined) return { id: 'localhost', origin: undefined }
  const { hostname, origin } = new URL(publicUrl)
  return isAddress(hostname) ? undefined : { id: hostname, origin }
}

/** As rpOf; 409 where the service, or the page that asks, is reached by an IP address. */
export function demandRp(settings: Settings, host: string | undefined): RelyingParty {
  const rp = rpOf(settings)
  if (!rp) throw unavailable('Its operator must set PUBLIC_URL to an address with a name.')
  if (rp.origin === undefined && isAddress((host ?? '').replace(/:\d+$/, '')))
    throw unavailable('Open the service by the name localhost, or set PUBLIC_URL to an address with a name.')
  return rp
}

/** Whether pages of this origin may use passkeys of the relying party. */
export function isOwnOrigin(rp: RelyingParty, origin: string): boolean {
  return rp.origin === undefined ? LOOPBACK_ORIGIN.test(origin) : rp.origin === origin
}

function unavailable(advice: string): RequestProblem {
  return new RequestProblem('PASSKEYS_UNAVAILABLE', `An IP address cannot have passkeys. ${advice}`)
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}
