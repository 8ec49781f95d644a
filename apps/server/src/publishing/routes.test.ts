import { once } from 'node:events'
import { createServer } from 'node:net'
import { PLATFORMS, type PlatformName } from '@stillhere/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BAD_REQUESTS } from '../../test/bad-requests.ts'
import { type Providers, startProviders } from '../../test/providers.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { createTestApp } from '../../test/test-app.ts'
import { sql } from '../platform/database/sql.ts'

const URL_PATH = '/api/matrix/publish'
const ADMIN = { 'x-admin-secret': 'the-admin-secret' }
const POST = { content: 'Hello @ada, see https://a.example/b_(c).', title: 'A title', url: 'https://example.org/x' }

let service: TestService
let providers: Providers
const publish = (payload: object, headers: Record<string, string> = ADMIN) =>
  service.call('POST', URL_PATH, { payload, headers })
const listed = async () => {
  const answer = await service.call('GET', '/api/admin/publications', { headers: ADMIN })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const DAY_MS = 86_400_000
const after = (ms: number) => service.clock.set(new Date(service.now().getTime() + ms).toISOString())
const reconcile = (id: string, payload?: object) =>
  service.call('POST', `/api/admin/publications/${id}/reconcile`, { headers: ADMIN, ...(payload ? { payload } : {}) })

describe('without credentials', () => {
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.stop())

  it.each(['bluesky', 'farcaster', 'discord', 'telegram'])('200: skips %s, and needs no secret', async (platform) => {
    const answer = await publish({ platform, ...POST }, {})
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ success: true, status: 'SKIPPED', result: 'SKIPPED', platform })
    expect(answer.json().reason).toMatch(/^There are no credentials for /)
    expect(answer.json()).not.toHaveProperty('post_id')
  })

  it('E8: 200: the list names no platform as connected', async () => {
    expect((await listed()).connected).toEqual([])
  })

  it('200: answers a share link of LinkedIn and the exact text', async () => {
    const answer = (await publish({ platform: 'linkedin', ...POST }, {})).json()
    expect(answer).toMatchObject({ status: 'PREVIEW', result: 'PREVIEW' })
    expect(answer.preview.text).toBe(POST.content)
    expect(answer.preview.share_url).toBe(
      'https://www.linkedin.com/sharing/share-offsite/?url=https%3A%2F%2Fexample.org%2Fx',
    )
    const plain = (await publish({ platform: 'linkedin', content: 'a & b' }, {})).json()
    expect(plain.preview.share_url).toBe('https://www.linkedin.com/feed/?shareActive=true&text=a+%26+b')
  })

  it('200: answers a share link of Reddit with title and text', async () => {
    const { preview, status } = (await publish({ platform: 'reddit', ...POST, content: 'by u/ada' }, {})).json()
    expect(status).toBe('PREVIEW')
    const link = new URL(preview.share_url)
    expect(`${link.origin}${link.pathname}`).toBe('https://www.reddit.com/submit')
    expect(Object.fromEntries(link.searchParams)).toEqual({ title: 'A title', text: preview.text })
  })

  it('200: S3: only platform and content are needed, on Reddit too', async () => {
    const answer = await publish({ platform: 'reddit', content: 'One hundred\nnodes' }, {})
    expect(answer.statusCode, answer.body).toBe(200)
    const { status, preview } = answer.json()
    expect(status).toBe('PREVIEW')
    expect(new URL(preview.share_url).searchParams.get('title')).toBe('One hundred')
  })

  it('400: another platform is told which six there are', async () => {
    const answer = await publish({ platform: 'twitter', content: 'x' }, {})
    expect(answer.statusCode).toBe(400)
    expect(answer.json().detail).toContain('bluesky, linkedin, farcaster, discord, telegram, reddit')
    expect(answer.json().errors).toEqual([expect.objectContaining({ pointer: '/platform' })])
  })

  it.each([
    [{ content: 42 }, '/content'],
    [{ content: '' }, '/content'],
    [{ content: ' \n\t ' }, '/content'],
    [{ content: 'a\u0007b' }, '/content'],
    [{ content: 'a'.repeat(40_001) }, '/content'],
    [{ title: 7 }, '/title'],
    [{ title: 'a\nb' }, '/title'],
    [{ title: 'a'.repeat(401) }, '/title'],
    [{ url: 'javascript:alert(1)' }, '/url'],
    [{ url: 'example.org' }, '/url'],
    [{ url: 'https://ada:secret@example.org/' }, '/url'],
    [{ url: 'https://' }, '/url'],
    [{ url: `https://example.org/${'a'.repeat(2048)}` }, '/url'],
    [{ dry_run: 'yes' }, '/dry_run'],
    [{ platform: undefined }, '/platform'],
    [{ platform: 'Bluesky' }, '/platform'],
  ])('400: refuses %o by name', async (bad, pointer) => {
    const answer = await publish({ platform: 'discord', content: 'x', ...bad }, {})
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toEqual([expect.objectContaining({ pointer })])
  })

  it.each(BAD_REQUESTS.filter(([, status]) => status !== 413))('%s: refused with %i', async (_, status, request) => {
    expect((await service.call('POST', URL_PATH, request)).statusCode).toBe(status)
  })

  it('413: a body of more than 256 KiB is too large', async () => {
    expect((await publish({ platform: 'reddit', content: 'a'.repeat(270_000) }, {})).statusCode).toBe(413)
  })

  it('429: an address that asks without end is slowed down', async () => {
    await service.db.query(sql`DELETE FROM budget`)
    const answers = await Promise.all(
      Array.from({ length: 121 }, () => publish({ platform: 'discord', content: 'x' }, {})),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
    await service.db.query(sql`DELETE FROM budget`)
  })

  it('writes nothing', async () => {
    expect(await listed()).toMatchObject({ publications: [], unknown: 0 })
  })
})

describe('with credentials', () => {
  beforeAll(async () => {
    providers = await startProviders()
    service = await startTestService({ publishing: providers.settings() })
  })
  afterAll(async () => {
    await service.stop()
    await providers.stop()
  })
  beforeEach(async () => {
    providers.reset()
    // Never back: budgets in memory go by the same clock.
    after(3 * DAY_MS)
    await service.db.query(sql`TRUNCATE publication, idempotent_answer, budget`)
  })
  /** The same service with other settings. */
  const withSettings = async (more: Parameters<Providers['settings']>[0], payload: object) => {
    const settings = { ...service.settings, publishing: providers.settings(more) }
    const other = createTestApp({ ...service, settings })
    const answer = await other.inject({ method: 'POST', url: URL_PATH, headers: ADMIN, payload })
    await other.close()
    return answer
  }

  it('401: needs the admin secret, before the body is read', async () => {
    for (const headers of [{}, { 'x-admin-secret': 'wrong' }]) {
      const answer = await service.call('POST', URL_PATH, {
        headers: { ...headers, 'content-type': 'text/xml' },
        payload: '<a/>',
      })
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'UNAUTHORIZED'])
    }
    expect(providers.requests).toEqual([])
  })

  it('200: skips a platform without credentials, though others have some', async () => {
    const credentials = { ...providers.settings().credentials, discord: undefined }
    const answer = await withSettings({ credentials }, { platform: 'discord', content: 'x' })
    expect(answer.json().status).toBe('SKIPPED')
  })

  describe.each(PLATFORMS)('%s', (platform) => {
    const ask = (more: object = {}, headers = {}) => publish({ platform, ...POST, ...more }, { ...ADMIN, ...headers })

    it('200: publishes, and its preview is what was sent', async () => {
      const dry = (await ask({ dry_run: true })).json()
      expect(dry).toMatchObject({
        status: 'PREVIEW',
        result: 'PREVIEW',
        platform,
        reason: 'Nothing is sent in a dry run.',
      })
      expect(providers.requests).toEqual([])
      const answer = await ask()
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject({ success: true, status: 'PUBLISHED', result: 'PUBLISHED', platform })
      expect(answer.json().post_id).toEqual(expect.any(String))
      expect(answer.json().preview).toEqual(dry.preview)
      const sent = providers.requests.at(-1)?.body as Record<string, unknown>
      const holder = (platform === 'bluesky' ? sent['record'] : sent) as Record<string, unknown>
      for (const [name, value] of Object.entries(dry.preview.message)) {
        expect(JSON.stringify(holder[name])).toBe(JSON.stringify(value))
      }
      const { publications } = await listed()
      expect(publications).toEqual([
        expect.objectContaining({
          platform,
          status: 'published',
          attempts: 1,
          post_id: answer.json().post_id,
          problem: '',
        }),
      ])
    })

    it('200: the same again is not sent again, until a day is over', async () => {
      const first = (await ask()).json()
      const again = (await ask()).json()
      expect(again).toMatchObject({
        status: 'PUBLISHED',
        post_id: first.post_id,
        reason: expect.stringContaining('before'),
      })
      after(DAY_MS - 1)
      expect((await ask()).json().post_id).toBe(first.post_id)
      expect(providers.posts(platform)).toBe(1)
      after(1)
      expect((await ask()).json().post_id).not.toBe(first.post_id)
      expect(providers.posts(platform)).toBe(2)
      expect((await listed()).publications).toHaveLength(2)
    })

    it('200 and 409: of two calls at once one is sent', async () => {
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      providers.afterPost(() => held)
      const [one, other] = [ask(), ask()]
      const first = await Promise.race([one, other])
      expect([first.statusCode, first.json().error]).toEqual([409, 'REQUEST_IN_FLIGHT'])
      release()
      const statuses = (await Promise.all([one, other])).map(({ statusCode }) => statusCode)
      expect(new Set(statuses)).toEqual(new Set([200, 409]))
      expect(providers.posts(platform)).toBe(1)
    })

    it('200: another Idempotency-Key is another post, the same one is not', async () => {
      const keyed = (key: string) => ask({}, { 'idempotency-key': `a-long-key-of-tests-${key}` })
      const first = (await keyed('1')).json()
      expect((await keyed('1')).json()).toEqual(first)
      expect(providers.posts(platform)).toBe(1)
      expect((await keyed('2')).json().post_id).not.toBe(first.post_id)
      expect(providers.posts(platform)).toBe(2)
    })

    it('502: a refusal is told without secrets, and can be tried again', async () => {
      const { credentials } = providers.settings()
      const values: unknown[] = Object.values(credentials[platform] ?? {})
      const secrets = values.filter((one) => typeof one === 'string' && /secret|refresh|abcd-/.test(one)) as string[]
      expect(secrets.length).toBeGreaterThan(0)
      const message = `no\n${secrets.join(' ')}`
      providers.answer(POSTING[platform], { status: 403, body: { error: 'Nope', message, description: message } })
      const answer = await ask()
      expect([answer.statusCode, answer.json().error]).toEqual([502, 'PUBLISH_FAILED'])
      expect(answer.json().detail).toContain('answered 403')
      for (const secret of secrets) expect(answer.body).not.toContain(secret)
      const { publications } = await listed()
      expect(publications).toEqual([
        expect.objectContaining({ status: 'failed', problem: expect.stringContaining('403') }),
      ])
      expect((await ask()).json().status).toBe('PUBLISHED')
      expect((await listed()).publications).toEqual([expect.objectContaining({ status: 'published', attempts: 2 })])
      expect(providers.posts(platform)).toBe(1)
    })

    it('502: a rate limit says when to come back', async () => {
      providers.answer(POSTING[platform], limited(service.now())[platform])
      const answer = await ask()
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([502, '90'])
      expect(providers.posts(platform)).toBe(0)
    })

    it.each([
      ['the platform breaks the connection off', 'take and hang up' as const, true],
      ['the platform fails', { status: 500, body: { error: 'InternalServerError' } }, false],
      ['a gateway answers', { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' }, false],
      ['the answer is no JSON', { status: platform === 'linkedin' ? 201 : 200, body: '{"half":' }, false],
      [
        'the answer lacks what it should have',
        { status: platform === 'linkedin' ? 201 : 200, body: { ok: true } },
        false,
      ],
      ['the answer leads elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }, false],
    ])('504: when %s, nobody knows, and nothing is sent twice', async (_, answer, isThere) => {
      providers.answer(POSTING[platform], answer)
      const first = await ask()
      expect([first.statusCode, first.json().error], first.body).toEqual([504, 'PUBLISH_UNKNOWN'])
      expect((await listed()).publications).toEqual([expect.objectContaining({ status: 'unknown' })])
      expect((await listed()).unknown).toBe(1)
      const again = await ask()
      expect(again.statusCode).toBe(KNOWS_AGAIN.includes(platform) ? 200 : 504)
      expect(providers.posts(platform)).toBe(KNOWS_AGAIN.includes(platform) || isThere ? 1 : 0)
    })

    it('504: when time is up, nobody knows', async () => {
      // It is up when the platform has the post; a slow machine might not have come that far in any short time.
      const deadline = new AbortController()
      const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
      providers.afterPost(async () => deadline.abort())
      providers.answer(POSTING[platform], 'take and be silent')
      const answer = await withSettings({ deadlineMs: 200 }, { platform, ...POST })
      expect(timeout.mock.calls).toEqual([[200]])
      timeout.mockRestore()
      expect([answer.statusCode, answer.json().detail]).toEqual([
        504,
        expect.stringContaining('did not answer in time'),
      ])
    })

    it('502: a platform that cannot be reached has got nothing', async () => {
      const { apis } = providers.settings()
      const nowhere = `http://127.0.0.1:${await closedPort()}`
      const allNowhere = Object.fromEntries(Object.keys(apis).map((name) => [name, nowhere])) as typeof apis
      const answer = await withSettings({ apis: allNowhere }, { platform, ...POST })
      expect([answer.statusCode, answer.json().detail]).toEqual([502, expect.stringContaining('ECONNREFUSED')])
    })

    it('200: an operator settles what nobody knows', async () => {
      providers.answer(POSTING[platform], 'hang up')
      await ask()
      const [{ id }] = (await listed()).publications
      const settled = await reconcile(id, {
        status: 'published',
        post_id: 'seen',
        post_url: 'https://example.org/seen',
      })
      expect(settled.json()).toMatchObject({ id, status: 'published', post_id: 'seen', problem: '' })
      expect((await ask()).json()).toMatchObject({ status: 'PUBLISHED', post_id: 'seen' })
      expect((await reconcile(id, { status: 'failed' })).json().error).toBe('PUBLICATION_SETTLED')
      expect(providers.posts(platform)).toBe(0)
    })

    it('200: what an operator found missing is sent again', async () => {
      providers.answer(POSTING[platform], 'hang up')
      await ask()
      const [{ id }] = (await listed()).publications
      expect((await reconcile(id, { status: 'failed' })).json()).toMatchObject({ status: 'failed', post_id: null })
      expect((await ask()).json().status).toBe('PUBLISHED')
      expect(providers.posts(platform)).toBe(1)
    })

    it('200: the platform is asked where it can tell', async () => {
      providers.answer(POSTING[platform], 'take and hang up')
      await ask()
      const [{ id }] = (await listed()).publications
      const { status, post_id } = (await reconcile(id)).json()
      expect(status).toBe(KNOWS_AGAIN.includes(platform) ? 'published' : 'unknown')
      expect(post_id).toEqual(KNOWS_AGAIN.includes(platform) ? expect.any(String) : null)
      expect(providers.posts(platform)).toBe(1)
    })
  })

  it('422: an Idempotency-Key of an unknown outcome takes no other text', async () => {
    const headers = { ...ADMIN, 'idempotency-key': 'a-long-key-of-tests' }
    providers.answer('/sendMessage', 'hang up')
    expect((await publish({ platform: 'telegram', content: 'one' }, headers)).statusCode).toBe(504)
    const answer = await publish({ platform: 'telegram', content: 'two' }, headers)
    expect([answer.statusCode, answer.json().error]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('200: Bluesky is told by its operator’s question that a post never came', async () => {
    providers.answer('createRecord', 'hang up')
    await publish({ platform: 'bluesky', content: 'x' })
    const [{ id }] = (await listed()).publications
    expect((await reconcile(id)).json()).toMatchObject({ status: 'failed', problem: 'Bluesky has no such post.' })
    expect((await publish({ platform: 'bluesky', content: 'x' })).statusCode).toBe(200)
  })

  it('504: Farcaster is not asked again when it may have forgotten', async () => {
    providers.answer('/cast', 'take and hang up')
    await publish({ platform: 'farcaster', content: 'x' })
    after(3_600_000)
    expect((await publish({ platform: 'farcaster', content: 'x' })).statusCode).toBe(504)
    expect(providers.requests).toHaveLength(1)
  })

  it('504: a refusal of the second try says nothing about the first', async () => {
    providers.answer('/cast', 'take and hang up', { status: 401, body: { message: 'no' } })
    await publish({ platform: 'farcaster', content: 'x' })
    expect((await publish({ platform: 'farcaster', content: 'x' })).statusCode).toBe(504)
    expect((await listed()).publications[0].status).toBe('unknown')
  })

  it('404: there is nothing to reconcile under another id', async () => {
    for (const id of ['x', '00000000-0000-4000-8000-000000000000']) expect((await reconcile(id)).statusCode).toBe(404)
  })

  it.each([
    [{ status: 'sent' }, '/status'],
    [{ status: 'published', post_url: 'javascript:alert(1)' }, '/post_url'],
    [{ status: 'published', post_id: 'a b' }, '/post_id'],
    [{ status: 'published', post_id: 'x'.repeat(501) }, '/post_id'],
  ])('400: an operator’s %o is refused, and the post stays unknown', async (seen, pointer) => {
    providers.answer('/sendMessage', 'hang up')
    await publish({ platform: 'telegram', content: 'x' })
    const [{ id }] = (await listed()).publications
    const answer = await reconcile(id, seen)
    expect([answer.statusCode, answer.json().errors]).toEqual([400, [expect.objectContaining({ pointer })]])
    expect((await listed()).unknown).toBe(1)
  })

  it('409: what is just being sent is nobody’s to settle', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let arrived = () => {}
    const there = new Promise<void>((resolve) => (arrived = resolve))
    providers.afterPost(() => (arrived(), held))
    const sending = publish({ platform: 'discord', content: 'x' })
    await there
    const [{ id, status }] = (await listed()).publications
    expect(status).toBe('sending')
    expect((await reconcile(id, { status: 'failed' })).json().error).toBe('PUBLICATION_SETTLED')
    release()
    expect((await sending).statusCode).toBe(200)
  })

  it('200: lists by platform and status', async () => {
    await publish({ platform: 'discord', content: 'x' })
    providers.answer('/sendMessage', { status: 400, body: { ok: false, description: 'Bad Request: chat not found' } })
    await publish({ platform: 'telegram', content: 'x' })
    const at = async (query: string) => {
      const answer = await service.call('GET', `/api/admin/publications?${query}`, { headers: ADMIN })
      return answer.json().publications.map(({ platform }: { platform: string }) => platform)
    }
    expect(await at('platform=discord')).toEqual(['discord'])
    expect(await at('status=failed')).toEqual(['telegram'])
    expect(await at('limit=1')).toHaveLength(1)
    expect((await service.call('GET', '/api/admin/publications')).statusCode).toBe(401)
  })
})

/** The ending of the address that a post goes to. */
const POSTING: Record<PlatformName, string> = {
  bluesky: 'createRecord',
  linkedin: '/rest/posts',
  farcaster: '/cast',
  discord: 'discord-secret-token-of-tests',
  telegram: '/sendMessage',
  reddit: '/submit',
}

/** Those that know a post again by its reference. */
const KNOWS_AGAIN: readonly PlatformName[] = ['bluesky', 'farcaster']

const limited = (now: Date) => ({
  bluesky: {
    status: 429,
    headers: { 'ratelimit-reset': String(now.getTime() / 1000 + 90) },
    body: { error: 'RateLimitExceeded' },
  },
  linkedin: { status: 429, headers: { 'retry-after': '90' }, body: { status: 429, code: 'TOO_MANY_REQUESTS' } },
  farcaster: { status: 429, headers: { 'ratelimit-reset': '90' }, body: { code: 'RateLimit', message: 'slow down' } },
  discord: { status: 429, body: { message: 'You are being rate limited.', retry_after: 89.1, global: false } },
  telegram: { status: 429, body: { ok: false, error_code: 429, parameters: { retry_after: 90 } } },
  reddit: {
    status: 200,
    body: { json: { ratelimit: 89.5, errors: [['RATELIMIT', 'Take a break for 2 minutes', 'ratelimit']] } },
  },
})

/** A port that nobody listens on. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
