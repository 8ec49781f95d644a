import type { BodyOf, Publication, PublishPreview, publish } from '@stillhere/contract'
import { DAY_MS } from '../platform/day.ts'
import type { FieldProblem } from '../platform/problem.ts'
import type { StoredPublication } from './store.ts'
import type { ComposedPost, Post, Target } from './target.ts'
import { parseHref, isVisible } from './text.ts'

/** The same text on the same platform is published once in this time. */
export const ONCE_IN_MS = DAY_MS

type PostInput = Omit<BodyOf<typeof publish>, 'platform' | 'dry_run'>

/** A post from what a caller sent, or every bad field of it. Blanks at the ends go: platforms cut them off themselves. */
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

/** What is published at most once: by its key where the caller gave one, else by what it says. */
export function formatOnceText(target: Target, post: Post, idempotencyKey: string | undefined): string {
  return idempotencyKey === undefined ? formatRequestText(target, post) : JSON.stringify(['key', idempotencyKey])
}

export function formatRequestText({ name }: Target, { content, title, url }: Post): string {
  return JSON.stringify(['post', name, content, title, url])
}

export type PublicationState = 'another request' | 'published' | 'under way' | 'unclear'

/** How an earlier publication of the same key stands. */
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

export function toPreview({ text, message, length }: ComposedPost, shareUrl?: string): PublishPreview {
  return { text, message, length, ...(shareUrl === undefined ? {} : { share_url: shareUrl }) }
}

/** A publication as operators see it: one whose request has died is of unknown outcome. */
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

/** What a platform said, in one line, with its name, and without anything that must not be shown. */
export function formatSentence(label: string, says: string, secrets: readonly string[]): string {
  const masked = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), says)
  const line = masked.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  return `${label} ${line.slice(0, MAX_SAID).toWellFormed()}.`
}
