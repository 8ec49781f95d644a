import { signal } from '@preact/signals'
import { say, sayCount } from '../../../words/speak.ts'
import { isPseudonym } from '../address.ts'
import type { UploadedSession } from '../delete-code.ts'

/** What to tell somebody who was here before; null to a stranger. */
type WelcomeWords = { title: string; given: string; next: string }

/** The day of a moment by this device's own clock, as 2026-11-17. */
export function dayOf(moment: Date): string {
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** Counts what was given with this browser, on how many days, and says what would help most now. */
export function describeReturn({ pseudonym, isFromElsewhere, given }: Remembered, today: string): WelcomeWords | null {
  if (pseudonym === null && given.length === 0) return null
  const usable = given.filter(({ isUsable }) => isUsable)
  if (usable.length === 0) return isFromElsewhere ? ARRIVED : UNUSABLE
  const days = new Set(usable.map(({ day }) => day))
  const sessions = sayCount(usable.length, 'one session', '{count} sessions')
  const onDays = sayCount(days.size, 'one day', '{count} days')
  return {
    title: say('Welcome back.'),
    given: isFromElsewhere
      ? say('You gave {sessions} on {days} with this phone, after starting on another.', { sessions, days: onDays })
      : say('You gave {sessions} on {days} with this phone.', { sessions, days: onDays }),
    next: days.has(today)
      ? say('Another session helps most on a different day.')
      : say('It’s a new day, so another session now helps a lot.'),
  }
}

const ARRIVED: WelcomeWords = {
  title: say('Welcome from your other phone!'),
  given: say('What you give here is stored under the same pseudonym.'),
  next: say('It shows what stays the same from phone to phone.'),
}

const UNUSABLE: WelcomeWords = {
  title: say('Welcome back.'),
  given: say('We couldn’t use anything you gave with this phone yet.'),
  next: say('Feel free to try again.'),
}

/** A session of strokes that was given with this browser, on which day of its clock. */
export type GivenStrokes = UploadedSession & {
  day: string
  isUsable: boolean
  /** Whether whole recordings of it are kept. */
  isRecorded: boolean
}

/** What this browser knows of whoever gives strokes with it. */
export type Remembered = {
  /** Null before the first session, and once the service has forgotten it. */
  pseudonym: string | null
  /** Whether the pseudonym came from another phone. */
  isFromElsewhere: boolean
  given: readonly GivenStrokes[]
}

const KEY = 'stillhere-research-strokes'
const NOBODY: Remembered = { pseudonym: null, isFromElsewhere: false, given: [] }

/**
 * Whoever gives strokes with this browser. In localStorage, for the same person must be known on another day; so are the delete
 * codes, that one press deletes all that was given here. Neither says who somebody is.
 */
export const remembered = signal<Remembered>(attempt(() => parseRemembered(localStorage.getItem(KEY))) ?? NOBODY)

/** Keeps a session that has arrived, and the pseudonym that it arrived under. */
export function rememberStrokes(pseudonym: string, session: GivenStrokes): void {
  const before = remembered.peek()
  keep({ ...before, pseudonym, given: [session, ...before.given] })
}

/** Goes on under the pseudonym of another phone. */
export function adoptPseudonym(pseudonym: string): void {
  keep({ ...remembered.peek(), pseudonym, isFromElsewhere: true })
}

/** Goes on without the pseudonym; the service gives a new one with the next session. */
export function dropPseudonym(): void {
  keep({ ...remembered.peek(), pseudonym: null, isFromElsewhere: false })
}

/** Forgets a session that is deleted. */
export function forgetStrokes(sessionId: string): void {
  const { given, ...rest } = remembered.peek()
  keep({ ...rest, given: given.filter((one) => one.sessionId.toLowerCase() !== sessionId.toLowerCase()) })
}

/** Notes that the recordings of a session are deleted. */
export function forgetRecordings(sessionId: string): void {
  const { given, ...rest } = remembered.peek()
  keep({ ...rest, given: given.map((one) => (one.sessionId === sessionId ? { ...one, isRecorded: false } : one)) })
}

/** Forgets everything; what was given stays with the service unless it was deleted before. */
export function forgetPerson(): void {
  keep(NOBODY)
}

/** What was kept, without whatever else may stand there. */
export function parseRemembered(text: string | null): Remembered {
  const { pseudonym, isFromElsewhere, given }: Partial<Record<keyof Remembered, unknown>> = Object(
    JSON.parse(text ?? 'null'),
  )
  return {
    pseudonym: isPseudonym(pseudonym) ? pseudonym : null,
    isFromElsewhere: isFromElsewhere === true,
    given: Array.isArray(given) ? given.filter(isGiven).map(toGiven) : [],
  }
}

type StoredStrokes = Omit<GivenStrokes, 'isRecorded'> & { isRecorded?: unknown }

function isGiven(value: unknown): value is StoredStrokes {
  const { sessionId, deleteToken, day, isUsable }: Partial<Record<keyof GivenStrokes, unknown>> = Object(value)
  return [sessionId, deleteToken, day].every((part) => typeof part === 'string') && typeof isUsable === 'boolean'
}

// Browsers remember sessions of before there were recordings.
function toGiven({ sessionId, deleteToken, day, isUsable, isRecorded }: StoredStrokes): GivenStrokes {
  return { sessionId, deleteToken, day, isUsable, isRecorded: isRecorded === true }
}

function keep(next: Remembered): void {
  remembered.value = next
  const isNobody = next.pseudonym === null && next.given.length === 0
  attempt(() => (isNobody ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, JSON.stringify(next))))
}

// A browser may forbid storage altogether; then it is remembered as long as the page.
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
