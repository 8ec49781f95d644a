import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

// The site must have the origin at which browsers open this: stillhere site add Form --origin http://127.0.0.1:3000
const { STILLHERE_URL = '', SITE_KEY = '', SITE_SECRET = '', PORT = '3000' } = process.env
const page = readFileSync(new URL('page.html', import.meta.url), 'utf8')
const html = page.replace('STILLHERE_URL', STILLHERE_URL).replace('SITE_KEY', SITE_KEY)

async function isChecked(form) {
  const body = new URLSearchParams({ secret: SITE_SECRET, response: form.get('stillhere-response') ?? '' })
  const verified = await fetch(`${STILLHERE_URL}/api/siteverify`, { method: 'POST', body })
  const { success, action, assurance } = await verified.json()
  return success && action === 'Sign up' && assurance >= 1
}

async function answer(request, response) {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (request.method !== 'POST') return response.end(html)
  const form = new URLSearchParams(await text(request))
  if (await isChecked(form)) return response.end('<p>Welcome.</p>')
  return response.writeHead(403).end('<p>Please confirm first.</p>')
}

const server = createServer((request, response) => void answer(request, response))
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
