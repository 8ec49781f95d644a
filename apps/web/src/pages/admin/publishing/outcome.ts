import { type OutputOf, ProblemError } from '@stillhere/client/http'
import type { NoticeKind } from '../../../parts/notice.tsx'
import { refusalWords } from '../refusal-words.ts'
import { PLATFORMS, type Platform } from './platforms.ts'

export type Published = OutputOf<'publish'>

/** What is known of one platform: its preview, what became of the post, or why neither. */
export type Target = { platform: Platform; answer: Published | null; error: unknown }

export type OutcomeWords = { kind: NoticeKind; title: string; advice: string }

/** What became of a post on one platform; null while there is only a preview. */
export function outcomeWords({ platform, answer, error }: Target): OutcomeWords | null {
  const name = PLATFORMS[platform]
  if (error !== null) return refusedWords(name, error)
  if (answer === null) return null
  const { status, reason = '' } = answer
  if (status === 'PUBLISHED') return { kind: 'good', title: `It is on ${name}.`, advice: '' }
  if (status === 'SKIPPED') return { kind: 'warn', title: `Nothing was sent to ${name}.`, advice: reason }
  return answer.preview?.share_url === undefined ? null : byHandWords(name)
}

function byHandWords(name: string): OutcomeWords {
  const advice = 'No credentials are set for it. The link below opens its own form with this text.'
  return { kind: 'info', title: `${name} waits for you to publish it by hand.`, advice }
}

function refusedWords(name: string, error: unknown): OutcomeWords {
  if (error instanceof ProblemError && error.code === 'INVALID_REQUEST') {
    return { kind: 'bad', title: `${name} would not take this.`, advice: fieldWords(error) }
  }
  const { title, advice } = refusalWords(error)
  const kind = error instanceof ProblemError && error.code === 'PUBLISH_UNKNOWN' ? 'warn' : 'bad'
  return { kind, title: `${name}: ${title}`, advice }
}

const FIELDS: Readonly<Record<string, string>> = { '/content': 'The text', '/title': 'The title', '/url': 'The link' }

function fieldWords({ errors, detail }: ProblemError): string {
  if (errors.length === 0) return detail
  return errors.map(({ pointer, message }) => `${FIELDS[pointer] ?? pointer} ${message}.`).join(' ')
}

/** Whether the service could send this text there: there is a preview, nothing was refused, and no person must do it. */
export function canBeSent({ answer, error }: Target): boolean {
  return error === null && answer?.status === 'PREVIEW' && answer.preview?.share_url === undefined
}
