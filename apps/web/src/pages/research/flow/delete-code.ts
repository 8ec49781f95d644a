import { say } from '../../../words/speak.ts'

/** What deletes a session: its id and the token that was shown once. */
export type UploadedSession = { sessionId: string; deleteToken: string }

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i
const TOKEN = /\bsd_[\w-]+/

/** Both in one line, so that there is one thing to keep. */
export function deleteCode({ sessionId, deleteToken }: UploadedSession): string {
  return `${sessionId} ${deleteToken}`
}

/** Finds both in whatever was pasted: the line, or the whole saved file. Null where one is missing. */
export function parseDeleteCode(text: string): UploadedSession | null {
  const sessionId = UUID.exec(text)?.[0]
  const deleteToken = TOKEN.exec(text)?.[0]
  return sessionId === undefined || deleteToken === undefined ? null : { sessionId, deleteToken }
}

/** A file to keep, which says in words what it is for. */
export function deleteNote(given: UploadedSession, address: string): string {
  return [
    say('With this code you can delete the motion you gave to research.'),
    say('Paste it at {address}', { address }),
    '',
    deleteCode(given),
    '',
  ].join('\n')
}
