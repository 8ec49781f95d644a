import { createClient } from '@stillhere/client/http'
import fastify from 'fastify'

const { STILLHERE_URL = 'http://127.0.0.1:8787', SITE_SECRET, ORIGIN = 'http://localhost:3000', PORT } = process.env
const stillhere = createClient({ baseUrl: STILLHERE_URL, siteSecret: SITE_SECRET })
const action = 'Pay 7 € to Eve'

const app = fastify()
app.post('/check', async (_request, reply) => {
  const { id, url } = await stillhere.createCheck({ action, return_url: `${ORIGIN}/check` })
  // Only the browser that asked may come back, so that a check can't be passed on to another person.
  return reply.header('set-cookie', `check=${id}; HttpOnly; SameSite=Lax; Path=/`).redirect(url, 303)
})
app.get<{ Querystring: { code?: string } }>('/check', async ({ headers, query }, reply) => {
  const id = /(?:^|; )check=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? 'none'
  // Throws for a code of another check, and the second time.
  const check = await stillhere.redeemCheck({ id, code: String(query.code) }).catch(() => undefined)
  if (check?.status !== 'passed' || check.action !== action) return reply.code(403).send('not confirmed')
  return `paid, confirmed by ${check.subject}`
})
console.log('listening', await app.listen({ port: Number(PORT ?? 3000), host: '127.0.0.1' }))
