import { createClient } from '@stillhere/client/http'
import express from 'express'

const { STILLHERE_URL = 'http://127.0.0.1:8787', SITE_SECRET, ORIGIN = 'http://localhost:3000', PORT } = process.env
const stillhere = createClient({ baseUrl: STILLHERE_URL, siteSecret: SITE_SECRET })
const action = 'Pay 7 € to Eve'

const app = express()
app.post('/check', async (_request, response) => {
  const { id, url } = await stillhere.createCheck({ action, return_url: `${ORIGIN}/check` })
  // Only the browser that asked may come back, so that a check can't be passed on to another person.
  response.cookie('check', id, { httpOnly: true, sameSite: 'lax' }).redirect(303, url)
})
app.get('/check', async ({ headers, url }, response) => {
  const id = /(?:^|; )check=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? 'none'
  const code = new URL(url, ORIGIN).searchParams.get('code') ?? ''
  // Throws for a code of another check, and the second time.
  const check = await stillhere.redeemCheck({ id, code }).catch(() => undefined)
  if (check?.status !== 'passed' || check.action !== action) response.status(403).send('not confirmed')
  else response.send(`paid, confirmed by ${check.subject}`)
})
const server = app.listen(Number(PORT ?? 3000), '127.0.0.1', () => console.log('listening', server.address()))
