import type { BodyOf, Publication, PublishPreview, publish } from '@stillhere/contract'
import { DAY_MS } from '../platform/day.ts'
import type { FieldProblem } from '../platform/problem.ts'
import type { StoredPublication } from './store.ts'
import type { ComposedPost, Post, Target } from './target.ts'
import { parseHref, isVisible } from './text.ts'

/** Period in which the same text is published only once on the same platform. */
export const ONCE_IN_MS = DAY_MS

type PostInput = Omit<BodyOf<typeof publish>, 'platform' | 'dry_run'>

/** Returns the post in the body of a request, with trimmed texts and a normalized link, or the problems of all its fields. */
export function readPost({ content, title, url }: PostInput): Post | FieldProblem[] {
  const post = {
    content: formatTitle(content),
    title: formatTitle(title ?? '') || null,
    url: parseHref((url ?? '').trim()),
  }
  const problems = [
    ...findProblems('/content', post.content),
    ...findProblems('/title', post.title ?? ''),
    // Platforms refuse a text of which nothing can be seen.
    ...(isVisible(post.content) ? [] : [{ pointer: '/content', message: 'must hold more than blanks' }]),
    ...(post.title?.includes('\n') ? [{ pointer: '/title', message: 'must be one line' }] : []),
    ...((url ?? '').trim() !== '' && post.url === null ? [{ pointer: '/url', message: BAD_URL }] : []),
  ]
  return problems.length > 0 ? problems : post
}

const BAD_URL = 'must be an address that begins with http:// or https:// and holds no user name'

function formatTitle(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim()
}

function findProblems(pointer: string, text: string): FieldProblem[] {
  const bad = /[^\P{Cc}\n\t]/u.exec(text)
  if (!bad) return []
  const code = (bad[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return [{ pointer, message: `holds the control character U+${code}` }]
}

/**
 * Returns the text that identifies a publication: the idempotency key, if the caller sent one, otherwise platform and post. Its hash is the
 * key under which the post is published once.
 */
export function formatOnceText(target: Target, post: Post, idempotencyKey: string | undefined): string {
  return idempotencyKey === undefined ? formatRequestText(target, post) : JSON.stringify(['key', idempotencyKey])
}

/**
 * Returns the text that identifies the content of a request: platform and post. Its hash tells whether an idempotency key is reused for
 * another post.
 */
export function formatRequestText({ name }: Target, { content, title, url }: Post): string {
  return JSON.stringify(['post', name, content, title, url])
}

/** State of an earlier publication under the same key. `another request`: it published something else; `unclear`: its outcome is unknown. */
export type PublicationState = 'another request' | 'published' | 'under way' | 'unclear'

/** Returns the state of an earlier publication under the same key, for a new request with this `requestHash`. */
export function judgeStanding(
  { state, requestHash, claimedUntil }: StoredPublication,
  { requestHash: asked, now }: { requestHash: Buffer; now: Date },
): PublicationState {
  if (!requestHash.equals(asked)) return 'another request'
  if (state === 'published') return 'published'
  // One that failed is claimed again, so it has failed only now, under another request.
  if (state === 'failed') return 'under way'
  return state === 'sending' && claimedUntil > now ? 'under way' : 'unclear'
}

/** Returns the preview of a composed post, with the share link if there is one. */
export function toPreview({ text, message, length }: ComposedPost, shareUrl?: string): PublishPreview {
  return { text, message, length, ...(shareUrl === undefined ? {} : { share_url: shareUrl }) }
}

/** Returns a publication in the form that operators see. If the request that sent it has died, its status is `unknown`. */
export function describePublication(publication: StoredPublication, now: Date): Publication {
  const { id, platform, state, text, attempts, createdAt, changedAt, postId, postUrl, problem } = publication
  return {
    id,
    platform,
    status: state === 'sending' && publication.claimedUntil <= now ? 'unknown' : state,
    text,
    attempts,
    created_at: createdAt.toISOString(),
    changed_at: changedAt.toISOString(),
    post_id: postId,
    post_url: postUrl,
    problem,
  }
}

const MAX_SAID = 300

/**
 * Formats a platform's words as one sentence in one line that begins with the platform's name (`label`). Masks the secrets and cuts off after
 * 300 characters.
 */
export function formatSentence(label: string, says: string, secrets: readonly string[]): string {
  const masked = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), says)
  const line = masked.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  return `${label} ${line.slice(0, MAX_SAID).toWellFormed()}.`
}
