import type { FastifyRequest } from 'fastify'
import { ownSite, type Site } from '../http/host.ts'
import type { Service } from '../service.ts'

/** The service's own name as agents write it into what they sign; blank, which fits no signature, where nobody can say. */
export function siteOf({ settings }: Pick<Service, 'settings'>, request: FastifyRequest): Site {
  return ownSite(settings, request) ?? { scheme: request.protocol, authority: '' }
}
