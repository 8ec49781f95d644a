import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { takeFromAddressBudget } from '../../platform/limits/budgets.ts'
import type { Service } from '../../platform/service.ts'
import { settleBackchannel } from './backchannel.ts'
import { beginCheck, finishCheck, type Step } from './interaction.ts'
import { FORM_POLICY, writeErrorPage } from './pages.ts'
import { demandIssuer, keepProviders } from './provider.ts'
import { asSeenByProvider } from './request.ts'

/** What the provider answers itself; its discovery document describes it. */
const PROVIDED: readonly { method: 'GET' | 'POST'; url: string; isForm?: true }[] = [
  { method: 'GET', url: '/oidc/.well-known/openid-configuration' },
  { method: 'GET', url: '/.well-known/oauth-authorization-server/oidc' },
  { method: 'GET', url: '/oidc/jwks' },
  { method: 'GET', url: '/oidc/auth' },
  { method: 'GET', url: '/oidc/auth/:uid' },
  { method: 'POST', url: '/oidc/request' },
  { method: 'POST', url: '/oidc/backchannel' },
  { method: 'POST', url: '/oidc/token' },
  { method: 'POST', url: '/oidc/token/introspection' },
  { method: 'POST', url: '/oidc/token/revocation' },
  { method: 'GET', url: '/oidc/me' },
  { method: 'POST', url: '/oidc/me' },
  { method: 'GET', url: '/oidc/session/end', isForm: true },
  { method: 'POST', url: '/oidc/session/end/confirm' },
  { method: 'GET', url: '/oidc/session/end/success' },
]

// A GET here may use up a check or a sign-in: whoever only looks must not.
const NO_HEAD = { exposeHeadRoute: false }

export function oidcRoutes(app: FastifyInstance, service: Service): void {
  const findByIssuer = keepProviders(service)
  const findProvider: FindProvider = (request) => findByIssuer(demandIssuer(service, request))
  for (const { method, url, isForm } of PROVIDED)
    app.route({
      method,
      url,
      config: { keepsForm: true },
      ...NO_HEAD,
      handler: async (request, reply) => {
        if (isForm) reply.header('content-security-policy', FORM_POLICY)
        // Everybody may begin to sign in, and each beginning is stored.
        if (url === '/oidc/auth') await takeFromAddressBudget(service, 'check.address', request)
        const provider = await findProvider(request)
        if (url === '/oidc/token') await settlePolled(service, provider, request)
        await passOn(provider, request, reply)
      },
    })
  serveInteractions(app, service, findProvider)
}

type FindProvider = (request: FastifyRequest) => Promise<Provider>

/** A site that polls for tokens gets them if its approval was granted meanwhile; who polls, the provider looks at. */
async function settlePolled(service: Service, provider: Provider, { body }: FastifyRequest): Promise<void> {
  const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString('latin1') : '')
  const id = form.get('auth_req_id')
  if (id !== null) await settleBackchannel(service, provider, id)
}

async function passOn(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  await provider.callback()(asSeenByProvider(request, provider.issuer), reply.raw)
}

/** The login step: to the page of a check, and back from it. */
function serveInteractions(app: FastifyInstance, service: Service, findProvider: FindProvider): void {
  const findStep = async (request: FastifyRequest, reply: FastifyReply): Promise<Step> => {
    const { uid } = request.params as { uid: string }
    return { provider: await findProvider(request), request, reply, uid }
  }

  app.get('/oidc/interaction/:uid', NO_HEAD, async (request, reply) => {
    await takeFromAddressBudget(service, 'check.address', request)
    return goOn(reply, await beginCheck(service, await findStep(request, reply)))
  })

  app.get('/oidc/interaction/:uid/done', NO_HEAD, async (request, reply) => {
    const { check, code } = request.query as Record<string, unknown>
    const brought = { check: String(check), code: String(code) }
    return goOn(reply, await finishCheck(service, await findStep(request, reply), brought))
  })
}

const NOT_YOURS = 'This sign-in has ended, or was begun in another browser.'

function goOn(reply: FastifyReply, url: string | undefined): FastifyReply {
  if (url !== undefined) return reply.redirect(url, 303)
  return reply.code(400).type('text/html; charset=utf-8').send(writeErrorPage(NOT_YOURS))
}
