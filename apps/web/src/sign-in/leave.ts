import { createClient } from '@stillhere/client/http'
import { goTo } from '../router.ts'
import { noteSession } from '../session/session.ts'

/** Signs this browser out, in every tab. Throws where the service cannot be reached: only it can end the session. */
export async function leave(): Promise<void> {
  await lastingService.endSession({})
  noteSession(null)
}

// Whoever signs out and closes the tab at once is signed out all the same: the browser sends this call even without its page.
const lastingService = createClient({
  baseUrl: location.origin,
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
})

/** Ends a token at the service, whichever of the node's it is. */
export async function endToken(token: string): Promise<void> {
  const holder = createClient({ baseUrl: location.origin, token })
  const { tokens } = await holder.listTokens()
  const current = tokens.find((one) => one.current)
  if (current) await holder.revokeToken({ id: current.id })
}

/** Forgets a session that the service has ended, and leads to a new one. */
export function signInAgain(): void {
  noteSession(null)
  goTo('/join?way=sign-in')
}
