import { type OutputOf, ProblemError } from '@stillhere/client/http'
import type { NoticeKind } from '../../../parts/notice.tsx'
import { describeAdminFailure } from '../words.ts'
import { PLATFORMS, type Platform } from './platforms.ts'

export type Published = OutputOf<'publish'>

/** What is known of one platform: its preview, what became of the post, or why neither. */
export type Target = { platform: Platform; isConnected: boolean; answer: Published | null; error: unknown }

export type OutcomeWords = { kind: NoticeKind; title: string; advice: string }

/** What became of a post on one platform; null while there is only a preview. */
export function describeOutcome({ platform, isConnected, answer, error }: Target): OutcomeWords | null {
  const name = PLATFORMS[platform]
  if (error !== null) return describeRefusal(name, error)
  if (answer === null) return null
  const { status, reason = '' } = answer
  if (status === 'PUBLISHED') return { kind: 'good', title: `It is on ${name}.`, advice: '' }
  if (status === 'SKIPPED') return { kind: 'warn', title: `Nothing was sent to ${name}.`, advice: reason }
  if (answer.preview?.share_url !== undefined) return describeManualStep(name)
  return isConnected ? null : describeNotConnected(name)
}

function describeManualStep(name: string): OutcomeWords {
  const advice = 'No credentials are set for it. The link below opens its own form with this text.'
  return { kind: 'info', title: `${name} waits for you to publish it by hand.`, advice }
}

function describeNotConnected(name: string): OutcomeWords {
  const advice = 'No credentials are set for it, so nothing is sent there. docs/publishing.md says how to connect it.'
  return { kind: 'info', title: `${name} is not connected.`, advice }
}

function describeRefusal(name: string, error: unknown): OutcomeWords {
  if (error instanceof ProblemError && error.code === 'INVALID_REQUEST') {
    return { kind: 'bad', title: `${name} would not take this.`, advice: describeFieldErrors(error) }
  }
  const { title, advice } = describeAdminFailure(error)
  const kind = error instanceof ProblemError && error.code === 'PUBLISH_UNKNOWN' ? 'warn' : 'bad'
  return { kind, title: `${name}: ${title}`, advice }
}

const FIELDS: Readonly<Record<string, string>> = { '/content': 'The text', '/title': 'The title', '/url': 'The link' }

function describeFieldErrors({ errors, detail }: ProblemError): string {
  if (errors.length === 0) return detail
  return errors.map(({ pointer, message }) => `${FIELDS[pointer] ?? pointer} ${message}.`).join(' ')
}

/** Whether the service could send this text there: it is connected, there is a preview, and nothing was refused. */
export function canBeSent({ isConnected, answer, error }: Target): boolean {
  return isConnected && error === null && answer?.status === 'PREVIEW'
}
