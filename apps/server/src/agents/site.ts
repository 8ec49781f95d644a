import type { FastifyRequest } from 'fastify'
import type { Service } from '../service.ts'

/** Where agents reach this service, as they write it into what they sign. */
export type Site = { scheme: string; authority: string }

/**
 * The site of PUBLIC_URL, whatever a proxy made of Host; without the setting, that of the request. Only with the setting is a
 * signature worth nothing elsewhere: otherwise whoever relays a request also chooses its Host.
 */
export function siteOf({ settings }: Pick<Service, 'settings'>, request: FastifyRequest): Site {
  const address = settings.publicUrl ?? `${request.protocol}://${request.host}`
  if (!URL.canParse(address)) return { scheme: request.protocol, authority: '' }
  // The URL class writes lower case and leaves a default port out, as RFC 9421 section 2.2.3 wants it.
  const { protocol, host } = new URL(address)
  return { scheme: protocol.slice(0, -1), authority: host }
}
