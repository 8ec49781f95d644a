import type { PlatformName, PublishPreview } from '@stillhere/contract'
import type { FieldProblem } from '../platform/problem.ts'

/** The post to publish: trimmed, and the link as it is sent over the network. */
export type Post = { title: string | null; content: string; url: string | null }

/** A post in the form of one platform. */
export type ComposedPost = Pick<PublishPreview, 'text' | 'message' | 'length'>

/** A composed post, or the reasons why the platform wouldn't accept it. */
export type Composition = { composed: ComposedPost } | { problems: FieldProblem[] }

/** One post to send to one platform. */
export type Job = {
  message: ComposedPost['message']
  /** The same in every attempt to send one post; a platform that recognizes it does not publish the post twice. */
  reference: string
  createdAt: Date
  /** The current time, for tokens that expire. */
  now: Date
  signal: AbortSignal
}

/** The outcome of sending a post. `refused`: it is certainly not on the platform. */
export type Outcome =
  | { kind: 'published'; postId: string; postUrl: string | null; warnings?: string[] }
  | { kind: 'refused'; says: string; retryAfterSeconds?: number }
  | { kind: 'unknown'; says: string }

/** A platform's answer to the question whether a post is there: published, absent, or unknown. */
export type FoundPost = Extract<Outcome, { kind: 'published' }> | { kind: 'absent' } | { kind: 'unknown'; says: string }

/** Sends posts to a platform with the credentials from the settings. */
export type Sender = {
  send: (job: Job) => Promise<Outcome>
  /** Asks the platform whether it has the post with this reference; absent if the platform cannot be asked. */
  look?: (job: Job) => Promise<FoundPost>
  /** For platforms that answer a repeated reference with the first post: how long they certainly remember it. */
  remembersForMs?: number
  /** Creates a reference in the form that the platform requires; if absent, references are random. */
  newReference?: (now: Date) => string
  /** Texts that are masked if the platform repeats them: no response and no log may contain them. */
  secrets: readonly string[]
}

/** One platform, with its credentials from the settings. */
export type Target = {
  name: PlatformName
  /** The name of the platform as people write it. */
  label: string
  compose: (post: Post) => Composition
  /** Returns the link by which a person can publish the post; absent if the platform has none. */
  shareUrl?: (post: Post) => string
  /** Undefined if the settings have no credentials for the platform. */
  sender: Sender | undefined
}

type MeasuredText = { count: number; limit: number; unit: ComposedPost['length']['unit'] }

/**
 * Returns the problem of a text that is longer than its platform allows, in a list; an empty list if it fits. `pointer`: the JSON pointer of
 * the field; `label`: the name of the platform.
 */
export function refuseTooLong(pointer: string, { count, limit, unit }: MeasuredText, label: string): FieldProblem[] {
  if (count <= limit) return []
  return [{ pointer, message: `makes ${count} ${unit} on ${label}, which takes ${limit} at most` }]
}

/** Returns the host name of a link, which serves as the title of a link card without a title. */
export function readHost(url: string): string {
  return new URL(url).hostname
}
