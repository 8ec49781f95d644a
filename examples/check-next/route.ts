// app/check/route.ts
import { createClient } from '@stillhere/client/http'

const { STILLHERE_URL = 'http://127.0.0.1:8787', SITE_SECRET, ORIGIN = 'http://localhost:3000' } = process.env
const stillhere = createClient({ baseUrl: STILLHERE_URL, siteSecret: SITE_SECRET })
const action = 'Pay 7 € to Eve'

export async function POST(): Promise<Response> {
  const { id, url } = await stillhere.createCheck({ action, return_url: `${ORIGIN}/check` })
  // Only the browser that asked may come back, so that a check can't be passed on to another person.
  const cookie = `check=${id}; HttpOnly; SameSite=Lax; Path=/`
  return new Response(null, { status: 303, headers: { location: url, 'set-cookie': cookie } })
}

export async function GET(request: Request): Promise<Response> {
  const id = /(?:^|; )check=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? 'none'
  const code = new URL(request.url).searchParams.get('code') ?? ''
  // Throws for a code of another check, and the second time.
  const check = await stillhere.redeemCheck({ id, code }).catch(() => undefined)
  if (check?.status !== 'passed' || check.action !== action) return new Response('not confirmed', { status: 403 })
  return new Response(`paid, confirmed by ${check.subject}`)
}
