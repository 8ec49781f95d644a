import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { PlatformName } from '@stillhere/contract'
import type { PublishingSettings } from '../src/platform/settings/publishing.ts'
import { readSettings } from '../src/platform/settings/settings.ts'

/** A request that a platform got; the body of a form or of JSON is read. */
export type Received = { method: string; path: string; headers: IncomingMessage['headers']; body: unknown }

type Written = { status: number; headers?: Record<string, string>; body?: unknown }
/** Takes the post and hangs up; does so without taking it; takes it and never answers. */
type Odd = 'take and hang up' | 'hang up' | 'take and be silent'

/** All six platforms on one local server, each as its documentation says. */
export type Providers = {
  settings: (more?: Partial<PublishingSettings>) => PublishingSettings
  requests: Received[]
  /** How many posts are there. */
  posts: (platform: PlatformName) => number
  /** What the next requests with this ending of their path get, instead of what they ask for. */
  answer: (path: string, ...answers: (Written | Odd)[]) => void
  /** Waited for after a post was taken and before it is answered. */
  afterPost: (wait: () => Promise<void>) => void
  /** Forgets requests, posts and plans. */
  reset: () => void
  stop: () => Promise<void>
}

export const CREDENTIALS = {
  BLUESKY_HANDLE: 'still.bsky.social',
  BLUESKY_APP_PASSWORD: 'abcd-efgh-ijkl-mnop',
  LINKEDIN_ACCESS_TOKEN: 'linkedin-secret-token',
  LINKEDIN_AUTHOR: 'urn:li:person:Ab1',
  FARCASTER_API_KEY: 'neynar-secret-key',
  FARCASTER_SIGNER_UUID: '19d0c5fd-9b33-4a48-a0e2-bc7b0555baec',
  DISCORD_WEBHOOK_URL: 'https://discord.com/api/webhooks/123456789012345678/discord-secret-token-of-tests',
  TELEGRAM_BOT_TOKEN: '123456:telegram-secret-token-of-tests',
  TELEGRAM_CHAT_ID: '@stillhere',
  REDDIT_CLIENT_ID: 'reddit-client',
  REDDIT_CLIENT_SECRET: 'reddit-client-secret',
  REDDIT_REFRESH_TOKEN: 'reddit-refresh-token',
  REDDIT_SUBREDDIT: 'stillhere',
}

export async function startProviders(): Promise<Providers> {
  const world: World = { requests: [], posts: new Map(), planned: new Map(), wait: async () => {}, sessions: 0 }
  const server = createServer((request, response) => void serve(world, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: (more = {}) => ({ ...readSettings(CREDENTIALS).publishing, apis: apisAt(base), ...more }),
    requests: world.requests,
    posts: (platform) => postsOf(world, platform).size,
    answer: (path, ...answers) => world.planned.set(path, [...(world.planned.get(path) ?? []), ...answers]),
    afterPost: (wait) => (world.wait = wait),
    reset: () => {
      world.requests.length = 0
      world.posts.clear()
      world.planned.clear()
      world.wait = async () => {}
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function apisAt(base: string): PublishingSettings['apis'] {
  const names = Object.keys(readSettings({}).publishing.apis) as (keyof PublishingSettings['apis'])[]
  return Object.fromEntries(names.map((name) => [name, `${base}/${name}`])) as PublishingSettings['apis']
}

type Post = { id: string; body: Json }
type World = {
  requests: Received[]
  posts: Map<PlatformName, Map<string, Post>>
  planned: Map<string, (Written | Odd)[]>
  wait: () => Promise<void>
  sessions: number
}
// oxlint-disable-next-line typescript/no-explicit-any -- what a test server gets is looked at by the tests
type Json = any

function postsOf({ posts }: World, platform: PlatformName): Map<string, Post> {
  const known = posts.get(platform) ?? new Map<string, Post>()
  posts.set(platform, known)
  return known
}

async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const received = await read(request)
  world.requests.push(received)
  const path = received.path.replace(/\?.*$/, '')
  const [, place = '', ...rest] = path.split('/')
  const handler = HANDLERS.find(([pattern]) => pattern.test(`${place}/${rest.join('/')}`))
  const planned = [...world.planned]
    .find(([ending, answers]) => path.endsWith(ending) && answers.length > 0)?.[1]
    .shift()
  if (planned === 'hang up') return void request.socket.destroy()
  if (typeof planned === 'object') return write(response, planned)
  const answer = handler?.[1](world, received) ?? { status: 404, body: { message: 'no such path' } }
  if (/createRecord|posts$|cast$|webhooks|sendMessage|submit$/.test(path)) await world.wait()
  if (planned === 'take and hang up') return void request.socket.destroy()
  if (planned !== 'take and be silent') write(response, answer)
}

async function read(request: IncomingMessage): Promise<Received> {
  const raw = await text(request)
  const type = request.headers['content-type'] ?? ''
  const isForm = type.startsWith('application/x-www-form-urlencoded')
  const body = isForm ? Object.fromEntries(new URLSearchParams(raw)) : raw === '' ? undefined : JSON.parse(raw)
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
}

function write(response: ServerResponse, { status, headers = {}, body }: Written): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

type Handler = (world: World, received: Received) => Written

function take(world: World, platform: PlatformName, { key, id, body }: { key: string; id: string; body: Json }): Post {
  const posts = postsOf(world, platform)
  const post = posts.get(key) ?? { id, body }
  posts.set(key, post)
  return post
}

const DID = 'did:plc:still'

const bluesky: Record<string, Handler> = {
  createSession: (world, { body }) => signIn(world, (body as Json).password === CREDENTIALS.BLUESKY_APP_PASSWORD),
  refreshSession: (world, { headers }) => signIn(world, headers.authorization?.startsWith('Bearer refresh-') ?? false),
  createRecord: (world, { headers, body }) => {
    const { repo, rkey, record } = body as Json
    if (headers.authorization !== `Bearer access-${world.sessions}`)
      return { status: 400, body: { error: 'ExpiredToken', message: 'Token has expired' } }
    // As the real one, which fails on a key that is taken.
    if (postsOf(world, 'bluesky').has(rkey)) return { status: 500, body: { error: 'InternalServerError' } }
    const { id } = take(world, 'bluesky', { key: rkey, id: `at://${repo}/app.bsky.feed.post/${rkey}`, body: record })
    return { status: 200, body: { uri: id, cid: 'bafyrei' } }
  },
  getRecord: (world, { path }) => {
    const query = new URL(path, 'http://localhost').searchParams
    const post = postsOf(world, 'bluesky').get(query.get('rkey') ?? '')
    if (!post) return { status: 400, body: { error: 'RecordNotFound', message: 'Could not locate record' } }
    return { status: 200, body: { uri: post.id, cid: 'bafyrei', value: post.body } }
  },
}

function signIn(world: World, isRight: boolean): Written {
  if (!isRight)
    return { status: 401, body: { error: 'AuthenticationRequired', message: 'Invalid identifier or password' } }
  world.sessions++
  const session = { accessJwt: `access-${world.sessions}`, refreshJwt: `refresh-${world.sessions}` }
  return { status: 200, body: { did: DID, handle: CREDENTIALS.BLUESKY_HANDLE, active: true, ...session } }
}

let count = 0
const fresh = () => String(++count)

const HANDLERS: [RegExp, Handler][] = [
  ...Object.entries(bluesky).map(([name, handle]): [RegExp, Handler] => [
    new RegExp(`^bluesky/xrpc/.*\\.${name}$`),
    handle,
  ]),
  [
    /^linkedin\/rest\/posts$/,
    (world, { body }) => {
      const key = fresh()
      const { id } = take(world, 'linkedin', { key, id: `urn:li:share:71000000000000${key.padStart(5, '0')}`, body })
      return { status: 201, headers: { 'x-restli-id': id }, body: '' }
    },
  ],
  [
    /^linkedinTokens\/oauth\/v2\/introspectToken$/,
    () => ({ status: 200, body: { active: true, status: 'active', expires_at: 1_773_600_000 } }),
  ],
  [
    /^farcaster\/v2\/farcaster\/cast$/,
    (world, { body }) => {
      const key = String((body as Json).idem)
      const { id } = take(world, 'farcaster', { key, id: `0x${fresh().padStart(40, '0')}`, body })
      return { status: 200, body: { success: true, cast: { hash: id, author: { fid: 3 }, text: (body as Json).text } } }
    },
  ],
  [
    /^discord\/webhooks\/\d+\/[\w-]+$/,
    (world, { body }) => {
      const key = fresh()
      const { id } = take(world, 'discord', { key, id: `9000000000${key}`, body })
      return { status: 200, body: { id, type: 0, channel_id: '42', content: (body as Json).content } }
    },
  ],
  [
    /^telegram\/bot[\w:-]+\/sendMessage$/,
    (world, { body }) => {
      const key = fresh()
      const { id } = take(world, 'telegram', { key, id: key, body })
      const chat = { id: -100_123, type: 'channel', username: 'stillhere' }
      return { status: 200, body: { ok: true, result: { message_id: Number(id), chat, text: (body as Json).text } } }
    },
  ],
  [
    /^redditTokens\/api\/v1\/access_token$/,
    (_, { body }) =>
      (body as Json).refresh_token === CREDENTIALS.REDDIT_REFRESH_TOKEN
        ? {
            status: 200,
            body: { access_token: 'reddit-access', token_type: 'bearer', expires_in: 86_400, scope: 'submit' },
          }
        : { status: 400, body: { error: 'invalid_grant' } },
  ],
  [
    /^reddit\/api\/submit$/,
    (world, { body }) => {
      const key = fresh()
      const { id } = take(world, 'reddit', { key, id: `t3_${key}`, body })
      const url = `https://www.reddit.com/r/stillhere/comments/${key}/title/`
      return { status: 200, body: { json: { errors: [], data: { url, drafts_count: 0, id: key, name: id } } } }
    },
  ],
]
