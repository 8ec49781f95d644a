import type { Credentials } from '../../platform/settings/publishing.ts'
import { sendForm, sendJson, toFailure, readRetryAfter, readText, refuseUnreadable, readValue } from '../provider.ts'
import { type Composition, readHost, type Job, type Outcome, type Post, type Target, refuseTooLong } from '../target.ts'
import { findHashtags, splitParagraphs, formatText } from '../text.ts'

const LABEL = 'LinkedIn'
const LIMIT = 3000
const MAX_TITLE = 400
const DAY_SECONDS = 86_400
const WARN_SECONDS = 14 * DAY_SECONDS
// A warning is not worth more of the time that the post has.
const WARNING_MS = 3000

type Own = NonNullable<Credentials['linkedin']>
type Apis = { api: string; tokens: string }

/**
 * Creates the target that publishes posts on LinkedIn. Without credentials (`own`) it can only compose posts and share links. `apis`: the
 * addresses of the API and of its token endpoint. https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api
 */
export function createLinkedinTarget(own: Own | undefined, apis: Apis): Target {
  return {
    name: 'linkedin',
    label: LABEL,
    compose: createPost,
    shareUrl: toShareUrl,
    sender: own && {
      send: (job) => send(own, apis, job),
      secrets: [own.accessToken, ...(own.client ? [own.client.secret] : [])],
    },
  }
}

function createPost({ title, content, url }: Post): Composition {
  // With a link, the title stands on its card.
  const text = url ? content : splitParagraphs(title, content)
  const length = { count: text.length, limit: LIMIT, unit: 'UTF-16 units' as const }
  const heading = { count: url && title ? title.length : 0, limit: MAX_TITLE, unit: 'UTF-16 units' as const }
  const problems = [...refuseTooLong('/content', length, LABEL), ...refuseTooLong('/title', heading, LABEL)]
  if (problems.length > 0) return { problems }
  const article = url && { source: url, title: title ?? readHost(url) }
  const message = { commentary: formatLittleText(text), ...(article ? { content: { article } } : {}) }
  return { composed: { text, message, length } }
}

/**
 * Converts text to LinkedIn's "little text format": hashtags stay hashtags, and all other reserved characters are escaped, so that the text
 * can't mention people.
 */
export function formatLittleText(text: string): string {
  return formatText(text, findHashtags(text), {
    span: ({ value }) => `{hashtag|\\#|${encodeLittleText(value)}}`,
    rest: encodeLittleText,
  })
}

function encodeLittleText(text: string): string {
  return text.replaceAll(/[\\|{}@[\]()<>#*_~]/g, '\\$&')
}

function toShareUrl({ title, content, url }: Post): string {
  if (url) return `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`
  const text = splitParagraphs(title, content)
  return `https://www.linkedin.com/feed/?${new URLSearchParams({ shareActive: 'true', text })}`
}

async function send(own: Own, { api, tokens }: Apis, job: Job): Promise<Outcome> {
  const warnings = await listLinkedinWarnings(own, tokens, job)
  const headers = {
    authorization: `Bearer ${own.accessToken}`,
    'linkedin-version': own.version,
    'x-restli-protocol-version': '2.0.0',
  }
  const reply = await sendJson(`${api}/rest/posts`, formatBody(own.author, job), { headers, signal: job.signal })
  if (reply.kind !== 'answer' || reply.status !== 201) {
    return toFailure(reply, ({ json, status, headers: said }) => ({
      code: readText(json, 'code'),
      message: readText(json, 'message'),
      retryAfterSeconds: status === 429 ? (readRetryAfter(said) ?? countSecondsOfDay(job.now)) : undefined,
    }))
  }
  const postId = reply.headers.get('x-restli-id')
  if (postId === null || !/^urn:li:(?:share|ugcPost):\d+$/.test(postId)) return refuseUnreadable()
  return { kind: 'published', postId, postUrl: `https://www.linkedin.com/feed/update/${postId}/`, warnings }
}

function formatBody(author: string, { message }: Job): object {
  return {
    author,
    ...message,
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  }
}

/** Returns the seconds until the next UTC day, when LinkedIn's limits begin anew. */
function countSecondsOfDay(now: Date): number {
  return DAY_SECONDS - (Math.floor(now.getTime() / 1000) % DAY_SECONDS)
}

/**
 * Returns a warning if LinkedIn's access token ends within 14 days, otherwise an empty list; also empty if the settings lack the app's id and
 * secret, or LinkedIn doesn't answer. `tokens`: the address of the token endpoint.
 */
export async function listLinkedinWarnings(
  { accessToken, client }: Own,
  tokens: string,
  { now, signal }: Pick<Job, 'now' | 'signal'>,
): Promise<string[]> {
  if (!client) return []
  const fields = { client_id: client.id, client_secret: client.secret, token: accessToken }
  const soon = AbortSignal.any([signal, AbortSignal.timeout(WARNING_MS)])
  const reply = await sendForm(`${tokens}/oauth/v2/introspectToken`, fields, { signal: soon })
  const expiresAt = reply.kind === 'answer' && reply.status === 200 ? readValue(reply.json, 'expires_at') : undefined
  if (typeof expiresAt !== 'number') return []
  const left = expiresAt - now.getTime() / 1000
  if (left > WARN_SECONDS) return []
  return [`LINKEDIN_ACCESS_TOKEN ends on ${new Date(expiresAt * 1000).toISOString().slice(0, 10)}: make a new one.`]
}
