import type { NoticeSettings, PushDevice, QuietHours } from '@stillhere/contract'
import type { Language } from '@stillhere/messages'
import { isLoopbackName } from '../../platform/loopback.ts'
import { type PostResult, toOutcome } from '../../platform/outbox/post.ts'
import type { Outcome } from '../../platform/outbox/rules.ts'
import type { FieldProblem } from '../../platform/problem.ts'
import { isPrivateUrl } from '../../platform/public-address.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { createSpeakers } from '../../platform/speakers.ts'

/** The notice settings of a node whose owner has saved none. */
export const DEFAULT_NOTICES: NoticeSettings = { mail: true, quiet: null }

/**
 * Returns whether `now` is within the quiet hours, in their time zone. `from` is included, `to` isn't; the hours may span midnight. False
 * without quiet hours.
 */
export function isQuiet(quiet: QuietHours | null, now: Date): boolean {
  if (quiet === null) return false
  const { from, to, time_zone: timeZone } = quiet
  const time = readClock(now, timeZone)
  // Times of one form stand in the order of their texts.
  return from <= to ? from <= time && time < to : from <= time || time < to
}

/** Returns the time of day in a time zone, like 07:00. */
function readClock(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    now,
  )
}

/** Lists the problems of well-formed quiet hours: equal start and end, or an unknown time zone. Empty if there are no problems. */
export function judgeQuiet(quiet: QuietHours | null): FieldProblem[] {
  if (quiet === null) return []
  const found: FieldProblem[] = []
  if (quiet.from === quiet.to) found.push({ pointer: '/quiet/to', message: 'must differ from /quiet/from' })
  if (!isTimeZone(quiet.time_zone))
    found.push({ pointer: '/quiet/time_zone', message: 'must be a time zone like Europe/Berlin' })
  return found
}

/** Returns whether this system knows a time zone. */
function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const speakerOf = createSpeakers('notices')

/** The name of the asker, the page where the owner decides, and the time limit. */
type AskerNotice = { asker: string; path: string; expiresAt: Date }

/** Creates the text of a push message about an approval request: the asker's name and the time limit. It never contains the action. */
export function createPushText({ asker, path, expiresAt }: AskerNotice, language: Language): PushText {
  const { say } = speakerOf(language)
  const time = expiresAt.toISOString().slice(11, 16)
  const body = say('You can approve or deny it until {time} UTC. If you did not expect this, deny it.', { time })
  return { title: say('{asker} asks for your approval', { asker }), body, url: path }
}

/** The push subscription of a browser, which is stored encrypted. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** The text of a push message; `url` is the path that opens when it is tapped. */
export type PushText = { title: string; body: string; url: string }

/**
 * Converts the response of a push service to an outcome for the outbox (RFC 8030, sections 5 and 7.3): sent, failed and worth another try,
 * or refused for good.
 */
export function judgeAnswer(posted: PostResult, now: Date): Outcome {
  const outcome = toOutcome(posted, now)
  const { outcome: result, status = 500 } = outcome
  // Other refusals and redirects, which are not followed, would be the same at the next try.
  const isForGood = result === 'failed' && status < 500 && status !== 408 && status !== 429
  return isForGood ? { outcome: 'refused', status, problem: outcome.problem } : outcome
}

/**
 * Returns the problem of a push service's URL, or undefined if it is acceptable: https, without credentials, not in a private network. Host
 * names aren't resolved here, but when a message is sent.
 */
export function judgeEndpoint(
  text: string,
  { webhookPrivateAddresses }: Pick<Settings, 'webhookPrivateAddresses'>,
): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.href !== text) return 'must be an address as browsers write it'
  if (url.hash !== '' || url.username !== '' || url.password !== '')
    return 'must have no fragment, no name and no password'
  // The owner of any node can set such an address, not only the operator: this machine is no exception if PUBLIC_URL is not set.
  if (!webhookPrivateAddresses && isPrivateUrl(url))
    return 'must not lead to this machine or to a private network; the setting WEBHOOK_PRIVATE_ADDRESSES allows it'
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname))
    ? undefined
    : 'must begin with https'
}

/** A push device as it is stored; `sealed` is its encrypted subscription. */
export type StoredDevice = { id: string; name: string; sealed: Buffer; createdAt: Date; lastSentAt: Date | null }

/** Returns a push device as the API shows it to the owner, with the host of its push service. */
export function describeDevice(device: StoredDevice, { endpoint }: Subscription): PushDevice {
  return {
    id: device.id,
    name: device.name,
    host: new URL(endpoint).host,
    created_at: device.createdAt.toISOString(),
    last_sent_at: device.lastSentAt?.toISOString() ?? null,
  }
}
