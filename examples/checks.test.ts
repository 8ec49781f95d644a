import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, createClient, type OutputOf } from '@stillhere/client/http'
import { answerAs, answerRoundsAs, enrollBody, syntheticPerson, verifyBody } from '@stillhere/client/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { canPython, pythonEnvironment } from '../scripts/programs.ts'
import { removeMark, type ServiceProcess, startService } from '../scripts/service-process.ts'

const ORIGIN = 'http://localhost:3000'
const PERSON = syntheticPerson(3)
const TRIES = 4

let service: ServiceProcess
let client: Client
let site: OutputOf<'createSite'>
let enrollment: OutputOf<'enrollPerson'>
let env: Record<string, string>
const servers: ChildProcess[] = []
const started = new Map<string, Promise<Site>>()

beforeAll(async () => {
  service = await startService()
  const { address: baseUrl, adminSecret } = service
  const operator = createClient({ baseUrl, adminSecret })
  site = await operator.createSite({ name: 'Shop', origins: [ORIGIN], return_urls: [`${ORIGIN}/check`] })
  client = createClient({ baseUrl, siteSecret: site.secret, retries: 0 })
  const { keys } = await client.getIssuer()
  const trusted = keys.filter(({ status }) => status === 'active').map(({ publicKey }) => publicKey)
  env = { STILLHERE_URL: baseUrl, SITE_SECRET: site.secret, SITE_KEY: site.site.site_key, ORIGIN, PORT: '0' }
  env['TRUSTED_ISSUERS'] = trusted.join(',')
  // All at once: each takes a second to start.
  for (const [name, start] of SITES) started.set(name, start())
  const asked = await client.requestChallenge({ purpose: 'enroll' })
  enrollment = await client.enrollPerson(enrollBody(asked, answerRoundsAs(PERSON, asked).map(removeMark)))
}, 120_000)
afterAll(async () => {
  for (const server of servers) server.kill()
  vi.unstubAllEnvs()
  await service?.stop()
}, 60_000)

type Site = (request: Request) => Promise<Response>

const SITES: [string, () => Promise<Site>][] = [
  ['check-express', () => startNode('check-express/server.ts')],
  ['check-fastify', () => startNode('check-fastify/server.ts')],
  ['check-next', loadRoute],
]
if (canPython('pass', 'tests of the check in Python'))
  SITES.push(['python-check', () => startServer('python3', ['python-check/server.py'], pythonEnvironment())])

describe.each(SITES)('%s', (name) => {
  const ask: Site = async (request) => (await started.get(name))?.(request) ?? Response.error()

  const begin = async () => {
    const { status, headers } = await ask(new Request(`${ORIGIN}/check`, { method: 'POST' }))
    const id = /\/check\/([\w-]{36})$/.exec(headers.get('location') ?? '')?.[1] ?? ''
    expect([status, headers.get('location')]).toEqual([303, `${service.address}/check/${id}`])
    expect(headers.get('set-cookie')).toMatch(new RegExp(`^check=${id}; (?=.*HttpOnly)(?=.*SameSite=Lax)`, 'i'))
    return id
  }
  const comeBack = async (url: string, cookie: string) => {
    const answer = await ask(new Request(url, { headers: { cookie } }))
    return `${answer.status} ${await answer.text()}`
  }

  it('lets in once who did the check, in the browser that asked for it', async () => {
    const [id, other] = [await begin(), await begin()]
    const { return_url: url } = await passCheck(id)
    expect(await comeBack(url, 'theme=dark')).toBe('403 not confirmed')
    expect(await comeBack(url, `check=${other}`)).toBe('403 not confirmed')
    expect(await comeBack(url, `theme=dark; check=${id}`)).toMatch(/^200 paid, confirmed by sha256:[0-9a-f]{64}$/)
    expect(await comeBack(url, `check=${id}`)).toBe('403 not confirmed')
  })

  it('lets nobody in who cancelled, or who did a check for something else', async () => {
    const id = await begin()
    const { token } = await client.openCheck({ id })
    const { return_url: cancelled } = await client.cancelCheck({ id }, { token })
    expect(await comeBack(cancelled ?? '', `check=${id}`)).toBe('403 not confirmed')
    const cheap = await client.createCheck({ action: 'Pay 1 € to Eve', return_url: `${ORIGIN}/check` })
    expect(await comeBack((await passCheck(cheap.id)).return_url, `check=${cheap.id}`)).toBe('403 not confirmed')
  })
})

describe('form-post', () => {
  const run = async (more: Record<string, string>, body = '') => {
    const script = join(import.meta.dirname, 'form-post/index.cgi.js')
    const running = execFile(process.execPath, [script], { env: { ...process.env, ...env, ...more } })
    running.stdin?.end(body)
    const [printed] = await Promise.all([readAll(running), once(running, 'close')])
    return printed
  }
  const post = (response: string, more = {}) =>
    run({ REQUEST_METHOD: 'POST', ...more }, new URLSearchParams({ 'stillhere-response': response }).toString())

  it('index.cgi.js: shows the form, and takes what it brings once', async () => {
    const page = await run({ REQUEST_METHOD: 'GET' })
    expect(page).toContain(`src="${service.address}/check.js"`)
    expect(page).toContain(`data-site-key="${env['SITE_KEY']}"`)
    const response = await passFromPage()
    expect(await post(response)).toMatch(/^Status: 200 OK\r\n[^]*\r\n\r\nwelcome$/m)
    expect(await post(response)).toMatch(/^Status: 403 /)
    expect(await post(response, { SITE_SECRET: 'sk_test_always_passes' })).toMatch(/^Status: 403 /)
  })

  // There may be no PHP here: this compares it with the script above, and does not run it.
  it('index.php: has the addresses, fields and the form of index.cgi.js', () => {
    const [php, cgi] = ['index.php', 'index.cgi.js'].map((name) =>
      readFileSync(join(import.meta.dirname, 'form-post', name), 'utf8'),
    )
    for (const part of [
      '/api/siteverify',
      '/check.js" async',
      'stillhere-response',
      'class="stillhere-check"',
      "=== 'Sign up'",
      '>= 1',
    ])
      expect([php?.split(part).length, cgi?.split(part).length], part).toEqual([2, 2])
  })
})

/** A check from a page of the site to what its form brings, as check.js and the window that it opens have it. */
async function passFromPage(): Promise<string> {
  const headers = { origin: ORIGIN }
  const asked = { site_key: site.site.site_key, action: 'Sign up' }
  const { id, open_secret, token: follower } = await client.startCheck(asked, { headers })
  const { token } = await client.openCheck({ id, open_secret })
  expect(await passCheck(id, token)).toEqual({ return_url: '', code: '' })
  const events = await fetch(`${service.address}/api/checks/${id}/events`, {
    headers: { authorization: `Bearer ${follower}` },
  })
  return /"response":"([^"]+)"/.exec(await events.text())?.[1] ?? ''
}

/** A synthetic person does the check, as its page would have them do. */
async function passCheck(id: string, token?: string): Promise<{ return_url: string; code: string }> {
  for (let tries = 0; tries < TRIES; tries++) {
    const challenge = await client.requestChallenge({
      purpose: 'verify',
      check: id,
      ...(token && { check_token: token }),
    })
    const answer = removeMark(answerAs(PERSON, challenge, { seed: ++seed }))
    const { check } = await client.verifyPresence(verifyBody(challenge, enrollment, answer))
    if (check?.status === 'passed') return { return_url: check.return_url ?? '', code: check.code ?? '' }
  }
  throw new Error('the synthetic person was not verified')
}
let seed = 10

function startNode(script: string): Promise<Site> {
  return startServer(process.execPath, ['--conditions=stillhere-source', script], process.env)
}

async function startServer(command: string, args: string[], base: NodeJS.ProcessEnv): Promise<Site> {
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  const server = spawn(command, args, { cwd: import.meta.dirname, env: { ...base, ...env }, stdio: [...stdio] })
  servers.push(server)
  const [line] = await once(server.stdout as NodeJS.ReadableStream, 'data')
  const port = /(?:port: |:)(\d+)\b/.exec(String(line))?.[1]
  return ({ url, method, headers }) =>
    fetch(url.replace(ORIGIN, `http://127.0.0.1:${port}`), { method, headers, redirect: 'manual' })
}

/** Next.js calls the handlers of a route with Web requests. Next itself is not installed. */
async function loadRoute(): Promise<Site> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const { GET, POST } = await import('./check-next/route.ts')
  return (request) => (request.method === 'POST' ? POST() : GET(request))
}

async function readAll({ stdout }: ChildProcess): Promise<string> {
  let text = ''
  for await (const part of stdout ?? []) text += String(part)
  return text
}
