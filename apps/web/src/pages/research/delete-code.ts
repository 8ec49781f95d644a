import { signal } from '@preact/signals'
import { ProblemError } from '@stillhere/client/http'
import { say } from '../../words/speak.ts'

/** The two parts of a delete code: the ID of the session and its token, which is shown once. */
export type UploadedSession = { sessionId: string; deleteToken: string }

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i
const TOKEN = /\bsd_[\w-]+/

/** Formats a delete code as one line: the session's ID and its token. */
export function formatDeleteCode({ sessionId, deleteToken }: UploadedSession): string {
  return `${sessionId} ${deleteToken}`
}

/** Finds a delete code in pasted text, such as the whole saved file. Returns null if the session's ID or the token is missing. */
export function parseDeleteCode(text: string): UploadedSession | null {
  const sessionId = UUID.exec(text)?.[0]
  const deleteToken = TOKEN.exec(text)?.[0]
  return sessionId === undefined || deleteToken === undefined ? null : { sessionId, deleteToken }
}

/** Formats the text file that holds a delete code and explains its use. `address` is the page at which to paste the code. */
export function formatDeleteNote(given: UploadedSession, address: string): string {
  return [
    say('With this code you can delete the motion you gave to research.'),
    say('Paste it at {address}', { address }),
    '',
    formatDeleteCode(given),
    '',
  ].join('\n')
}

const KEY = 'stillhere-research'

/**
 * The sessions uploaded from this tab, newest first. Phones reload pages by themselves, and an unsaved delete code would be lost.
 * The list ends with the tab.
 */
export const uploadedSessions = signal<readonly UploadedSession[]>(readStoredSessions())

/** Adds a session to the front of this tab's list of uploads, so that a reload doesn't lose its delete code. */
export function addUploadedSession(given: UploadedSession): void {
  saveSessions([given, ...uploadedSessions.peek()])
}

/** Removes a session from this tab's list of uploads. Call it after the service has deleted the session. */
export function removeUploadedSession(sessionId: string): void {
  saveSessions(uploadedSessions.peek().filter((one) => one.sessionId.toLowerCase() !== sessionId.toLowerCase()))
}

function saveSessions(list: readonly UploadedSession[]): void {
  uploadedSessions.value = list
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // A browser may block storage. Then the list lasts as long as the page.
  }
}

function readStoredSessions(): UploadedSession[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter(isUploadedSession) : []
  } catch {
    return []
  }
}

function isUploadedSession(value: unknown): value is UploadedSession {
  if (typeof value !== 'object' || value === null) return false
  const { sessionId, deleteToken } = value as Partial<Record<keyof UploadedSession, unknown>>
  return typeof sessionId === 'string' && typeof deleteToken === 'string'
}

type DeleteSteps = { remove: (session: UploadedSession) => Promise<unknown>; onGone: (sessionId: string) => void }

/**
 * Deletes sessions one by one with `remove` and calls `onGone` after each. A session that the service no longer has counts as deleted.
 * Throws at the first other failure and leaves the remaining sessions for a retry.
 */
export async function deleteSessions(
  sessions: readonly UploadedSession[],
  { remove, onGone }: DeleteSteps,
): Promise<void> {
  for (const session of sessions) {
    await remove(session).catch((error: unknown) => {
      if (!(error instanceof ProblemError) || error.code !== 'NOT_FOUND') throw error
    })
    onGone(session.sessionId)
  }
}
