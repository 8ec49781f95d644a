import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CREDENTIALS, type Providers, startProviders } from '../../test/providers.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { createTestApp } from '../../test/test-app.ts'
import { sql } from '../platform/database/sql.ts'
import { readSettings } from '../platform/settings/settings.ts'

const ADMIN = { 'x-admin-secret': 'the-admin-secret' }
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

let service: TestService
let app: FastifyInstance
let providers: Providers
const publish = (payload: object) => app.inject({ method: 'POST', url: '/api/matrix/publish', payload, headers: ADMIN })
/** What the platforms got: the line, some header fields, and the body. */
const got = (...names: string[]) =>
  providers.requests.map(({ method, path, headers, body }) => [
    `${method} ${path}`,
    Object.fromEntries(names.map((name) => [name, headers[name]])),
    body,
  ])

const { credentials } = readSettings({
  ...CREDENTIALS,
  LINKEDIN_CLIENT_ID: 'linkedin-client',
  LINKEDIN_CLIENT_SECRET: 'linkedin-client-secret',
  FARCASTER_CHANNEL: 'presence',
  DISCORD_WEBHOOK_URL: `${CREDENTIALS.DISCORD_WEBHOOK_URL}?thread_id=987654321`,
}).publishing

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
// Each test signs in anew, as a process that has just started.
beforeEach(async () => {
  providers = await startProviders()
  await service.db.query(sql`TRUNCATE publication, budget`)
  const publishing = providers.settings({ credentials })
  app = createTestApp({ ...service, settings: { ...service.settings, publishing } })
  return async () => {
    await app.close()
    await providers.stop()
  }
})

describe('Bluesky', () => {
  const post = async (content: string) => {
    const answer = await publish({ platform: 'bluesky', content })
    // Of two posts in one millisecond, one in 1,024 gets the key of the other.
    service.clock.pass(1)
    return answer
  }

  it('gets a sign-in and a record with a key of our own', async () => {
    const answer = await post('Hello')
    const [signIn, created] = got('content-type', 'authorization')
    expect(signIn).toEqual([
      'POST /bluesky/xrpc/com.atproto.server.createSession',
      { 'content-type': JSON_TYPE, authorization: undefined },
      { identifier: 'still.bsky.social', password: 'abcd-efgh-ijkl-mnop' },
    ])
    const { rkey } = created![2] as { rkey: string }
    expect(rkey).toMatch(/^[234567abcdefghij][2-7a-z]{12}$/)
    expect(created).toEqual([
      'POST /bluesky/xrpc/com.atproto.repo.createRecord',
      { 'content-type': JSON_TYPE, authorization: 'Bearer access-1' },
      {
        repo: 'did:plc:still',
        collection: 'app.bsky.feed.post',
        rkey,
        validate: true,
        record: { $type: 'app.bsky.feed.post', text: 'Hello', createdAt: '2026-03-10T12:00:00.000Z' },
      },
    ])
    expect(answer.json()).toMatchObject({
      post_id: `at://did:plc:still/app.bsky.feed.post/${rkey}`,
      post_url: `https://bsky.app/profile/did:plc:still/post/${rkey}`,
    })
  })

  it('is signed in to once for many posts, and the session is renewed when it has ended', async () => {
    await post('one')
    await post('two')
    providers.answer('createRecord', { status: 400, body: { error: 'ExpiredToken', message: 'Token has expired' } })
    expect((await post('three')).statusCode).toBe(200)
    expect(providers.requests.map(({ path }) => path.split('.').at(-1))).toEqual([
      'createSession',
      'createRecord',
      'createRecord',
      'createRecord',
      'refreshSession',
      'createRecord',
    ])
    expect(providers.requests.at(-2)?.headers.authorization).toBe('Bearer refresh-1')
    expect(providers.requests.at(-1)?.headers.authorization).toBe('Bearer access-2')
  })

  it('is signed in to anew when it no longer knows the session', async () => {
    await post('one')
    providers.answer('createRecord', { status: 401, body: { error: 'InvalidToken' } })
    expect((await post('two')).statusCode).toBe(200)
  })

  it('is signed in to anew when the session cannot be renewed', async () => {
    await post('one')
    providers.answer('createRecord', { status: 400, body: { error: 'ExpiredToken' } })
    providers.answer('refreshSession', { status: 400, body: { error: 'ExpiredToken' } })
    expect((await post('two')).statusCode).toBe(200)
    expect(providers.requests.at(-2)?.path).toContain('createSession')
  })

  it.each([
    [
      'a wrong password',
      { status: 401, body: { error: 'AuthenticationRequired', message: 'Invalid' } },
      'answered 401',
    ],
    ['its own failure', { status: 500, body: {} }, 'answered 500'],
    ['an unreadable session', { status: 200, body: 'x' }, 'we cannot read'],
  ])('502: %s at the sign-in means that nothing was posted', async (_, answer, says) => {
    providers.answer('createSession', answer)
    const refused = await post('x')
    expect([refused.statusCode, refused.json().detail]).toEqual([502, expect.stringContaining(says)])
    expect(providers.posts('bluesky')).toBe(0)
    expect((await post('x')).statusCode).toBe(200)
  })

  it('502: too many sign-ins say when to come back', async () => {
    const reset = String(service.now().getTime() / 1000 + 30)
    providers.answer('createSession', {
      status: 429,
      headers: { 'ratelimit-reset': reset },
      body: { error: 'RateLimitExceeded' },
    })
    expect((await post('x')).headers['retry-after']).toBe('30')
  })

  it('504 and 200: a post under a key that is taken is looked up', async () => {
    providers.answer('createRecord', 'take and hang up')
    expect((await post('x')).statusCode).toBe(504)
    expect((await post('x')).json().status).toBe('PUBLISHED')
    const last = providers.requests.at(-1)
    expect(last?.method).toBe('GET')
    expect(last?.path).toMatch(/getRecord\?repo=did%3Aplc%3Astill&collection=app\.bsky\.feed\.post&rkey=[2-7a-z]{13}$/)
  })

  it('504: stays unknown while it cannot be asked', async () => {
    providers.answer('createRecord', 'take and hang up')
    await post('x')
    providers.answer('getRecord', { status: 503, body: {} })
    expect((await post('x')).statusCode).toBe(504)
    expect(providers.posts('bluesky')).toBe(1)
  })
})

describe('LinkedIn', () => {
  const post = (more: object = {}) => publish({ platform: 'linkedin', content: 'Hello (you)', ...more })

  it('gets a question after the token and a post in the form of its version', async () => {
    const answer = await post({ url: 'https://example.org/a', title: 'T' })
    expect(got('content-type', 'authorization', 'linkedin-version', 'x-restli-protocol-version')).toEqual([
      [
        'POST /linkedinTokens/oauth/v2/introspectToken',
        { 'content-type': FORM_TYPE },
        { client_id: 'linkedin-client', client_secret: 'linkedin-client-secret', token: 'linkedin-secret-token' },
      ],
      [
        'POST /linkedin/rest/posts',
        {
          'content-type': JSON_TYPE,
          authorization: 'Bearer linkedin-secret-token',
          'linkedin-version': '202605',
          'x-restli-protocol-version': '2.0.0',
        },
        {
          author: 'urn:li:person:Ab1',
          commentary: 'Hello \\(you\\)',
          content: { article: { source: 'https://example.org/a', title: 'T' } },
          visibility: 'PUBLIC',
          distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
          lifecycleState: 'PUBLISHED',
          isReshareDisabledByAuthor: false,
        },
      ],
    ])
    expect(answer.json().post_id).toMatch(/^urn:li:share:\d+$/)
    expect(answer.json().post_url).toBe(`https://www.linkedin.com/feed/update/${answer.json().post_id}/`)
  })

  it('warns two weeks before its token ends', async () => {
    // The test's LinkedIn says 2026-03-15.
    expect((await post()).json().warnings).toEqual(['LINKEDIN_ACCESS_TOKEN ends on 2026-03-15: make a new one.'])
    providers.answer('introspectToken', { status: 200, body: { active: true, expires_at: 1_783_600_000 } })
    expect((await post({ content: 'later' })).json()).not.toHaveProperty('warnings')
    providers.answer('introspectToken', { status: 500, body: 'x' })
    expect((await post({ content: 'failing' })).json()).not.toHaveProperty('warnings')
  })

  it.each([
    [
      'an expired token',
      { status: 401, body: { code: 'EXPIRED_ACCESS_TOKEN', message: 'expired' } },
      'EXPIRED_ACCESS_TOKEN',
    ],
    ['a version that is gone', { status: 426, body: { code: 'NONEXISTENT_VERSION' } }, 'NONEXISTENT_VERSION'],
    ['a duplicate', { status: 422, body: { message: 'Content is a duplicate' } }, 'duplicate'],
  ])('502: tells %s', async (_, answer, says) => {
    providers.answer('/rest/posts', answer)
    expect((await post()).json().detail).toContain(says)
  })

  it('502: when the question after the token took all the time, nothing was posted', async () => {
    const publishing = providers.settings({ credentials, deadlineMs: 200 })
    const impatient = createTestApp({ ...service, settings: { ...service.settings, publishing } })
    providers.answer('introspectToken', 'take and be silent')
    const payload = { platform: 'linkedin', content: 'x' }
    const answer = await impatient.inject({ method: 'POST', url: '/api/matrix/publish', payload, headers: ADMIN })
    expect([answer.statusCode, answer.json().detail]).toEqual([502, expect.stringContaining('time was up')])
    expect(providers.posts('linkedin')).toBe(0)
    await impatient.close()
  })

  it('502: without a reset, its limits are those of the UTC day', async () => {
    providers.answer('/rest/posts', { status: 429, body: {} })
    expect((await post()).headers['retry-after']).toBe('43200')
  })
})

describe('Farcaster', () => {
  it('gets a cast with its idem, the same one in the second try', async () => {
    providers.answer('/cast', 'take and hang up')
    const payload = { platform: 'farcaster', content: 'Hello', url: 'https://example.org/a' }
    expect((await publish(payload)).statusCode).toBe(504)
    const answer = await publish(payload)
    const [first, second] = got('content-type', 'x-api-key')
    expect(second).toEqual(first)
    expect(first).toEqual([
      'POST /farcaster/v2/farcaster/cast',
      { 'content-type': JSON_TYPE, 'x-api-key': 'neynar-secret-key' },
      {
        signer_uuid: '19d0c5fd-9b33-4a48-a0e2-bc7b0555baec',
        text: 'Hello',
        embeds: [{ url: 'https://example.org/a' }],
        channel_id: 'presence',
        idem: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ])
    expect(providers.posts('farcaster')).toBe(1)
    expect(answer.json().post_url).toBe(`https://farcaster.xyz/~/conversations/${answer.json().post_id}`)
  })
})

describe('Discord', () => {
  it('gets a message of the webhook, waits for it, and calls nobody', async () => {
    const answer = await publish({
      platform: 'discord',
      content: '@everyone',
      title: 'T',
      url: 'https://example.org/a',
    })
    expect(got('content-type')).toEqual([
      [
        'POST /discord/webhooks/123456789012345678/discord-secret-token-of-tests?wait=true&thread_id=987654321',
        { 'content-type': JSON_TYPE },
        { content: 'T\n\n@everyone\n\nhttps://example.org/a', allowed_mentions: { parse: [] } },
      ],
    ])
    expect(answer.json()).not.toHaveProperty('post_url')
  })

  it('502: tells that the webhook is gone', async () => {
    providers.answer('discord-secret-token-of-tests', {
      status: 404,
      body: { message: 'Unknown Webhook', code: 10_015 },
    })
    const answer = await publish({ platform: 'discord', content: 'x' })
    expect(answer.json().detail).toBe('Discord answered 404 (10015: Unknown Webhook). Nothing was published.')
  })
})

describe('Telegram', () => {
  it('gets a message with entities', async () => {
    const answer = await publish({ platform: 'telegram', content: 'Hello *you*', title: 'T' })
    expect(got('content-type')).toEqual([
      [
        'POST /telegram/bot123456:telegram-secret-token-of-tests/sendMessage',
        { 'content-type': JSON_TYPE },
        {
          chat_id: '@stillhere',
          text: 'T\n\nHello *you*',
          entities: [{ type: 'bold', offset: 0, length: 1 }],
          link_preview_options: { is_disabled: true },
        },
      ],
    ])
    expect(answer.json().post_url).toBe(`https://t.me/stillhere/${answer.json().post_id}`)
  })

  it('502: tells why the chat was not found', async () => {
    const body = { ok: false, error_code: 400, description: 'Bad Request: chat not found' }
    providers.answer('/sendMessage', { status: 400, body })
    const answer = await publish({ platform: 'telegram', content: 'x' })
    expect(answer.json().detail).toBe('Telegram answered 400 (Bad Request: chat not found). Nothing was published.')
  })
})

describe('Reddit', () => {
  const post = () => publish({ platform: 'reddit', content: 'Hello', title: 'T', url: 'https://example.org/a' })

  it('gets a question for a token and a text post', async () => {
    const answer = await post()
    expect(got('content-type', 'authorization', 'user-agent')).toEqual([
      [
        'POST /redditTokens/api/v1/access_token',
        {
          'content-type': FORM_TYPE,
          authorization: `Basic ${Buffer.from('reddit-client:reddit-client-secret').toString('base64')}`,
          'user-agent': 'web:stillhere:v1 (self-hosted)',
        },
        { grant_type: 'refresh_token', refresh_token: 'reddit-refresh-token' },
      ],
      [
        'POST /reddit/api/submit',
        {
          'content-type': FORM_TYPE,
          authorization: 'bearer reddit-access',
          'user-agent': 'web:stillhere:v1 (self-hosted)',
        },
        {
          api_type: 'json',
          sr: 'stillhere',
          resubmit: 'true',
          sendreplies: 'false',
          kind: 'self',
          title: 'T',
          text: 'Hello\n\nhttps://example.org/a',
        },
      ],
    ])
    expect(answer.json().post_url).toMatch(/^https:\/\/www\.reddit\.com\/r\/stillhere\/comments\//)
  })

  it('502: a token that was revoked means that nothing was posted', async () => {
    providers.answer('/access_token', { status: 400, body: { error: 'invalid_grant' } })
    const answer = await post()
    expect([answer.statusCode, answer.json().detail]).toEqual([502, expect.stringContaining('invalid_grant')])
    expect(providers.requests).toHaveLength(1)
  })

  it.each([
    ['SUBREDDIT_NOTALLOWED', 'you are not allowed to post there', undefined],
    ['RATELIMIT', 'Looks like you have been doing that a lot. Take a break for 2 minutes before trying again.', '120'],
    ['RATELIMIT', 'try again later', '600'],
  ])('502: %s in an answer of 200 is a refusal', async (code, message, retryAfter) => {
    providers.answer('/submit', { status: 200, body: { json: { errors: [[code, message, 'sr']] } } })
    const answer = await post()
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([502, retryAfter])
    expect(answer.json().detail).toContain(code)
  })

  it('502: its own limit says when to come back', async () => {
    providers.answer('/submit', {
      status: 429,
      headers: { 'x-ratelimit-reset': '17' },
      body: { message: 'Too Many Requests' },
    })
    expect((await post()).headers['retry-after']).toBe('17')
  })
})
