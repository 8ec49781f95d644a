import type { PlatformName, PublishPreview } from '@stillhere/contract'
import type { FieldProblem } from '../platform/problem.ts'

/** What is to be published: trimmed, and the link as it goes over the wire. */
export type Post = { title: string | null; content: string; url: string | null }

/** A post in the form of one platform. */
export type ComposedPost = Pick<PublishPreview, 'text' | 'message' | 'length'>

/** A composed post, or why the platform would not take it. */
export type Composition = { composed: ComposedPost } | { problems: FieldProblem[] }

/** One post on its way. */
export type Job = {
  message: ComposedPost['message']
  /** The same in every try of one post; a platform that knows it will not take the post twice. */
  reference: string
  createdAt: Date
  /** Of the process, for tokens that end. */
  now: Date
  signal: AbortSignal
}

/** What became of a post. Refused means that it is certainly not there. */
export type Outcome =
  | { kind: 'published'; postId: string; postUrl: string | null; warnings?: string[] }
  | { kind: 'refused'; says: string; retryAfterSeconds?: number }
  | { kind: 'unknown'; says: string }

/** What a platform says when it is asked after a post: it is there, it is not, or it cannot tell. */
export type FoundPost = Extract<Outcome, { kind: 'published' }> | { kind: 'absent' } | { kind: 'unknown'; says: string }

/** Posts with the credentials of the settings. */
export type Sender = {
  send: (job: Job) => Promise<Outcome>
  /** For platforms that can be asked whether a post of this reference is there. */
  look?: (job: Job) => Promise<FoundPost>
  /** For platforms that answer a repeated reference with the first post: how long they surely remember it. */
  remembersForMs?: number
  /** A reference in the form that the platform wants; by default a random one. */
  newReference?: (now: Date) => string
  /** What no answer and no log may show, should the platform repeat it. */
  secrets: readonly string[]
}

/** One platform, as the settings make it. */
export type Target = {
  name: PlatformName
  /** As people write it. */
  label: string
  compose: (post: Post) => Composition
  /** For platforms where a person can publish by a link. */
  shareUrl?: (post: Post) => string
  /** Undefined without credentials. */
  sender: Sender | undefined
}

type MeasuredText = { count: number; limit: number; unit: ComposedPost['length']['unit'] }

/** The problem of a text that is too long for its platform, in a list to be spread; empty when it fits. */
export function refuseTooLong(pointer: string, { count, limit, unit }: MeasuredText, label: string): FieldProblem[] {
  if (count <= limit) return []
  return [{ pointer, message: `makes ${count} ${unit} on ${label}, which takes ${limit} at most` }]
}

/** The host of a link, for a card without a title. */
export function readHost(url: string): string {
  return new URL(url).hostname
}
