import { ProblemError } from '@stillhere/client/http'
import type { UploadedSession } from '../flow/delete-code.ts'

type Deleting = { remove: (session: UploadedSession) => Promise<unknown>; onGone: (sessionId: string) => void }

/** Deletes one session after the other. Those that are gone already are fine; the first other failure ends it, and the rest can be tried again. */
export async function deleteAll(sessions: readonly UploadedSession[], { remove, onGone }: Deleting): Promise<void> {
  for (const session of sessions) {
    await remove(session).catch((error: unknown) => {
      if (!(error instanceof ProblemError) || error.code !== 'NOT_FOUND') throw error
    })
    onGone(session.sessionId)
  }
}
