import { randomInt } from 'node:crypto'
import type { Credentials } from '../../platform/settings/publishing.ts'
import {
  type Answer,
  sendRequest,
  sendJson,
  toRefusal,
  toFailure,
  type Reply,
  readText,
  refuseUnreadable,
  type Wording,
  parseWait,
} from '../provider.ts'
import {
  type Composition,
  type FoundPost,
  readHost,
  type Job,
  type Outcome,
  type Post,
  type Target,
  refuseTooLong,
} from '../target.ts'
import { countBytes, countGraphemes, findHashtags, findLinks, splitParagraphs, type Span } from '../text.ts'

const LABEL = 'Bluesky'
// The lexicon of app.bsky.feed.post: maxGraphemes and maxLength, which counts bytes.
const MAX_GRAPHEMES = 300
const MAX_BYTES = 3000
const COLLECTION = 'app.bsky.feed.post'

type Own = NonNullable<Credentials['bluesky']>

/**
 * Creates the target that publishes posts on Bluesky by the API at `api`. Without credentials (`own`) it can only compose posts. No post
 * mentions people, since no mention facet is created. https://docs.bsky.app/docs/advanced-guides/posts
 */
export function createBlueskyTarget(own: Own | undefined, api: string): Target {
  if (!own) return { name: 'bluesky', label: LABEL, compose: createPost, sender: undefined }
  const account = openAccount(own, api)
  const sender = {
    send: (job: Job) => send(account, api, job),
    look: (job: Job) => findRecord(account, api, job),
    newReference: (now: Date) => createTid(now, randomInt(1024)),
    secrets: [own.appPassword],
  }
  return { name: 'bluesky', label: LABEL, compose: createPost, sender }
}

function createPost({ title, content, url }: Post): Composition {
  // With a link, the title stands on its card.
  const text = url ? content : splitParagraphs(title, content)
  const length = { count: countGraphemes(text), limit: MAX_GRAPHEMES, unit: 'graphemes' as const }
  const bytes = { count: countBytes(text), limit: MAX_BYTES, unit: 'bytes' as const }
  const [problem] = [...refuseTooLong('/content', length, LABEL), ...refuseTooLong('/content', bytes, LABEL)]
  if (problem) return { problems: [problem] }
  const facets = listFacets(text)
  const card = url && { uri: url, title: title ?? readHost(url), description: '' }
  const message = {
    text,
    ...(facets.length > 0 ? { facets } : {}),
    ...(card ? { embed: { $type: 'app.bsky.embed.external', external: card } } : {}),
  }
  return { composed: { text, message, length } }
}

function listFacets(text: string): object[] {
  const link = ({ value }: Span) => ({ $type: 'app.bsky.richtext.facet#link', uri: value })
  const tag = ({ value }: Span) => ({ $type: 'app.bsky.richtext.facet#tag', tag: value })
  return [
    ...findLinks(text).map((span) => ({ span, feature: link(span) })),
    ...findHashtags(text).map((span) => ({ span, feature: tag(span) })),
  ]
    .toSorted((a, b) => a.span.start - b.span.start)
    .map(({ span, feature }) => ({ index: toByteRange(text, span), features: [feature] }))
}

function toByteRange(text: string, { start, end }: Span): { byteStart: number; byteEnd: number } {
  return { byteStart: countBytes(text.slice(0, start)), byteEnd: countBytes(text.slice(0, end)) }
}

const TID_ALPHABET = '234567abcdefghijklmnopqrstuvwxyz'

/**
 * Creates a timestamp identifier of the AT Protocol: the time in microseconds and a clock id (0..1023), as 13 letters that sort by time.
 * https://atproto.com/specs/tid
 */
export function createTid(now: Date, clock: number): string {
  let rest = ((BigInt(now.getTime()) * 1000n) << 10n) | BigInt(clock)
  let tid = ''
  for (let place = 0; place < 13; place++) {
    tid = `${TID_ALPHABET[Number(rest & 31n)]}${tid}`
    rest >>= 5n
  }
  return tid
}

type Session = { did: string; accessJwt: string; refreshJwt: string }
type SignedIn = { session: Session } | { failed: Outcome }
type Account = { current: (job: Job) => Promise<SignedIn>; renewed: (job: Job) => Promise<SignedIn> }

/** Returns an account that uses one session for many posts: Bluesky allows 300 sign-ins a day. */
function openAccount({ handle, appPassword }: Own, api: string): Account {
  let known: Session | undefined
  const keep = (answer: SignedIn) => {
    known = 'session' in answer ? answer.session : undefined
    return answer
  }
  const signIn = async ({ signal, now }: Job) => {
    const body = { identifier: handle, password: appPassword }
    return keep(readSession(await sendJson(`${api}/xrpc/com.atproto.server.createSession`, body, { signal }), now))
  }
  return {
    current: async (job) => (known ? { session: known } : signIn(job)),
    renewed: async (job) => {
      if (!known) return signIn(job)
      const headers = { authorization: `Bearer ${known.refreshJwt}` }
      const url = `${api}/xrpc/com.atproto.server.refreshSession`
      const answer = keep(readSession(await sendRequest(url, { method: 'POST', headers, signal: job.signal }), job.now))
      return 'session' in answer ? answer : signIn(job)
    },
  }
}

function readSession(reply: Reply, now: Date): SignedIn {
  if (reply.kind !== 'answer' || reply.status !== 200)
    return { failed: toRefusal(toFailure(reply, (answer) => describeFailure(answer, now))) }
  const [did, accessJwt, refreshJwt] = ['did', 'accessJwt', 'refreshJwt'].map((name) => readText(reply.json, name))
  if (did === undefined || accessJwt === undefined || refreshJwt === undefined)
    return { failed: toRefusal(refuseUnreadable()) }
  return { session: { did, accessJwt, refreshJwt } }
}

async function send(account: Account, api: string, job: Job): Promise<Outcome> {
  const signedIn = await account.current(job)
  if ('failed' in signedIn) return signedIn.failed
  const first = await create(signedIn.session, api, job)
  if (!first.expired) return first.outcome
  // An expired token was refused before anything was written, so another try is safe.
  const again = await account.renewed(job)
  return 'failed' in again ? again.failed : (await create(again.session, api, job)).outcome
}

type CreatedRecord = { outcome: Outcome; expired: boolean }

async function create({ did, accessJwt }: Session, api: string, job: Job): Promise<CreatedRecord> {
  const record = { $type: COLLECTION, ...job.message, createdAt: job.createdAt.toISOString() }
  const body = { repo: did, collection: COLLECTION, rkey: job.reference, validate: true, record }
  const headers = { authorization: `Bearer ${accessJwt}` }
  const reply = await sendJson(`${api}/xrpc/com.atproto.repo.createRecord`, body, { headers, signal: job.signal })
  if (reply.kind === 'answer' && reply.status === 200)
    return { outcome: readPublished(reply.json, did), expired: false }
  const expired = reply.kind === 'answer' && isExpired(reply)
  return { outcome: toFailure(reply, (answer) => describeFailure(answer, job.now)), expired }
}

function readPublished(json: unknown, did: string): Outcome & FoundPost {
  const uri = readText(json, 'uri')
  const rkey = /^at:\/\/[^/]+\/app\.bsky\.feed\.post\/([\w.~:-]+)$/.exec(uri ?? '')?.[1]
  if (uri === undefined || rkey === undefined) return refuseUnreadable()
  return { kind: 'published', postId: uri, postUrl: `https://bsky.app/profile/${did}/post/${rkey}` }
}

async function findRecord(account: Account, api: string, job: Job): Promise<FoundPost> {
  const signedIn = await account.current(job)
  if ('failed' in signedIn) return toUnknown(signedIn.failed)
  const first = await fetchRecord(signedIn.session, api, job)
  if (first !== 'expired') return first
  const again = await account.renewed(job)
  if ('failed' in again) return toUnknown(again.failed)
  const second = await fetchRecord(again.session, api, job)
  return second === 'expired' ? { kind: 'unknown', says: 'does not accept its own session' } : second
}

async function fetchRecord({ did, accessJwt }: Session, api: string, job: Job): Promise<FoundPost | 'expired'> {
  const query = new URLSearchParams({ repo: did, collection: COLLECTION, rkey: job.reference })
  const headers = { authorization: `Bearer ${accessJwt}` }
  const url = `${api}/xrpc/com.atproto.repo.getRecord?${query}`
  const reply = await sendRequest(url, { method: 'GET', headers, signal: job.signal })
  if (reply.kind === 'answer' && reply.status === 200) return readPublished(reply.json, did)
  if (reply.kind === 'answer' && readText(reply.json, 'error') === 'RecordNotFound') return { kind: 'absent' }
  if (reply.kind === 'answer' && isExpired(reply)) return 'expired'
  return toUnknown(toFailure(reply, (answer) => describeFailure(answer, job.now)))
}

function toUnknown(outcome: Outcome): FoundPost {
  return outcome.kind === 'refused' ? { kind: 'unknown', says: outcome.says } : outcome
}

function isExpired({ status, json }: Answer): boolean {
  return (status === 400 || status === 401) && /^(?:Expired|Invalid)Token$/.test(readText(json, 'error') ?? '')
}

function describeFailure({ json, headers, status }: Answer, now: Date): Wording {
  // The reset is a time, in seconds of the epoch.
  const reset = status === 429 ? headers.get('ratelimit-reset') : null
  const seconds = reset === null ? undefined : Number(reset) - now.getTime() / 1000
  return { code: readText(json, 'error'), message: readText(json, 'message'), retryAfterSeconds: parseWait(seconds) }
}
