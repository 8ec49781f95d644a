import type { Credentials } from '../../platform/settings/publishing.ts'
import {
  type Answer,
  sendForm,
  toRefusal,
  toFailure,
  type Reply,
  readText,
  refuseUnreadable,
  readValue,
  parseWait,
} from '../provider.ts'
import { type Composition, type Job, type Outcome, type Post, type Target, refuseTooLong } from '../target.ts'
import { splitText, countCodePoints, isVisible, splitParagraphs, formatShorter } from '../text.ts'

const LABEL = 'Reddit'
const MAX_TITLE = 300
const MAX_TEXT = 40_000
// Reddit slows down clients that do not say who they are.
const USER_AGENT = { 'user-agent': 'web:stillhere:v1 (self-hosted)' }
/** The beginning of u/name and /u/name, which mention that person. */
const USER_SIGN = /(?<![A-Za-z0-9_])[uU]\/(?=[\w-])/g

type Own = NonNullable<Credentials['reddit']>
type Places = { api: string; tokens: string; subreddit: string | undefined }

/**
 * Creates the target that publishes text posts in a subreddit. Without credentials (`own`) it can only compose posts and share links.
 * `places`: the addresses of the API and its token endpoint, and the subreddit for share links. https://www.reddit.com/dev/api#POST_api_submit
 */
export function createRedditTarget(own: Own | undefined, places: Places): Target {
  return {
    name: 'reddit',
    label: LABEL,
    compose: createPost,
    shareUrl: (post) => toShareUrl(post, places.subreddit),
    sender: own && { send: (job) => send(own, places, job), secrets: [own.clientSecret, own.refreshToken] },
  }
}

function createPost({ content, url, ...post }: Post): Composition {
  const title = selectTitle({ content, ...post })
  const text = formatBody({ content, url })
  const length = { count: countCodePoints(text), limit: MAX_TEXT, unit: 'characters' as const }
  const heading = { count: countCodePoints(title), limit: MAX_TITLE, unit: 'characters' as const }
  const problems = [...refuseTooLong('/title', heading, LABEL), ...refuseTooLong('/content', length, LABEL)]
  if (problems.length > 0) return { problems }
  return { composed: { text, message: { kind: 'self', title, text }, length } }
}

/** Returns the title of a Reddit post: if none is given, the first line of the text, which keeps that line. */
function selectTitle({ title, content }: Pick<Post, 'title' | 'content'>): string {
  if (title !== null) return title
  const line = content.split('\n').find((one) => isVisible(one)) ?? content
  return formatShorter(line.replaceAll('\t', ' ').trim(), MAX_TITLE)
}

function formatBody({ content, url }: Pick<Post, 'content' | 'url'>): string {
  return splitParagraphs(splitText(content, USER_SIGN), url)
}

function toShareUrl(post: Post, subreddit: string | undefined): string {
  const place = subreddit === undefined ? '' : `/r/${subreddit}`
  const query = new URLSearchParams({ title: selectTitle(post), text: formatBody(post) })
  return `https://www.reddit.com${place}/submit?${query}`
}

async function send(own: Own, { api, tokens }: Places, job: Job): Promise<Outcome> {
  const token = await loadAccessToken(own, tokens, job.signal)
  if (typeof token !== 'string') return token
  const fields = { api_type: 'json', sr: own.subreddit, resubmit: 'true', sendreplies: 'false', ...toFields(job) }
  const headers = { ...USER_AGENT, authorization: `bearer ${token}` }
  return toOutcome(await sendForm(`${api}/api/submit`, fields, { headers, signal: job.signal }))
}

function toFields({ message }: Job): Record<string, string> {
  return Object.fromEntries(Object.entries(message).map(([name, value]) => [name, String(value)]))
}

/** Loads a token for this post. Nothing is posted yet, so every failure is a refusal. */
async function loadAccessToken(own: Own, tokens: string, signal: AbortSignal): Promise<string | Outcome> {
  const basic = Buffer.from(`${own.clientId}:${own.clientSecret}`).toString('base64')
  const headers = { ...USER_AGENT, authorization: `Basic ${basic}` }
  const fields = { grant_type: 'refresh_token', refresh_token: own.refreshToken }
  const reply = await sendForm(`${tokens}/api/v1/access_token`, fields, { headers, signal })
  const token = reply.kind === 'answer' && reply.status === 200 ? readText(reply.json, 'access_token') : undefined
  if (token !== undefined) return token
  if (reply.kind === 'answer' && reply.status === 200) return toRefusal(refuseUnreadable())
  return toRefusal(toFailure(reply, ({ json }) => ({ code: readText(json, 'error') ?? readText(json, 'message') })))
}

/** Converts an answer of Reddit to an outcome. Most refusals have the status 200, too, with a list of errors. */
function toOutcome(reply: Reply): Outcome {
  if (reply.kind !== 'answer' || reply.status !== 200) {
    return toFailure(reply, ({ json, headers, status }) => ({
      code: readText(json, 'reason'),
      message: readText(json, 'message'),
      retryAfterSeconds: status === 429 ? parseWait(headers.get('x-ratelimit-reset')) : undefined,
    }))
  }
  const errors = readValue(reply.json, 'json', 'errors')
  if (Array.isArray(errors) && errors.length > 0) return readRefusal(errors, reply)
  const postId = readText(reply.json, 'json', 'data', 'name') ?? ''
  if (!/^t3_\w+$/.test(postId)) return refuseUnreadable()
  const postUrl = readText(reply.json, 'json', 'data', 'url') ?? ''
  return { kind: 'published', postId, postUrl: postUrl.startsWith('https://www.reddit.com/') ? postUrl : null }
}

function readRefusal(errors: unknown[], { json }: Answer): Outcome {
  const [code, message] = [readText(errors, 0, 0), readText(errors, 0, 1)]
  const says = `refused the post (${[code, message].filter((one) => one !== undefined).join(': ')})`
  if (code !== 'RATELIMIT') return { kind: 'refused', says }
  return {
    kind: 'refused',
    says,
    retryAfterSeconds: parseWait(readValue(json, 'json', 'ratelimit')) ?? waitIn(message),
  }
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600 }
const DEFAULT_WAIT_SECONDS = 600

/** Returns the seconds to wait from a sentence like "Take a break for 2 minutes before trying again." */
function waitIn(message = ''): number {
  const [, count, unit] = /(\d+) (second|minute|hour)/.exec(message) ?? []
  return parseWait(Number(count) * (UNIT_SECONDS[unit ?? ''] ?? Number.NaN)) ?? DEFAULT_WAIT_SECONDS
}
