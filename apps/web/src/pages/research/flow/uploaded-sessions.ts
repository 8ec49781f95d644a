import { signal } from '@preact/signals'
import type { UploadedSession } from './delete-code.ts'

const KEY = 'stillhere-research'

/**
 * What was given from this tab, newest first. Phones reload pages by themselves, and then a code that nobody has kept yet would
 * be gone; like the session it ends with the tab.
 */
export const uploadedSessions = signal<readonly UploadedSession[]>(readStored())

export function rememberUpload(given: UploadedSession): void {
  keep([given, ...uploadedSessions.peek()])
}

export function forgetUpload(sessionId: string): void {
  keep(uploadedSessions.peek().filter((one) => one.sessionId.toLowerCase() !== sessionId.toLowerCase()))
}

function keep(list: readonly UploadedSession[]): void {
  uploadedSessions.value = list
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // A browser may forbid storage; then they are kept as long as the page.
  }
}

function readStored(): UploadedSession[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter(isUploaded) : []
  } catch {
    return []
  }
}

function isUploaded(value: unknown): value is UploadedSession {
  if (typeof value !== 'object' || value === null) return false
  const { sessionId, deleteToken } = value as Partial<Record<keyof UploadedSession, unknown>>
  return typeof sessionId === 'string' && typeof deleteToken === 'string'
}
