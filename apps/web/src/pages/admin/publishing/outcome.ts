import { type OutputOf, ProblemError } from '@stillhere/client/http'
import type { NoticeKind } from '../../../parts/notice.tsx'
import { say } from '../../../words/speak.ts'
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
  if (status === 'PUBLISHED') return { kind: 'good', title: say('It’s on {name}.', { name }), advice: '' }
  if (status === 'SKIPPED') return { kind: 'warn', title: say('Nothing was sent to {name}.', { name }), advice: reason }
  if (answer.preview?.share_url !== undefined) return describeManualStep(name)
  return isConnected ? null : describeNotConnected(name)
}

function describeManualStep(name: string): OutcomeWords {
  const advice = say('No credentials are set for it. The link below opens its own form with this text.')
  return { kind: 'info', title: say('Publish this on {name} yourself.', { name }), advice }
}

function describeNotConnected(name: string): OutcomeWords {
  const advice = say(
    'No credentials are set for it, so nothing is sent there. The docs on publishing explain how to connect it.',
  )
  return { kind: 'info', title: say('{name} is not connected.', { name }), advice }
}

function describeRefusal(name: string, error: unknown): OutcomeWords {
  if (error instanceof ProblemError && error.code === 'INVALID_REQUEST') {
    return { kind: 'bad', title: say('{name} won’t accept this.', { name }), advice: describeFieldErrors(error) }
  }
  const { title, advice } = describeAdminFailure(error)
  const kind = error instanceof ProblemError && error.code === 'PUBLISH_UNKNOWN' ? 'warn' : 'bad'
  return { kind, title: `${name}: ${title}`, advice }
}

const FIELDS: Readonly<Record<string, string>> = {
  '/content': say('The text'),
  '/title': say('The title'),
  '/url': say('The link'),
}

function describeFieldErrors({ errors, detail }: ProblemError): string {
  if (errors.length === 0) return detail
  return errors.map(({ pointer, message }) => `${FIELDS[pointer] ?? pointer} ${message}.`).join(' ')
}

/** Whether the service could send this text there: it is connected, there is a preview, and nothing was refused. */
export function canBeSent({ isConnected, answer, error }: Target): boolean {
  return isConnected && error === null && answer?.status === 'PREVIEW'
}
