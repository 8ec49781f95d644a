import type { Credentials } from '../../platform/settings/publishing.ts'
import {
  type Answer,
  askForm,
  asRefusal,
  toFailure,
  type Reply,
  textAt,
  unreadable,
  valueAt,
  parseWait,
} from '../provider.ts'
import { type Composition, type Job, type Outcome, type Post, type Target, tooLong } from '../target.ts'
import { breakUp, countCodePoints, isVisible, paragraphs, shorten } from '../text.ts'

const LABEL = 'Reddit'
const MAX_TITLE = 300
const MAX_TEXT = 40_000
// Reddit slows down clients that do not say who they are.
const USER_AGENT = { 'user-agent': 'web:stillhere:v1 (self-hosted)' }
/** The beginning of u/name and /u/name, which call that person. */
const USER_SIGN = /(?<![A-Za-z0-9_])[uU]\/(?=[\w-])/g

type Own = NonNullable<Credentials['reddit']>
type Places = { api: string; tokens: string; subreddit: string | undefined }

/** https://www.reddit.com/dev/api#POST_api_submit: a text post, so that nothing of the content is lost beside a link. */
export function redditTarget(own: Own | undefined, places: Places): Target {
  return {
    name: 'reddit',
    label: LABEL,
    compose,
    shareUrl: (post) => shareUrl(post, places.subreddit),
    sender: own && { send: (job) => send(own, places, job), secrets: [own.clientSecret, own.refreshToken] },
  }
}

function compose({ content, url, ...post }: Post): Composition {
  const title = chooseTitle({ content, ...post })
  const text = writeBody({ content, url })
  const length = { count: countCodePoints(text), limit: MAX_TEXT, unit: 'characters' as const }
  const heading = { count: countCodePoints(title), limit: MAX_TITLE, unit: 'characters' as const }
  const problems = [...tooLong('/title', heading, LABEL), ...tooLong('/content', length, LABEL)]
  if (problems.length > 0) return { problems }
  return { composed: { text, message: { kind: 'self', title, text }, length } }
}

/** Reddit posts have a title: where none is given it is the first line of the text, which stays whole. */
function chooseTitle({ title, content }: Pick<Post, 'title' | 'content'>): string {
  if (title !== null) return title
  const line = content.split('\n').find((one) => isVisible(one)) ?? content
  return shorten(line.replaceAll('\t', ' ').trim(), MAX_TITLE)
}

function writeBody({ content, url }: Pick<Post, 'content' | 'url'>): string {
  return paragraphs(breakUp(content, USER_SIGN), url)
}

function shareUrl(post: Post, subreddit: string | undefined): string {
  const place = subreddit === undefined ? '' : `/r/${subreddit}`
  const query = new URLSearchParams({ title: chooseTitle(post), text: writeBody(post) })
  return `https://www.reddit.com${place}/submit?${query}`
}

async function send(own: Own, { api, tokens }: Places, job: Job): Promise<Outcome> {
  const token = await fetchAccessToken(own, tokens, job.signal)
  if (typeof token !== 'string') return token
  const fields = { api_type: 'json', sr: own.subreddit, resubmit: 'true', sendreplies: 'false', ...toFields(job) }
  const headers = { ...USER_AGENT, authorization: `bearer ${token}` }
  return toOutcome(await askForm(`${api}/api/submit`, fields, { headers, signal: job.signal }))
}

function toFields({ message }: Job): Record<string, string> {
  return Object.fromEntries(Object.entries(message).map(([name, value]) => [name, String(value)]))
}

/** A token for this post; nothing is posted yet, so whatever goes wrong is a refusal. */
async function fetchAccessToken(own: Own, tokens: string, signal: AbortSignal): Promise<string | Outcome> {
  const basic = Buffer.from(`${own.clientId}:${own.clientSecret}`).toString('base64')
  const headers = { ...USER_AGENT, authorization: `Basic ${basic}` }
  const fields = { grant_type: 'refresh_token', refresh_token: own.refreshToken }
  const reply = await askForm(`${tokens}/api/v1/access_token`, fields, { headers, signal })
  const token = reply.kind === 'answer' && reply.status === 200 ? textAt(reply.json, 'access_token') : undefined
  if (token !== undefined) return token
  if (reply.kind === 'answer' && reply.status === 200) return asRefusal(unreadable())
  return asRefusal(toFailure(reply, ({ json }) => ({ code: textAt(json, 'error') ?? textAt(json, 'message') })))
}

/** Reddit answers 200 to most refusals too, with a list of errors. */
function toOutcome(reply: Reply): Outcome {
  if (reply.kind !== 'answer' || reply.status !== 200) {
    return toFailure(reply, ({ json, headers, status }) => ({
      code: textAt(json, 'reason'),
      message: textAt(json, 'message'),
      retryAfterSeconds: status === 429 ? parseWait(headers.get('x-ratelimit-reset')) : undefined,
    }))
  }
  const errors = valueAt(reply.json, 'json', 'errors')
  if (Array.isArray(errors) && errors.length > 0) return readRefusal(errors, reply)
  const postId = textAt(reply.json, 'json', 'data', 'name') ?? ''
  if (!/^t3_\w+$/.test(postId)) return unreadable()
  const postUrl = textAt(reply.json, 'json', 'data', 'url') ?? ''
  return { kind: 'published', postId, postUrl: postUrl.startsWith('https://www.reddit.com/') ? postUrl : null }
}

function readRefusal(errors: unknown[], { json }: Answer): Outcome {
  const [code, message] = [textAt(errors, 0, 0), textAt(errors, 0, 1)]
  const says = `refused the post (${[code, message].filter((one) => one !== undefined).join(': ')})`
  if (code !== 'RATELIMIT') return { kind: 'refused', says }
  return { kind: 'refused', says, retryAfterSeconds: parseWait(valueAt(json, 'json', 'ratelimit')) ?? waitIn(message) }
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600 }
const DEFAULT_WAIT_SECONDS = 600

/** "Take a break for 2 minutes before trying again." */
function waitIn(message = ''): number {
  const [, count, unit] = /(\d+) (second|minute|hour)/.exec(message) ?? []
  return parseWait(Number(count) * (UNIT_SECONDS[unit ?? ''] ?? Number.NaN)) ?? DEFAULT_WAIT_SECONDS
}
