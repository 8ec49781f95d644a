import { signal } from '@preact/signals'
import { say, sayCount } from '../../../words/speak.ts'
import { isPseudonym } from '../address.ts'
import type { UploadedSession } from '../delete-code.ts'

/** A session of strokes given with this browser, and its local date. */
export type GivenStrokes = UploadedSession & {
  day: string
  isUsable: boolean
  /** Whether the service keeps whole recordings of it. */
  isRecorded: boolean
}

/** The pseudonym and sessions that this browser remembers of the person who gives strokes with it. */
export type StrokeMemory = {
  /** Null before the first session, and after the service has deleted it. */
  pseudonym: string | null
  /** Whether the pseudonym came from another phone. */
  isFromElsewhere: boolean
  given: readonly GivenStrokes[]
}

const KEY = 'stillhere-research-strokes'
const EMPTY_MEMORY: StrokeMemory = { pseudonym: null, isFromElsewhere: false, given: [] }

/**
 * The sessions and the pseudonym that this browser remembers. They are in localStorage, so that a person is recognized on another day,
 * and include the delete codes, so that one press deletes everything. They don't identify the person.
 */
export const strokeMemory = signal<StrokeMemory>(
  runWithStorage(() => parseStrokeMemory(localStorage.getItem(KEY))) ?? EMPTY_MEMORY,
)

/** Records in this browser's memory that a session was uploaded under a pseudonym. */
export function recordStrokes(pseudonym: string, session: GivenStrokes): void {
  const before = strokeMemory.peek()
  saveMemory({ ...before, pseudonym, given: [session, ...before.given] })
}

/** Replaces the pseudonym in this browser's memory by the pseudonym of another phone, so that sessions of both phones belong together. */
export function setPseudonym(pseudonym: string): void {
  saveMemory({ ...strokeMemory.peek(), pseudonym, isFromElsewhere: true })
}

/** Removes the pseudonym from this browser's memory. The service issues a new pseudonym with the next session. */
export function removePseudonym(): void {
  saveMemory({ ...strokeMemory.peek(), pseudonym: null, isFromElsewhere: false })
}

/** Removes a session from this browser's memory. Call it after the service has deleted the session. */
export function removeStrokes(sessionId: string): void {
  const { given, ...rest } = strokeMemory.peek()
  saveMemory({ ...rest, given: given.filter((one) => one.sessionId.toLowerCase() !== sessionId.toLowerCase()) })
}

/** Records in this browser's memory that the service has deleted the whole recordings of a session. The session itself stays. */
export function removeRecordings(sessionId: string): void {
  const { given, ...rest } = strokeMemory.peek()
  saveMemory({
    ...rest,
    given: given.map((one) => (one.sessionId === sessionId ? { ...one, isRecorded: false } : one)),
  })
}

/** Deletes the pseudonym and all sessions from this browser's memory. The service keeps sessions that weren't deleted there before. */
export function deleteStrokeMemory(): void {
  saveMemory(EMPTY_MEMORY)
}

/** Parses this browser's stored memory. Malformed parts are dropped; null gives an empty memory. Throws if the text isn't JSON. */
export function parseStrokeMemory(text: string | null): StrokeMemory {
  const { pseudonym, isFromElsewhere, given }: Partial<Record<keyof StrokeMemory, unknown>> = Object(
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

// Sessions stored before recordings existed have no `isRecorded`.
function toGiven({ sessionId, deleteToken, day, isUsable, isRecorded }: StoredStrokes): GivenStrokes {
  return { sessionId, deleteToken, day, isUsable, isRecorded: isRecorded === true }
}

function saveMemory(next: StrokeMemory): void {
  strokeMemory.value = next
  const isEmpty = next.pseudonym === null && next.given.length === 0
  runWithStorage(() => (isEmpty ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, JSON.stringify(next))))
}

// A browser may block storage. Then the memory lasts as long as the page.
function runWithStorage<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** The welcome for a returning person. */
type WelcomeWords = { title: string; given: string; next: string }

/** Formats the local date of a moment, such as 2026-11-17. */
export function formatDay(moment: Date): string {
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** Describes what was given with this browser and what would help most next. Returns null if nothing is remembered. `today` is the local date, such as 2026-11-17. */
export function describeReturn(
  { pseudonym, isFromElsewhere, given }: StrokeMemory,
  today: string,
): WelcomeWords | null {
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
