import type { FastifyInstance } from 'fastify'

/** Where this service is, and which ways in it has: what is not served is not spoken of. */
export type Offers = {
  /** Begins every address; blank where the service does not know its own name. */
  base: string
  sandbox: boolean
  approvals: boolean
  mcp: boolean
  ciba: boolean
}

/** The ways in that not every version of the service has. */
const WAYS_IN = { approvals: '/api/approvals', mcp: '/mcp', ciba: '/oidc/backchannel' } as const

/** Looks at the routes that there are, once all of them are. */
export function listWaysIn(app: FastifyInstance): Pick<Offers, keyof typeof WAYS_IN> {
  const isServed = (way: keyof typeof WAYS_IN) => app.hasRoute({ method: 'POST', url: WAYS_IN[way] })
  return { approvals: isServed('approvals'), mcp: isServed('mcp'), ciba: isServed('ciba') }
}
