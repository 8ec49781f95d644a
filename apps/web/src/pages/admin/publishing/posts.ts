import { type Client, type InputOf, type OutputOf, ProblemError } from '@stillhere/client/http'
import type { NoticeKind } from '../../../parts/notice.tsx'
import { say } from '../../../words/speak.ts'
import { describeAdminFailure } from '../words.ts'

/** Requests a preview of the draft for each selected platform, without publishing. A platform that rejects the draft gets an `error`; the others still get their previews. */
export async function readPreviews(admin: Client, draft: Draft): Promise<Target[]> {
  const connected = readConnected(admin)
  const previews = draft.platforms.map((platform) =>
    waitForAnswer(platform, admin.publish({ ...toPost(draft, platform), dry_run: true })),
  )
  const known = await connected
  return Promise.all(
    previews.map(async (preview) => {
      const answer = await preview
      return { ...answer, isConnected: known.includes(answer.platform) }
    }),
  )
}

/** Returns the platforms for which the service has credentials. */
export async function readConnected(admin: Client, signal?: AbortSignal): Promise<readonly Platform[]> {
  return (await admin.listPublications({ limit: 1 }, { signal })).connected
}

type SendOptions = { draft: Draft; targets: readonly Target[]; onTargets: (targets: readonly Target[]) => void }

/**
 * Publishes the draft on each platform whose preview allows it, one after the other, and calls `onTargets` with all platforms' states
 * after each. A failure on one platform is stored as its `error` and doesn't stop the rest.
 */
export async function sendPosts(admin: Client, { draft, targets, onTargets }: SendOptions): Promise<void> {
  let known = targets
  for (const { platform } of targets.filter(canBeSent)) {
    const done = await waitForAnswer(platform, admin.publish(toPost(draft, platform)))
    // The preview stays visible even if sending fails.
    const kept = known.find((one) => one.platform === platform)?.answer ?? null
    known = known.map((one) => (one.platform === platform ? { ...one, ...done, answer: done.answer ?? kept } : one))
    onTargets(known)
  }
}

type PlatformAnswer = Omit<Target, 'isConnected'>

async function waitForAnswer(platform: Platform, call: ReturnType<Client['publish']>): Promise<PlatformAnswer> {
  try {
    return { platform, answer: await call, error: null }
  } catch (error) {
    return { platform, answer: null, error }
  }
}

/** The content of the form. */
export type Draft = { platforms: readonly Platform[]; title: string; content: string; url: string }

export const EMPTY_DRAFT: Draft = { platforms: [], title: '', content: '', url: '' }

/** Checks a draft before its preview. Returns the problems by field, or an empty object. */
export function checkDraft({ platforms, content, url }: Draft): {
  platforms?: string
  content?: string
  url?: string
} {
  return {
    ...(platforms.length === 0 ? { platforms: say('Choose at least one platform.') } : {}),
    ...(content.trim() === '' ? { content: say('Enter a text.') } : {}),
    ...(url.trim() === '' || isWebAddress(url.trim())
      ? {}
      : { url: say('Enter an address that begins with http:// or https://, or leave it blank.') }),
  }
}

/** Converts a draft to the service's request for one platform. Blank fields are left out. */
export function toPost({ title, content, url }: Draft, platform: Platform): InputOf<'publish'> {
  return {
    platform,
    content,
    ...(title.trim() === '' ? {} : { title }),
    ...(url.trim() === '' ? {} : { url: url.trim() }),
  }
}

/** Returns true if two drafts have the same title, text and link, so that a preview of one is also valid for the other. Their platforms may differ. */
export function hasSameText(one: Draft, other: Draft): boolean {
  return one.title === other.title && one.content === other.content && one.url === other.url
}

/** Returns a copy of a draft in which a platform is selected (`isChosen`) or not. */
export function copyWithPlatform(draft: Draft, platform: Platform, isChosen: boolean): Draft {
  const platforms = PLATFORM_NAMES.filter((name) => (name === platform ? isChosen : draft.platforms.includes(name)))
  return { ...draft, platforms }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export type PublishAnswer = OutputOf<'publish'>

/** The state of one platform: its preview, the outcome, or the error. */
export type Target = { platform: Platform; isConnected: boolean; answer: PublishAnswer | null; error: unknown }

type OutcomeWords = { kind: NoticeKind; title: string; advice: string }

/**
 * Describes what happened to the post on one platform, or what the operator must do to publish it. Returns null if there is only a
 * preview and the post can be sent, or nothing yet.
 */
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

/** Returns true if the post can be sent to the platform: it is connected, and its preview had no error. */
export function canBeSent({ isConnected, answer, error }: Target): boolean {
  return isConnected && error === null && answer?.status === 'PREVIEW'
}

export type Platform = InputOf<'publish'>['platform']

/** The platforms the service can publish to, with their names. */
export const PLATFORMS = {
  bluesky: 'Bluesky',
  linkedin: 'LinkedIn',
  farcaster: 'Farcaster',
  discord: 'Discord',
  telegram: 'Telegram',
  reddit: 'Reddit',
} as const satisfies Record<Platform, string>

export const PLATFORM_NAMES = Object.keys(PLATFORMS) as readonly Platform[]

/** Returns the name of a platform, marked as not connected if it isn't in `connected`. Pass null for `connected` while it isn't known. */
export function formatPlatform(platform: Platform, connected: readonly Platform[] | null): string {
  const isMissing = connected !== null && !connected.includes(platform)
  return isMissing ? say('{name} · Not connected', { name: PLATFORMS[platform] }) : PLATFORMS[platform]
}
