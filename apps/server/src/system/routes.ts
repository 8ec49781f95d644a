import type { FastifyInstance, FastifyReply } from 'fastify'
import { CONTENT_SECURITY_POLICY, healthPage } from './page.ts'
import { type Health, healthOf, NOT_BUILT } from './rules.ts'

/** GET /api/health for programs and GET / for people; both say the same. */
export function systemRoutes(app: FastifyInstance, { now }: { now: () => Date }): void {
  const health = () => healthOf({ datastore: NOT_BUILT, wasm: NOT_BUILT }, now())
  app.get('/api/health', async (_request, reply): Promise<Health> => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    return health()
  })
  app.get('/', (_request, reply) => sendPage(reply, healthPage(health())))
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}
