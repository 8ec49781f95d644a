import { createClient } from '@stillhere/client/http'
import { formatDeviceName } from '../notices/browser.ts'
import type { ProblemWords } from '../parts/failure.tsx'
import { goTo } from '../router.ts'
import { service } from '../service.ts'
import { saveWaitingPage, saveSession, session, type Session } from '../session/session.ts'
import { formatMoment, say } from '../words/speak.ts'

/**
 * Ends the session at the service and signs this browser out in every tab. Rejects if the service can't be reached, because only it can end the
 * session.
 */
export async function signOut(): Promise<void> {
  await lastingService.endSession({})
  saveSession(null)
}

// `keepalive` completes the call even if the person closes the tab at once.
const lastingService = createClient({
  baseUrl: location.origin,
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
})

/** Revokes a node's token at the service, authenticated by the token itself. */
export async function revokeToken(token: string): Promise<void> {
  const holder = createClient({ baseUrl: location.origin, token })
  const { tokens } = await holder.listTokens()
  const current = tokens.find((one) => one.current)
  if (current) await holder.revokeToken({ id: current.id })
}

/** Forgets who is signed in, because the service has ended the session, and opens the sign-in page. The cookie stays. */
export function signInAgain(): void {
  saveSession(null)
  goTo('/join?way=sign-in')
}

/** Opens the sign-in page and stores the current page as the one to return to. Forgets who is signed in. */
export function openSignIn(): void {
  saveWaitingPage(location.pathname)
  signInAgain()
}

/** Exchanges the token from a sign-in for a session cookie of this browser, stores who is signed in, and returns it. The token isn't stored. */
export async function startSession(token: string): Promise<Session> {
  const answer = await service.startSession({ device_name: formatDeviceName(navigator.userAgent) }, { token })
  const who = { email: answer.email, nodeHandle: answer.node_handle }
  saveSession(who)
  return who
}

/**
 * Asks the service who is signed in and updates the stored session. If the service can't be reached, or the session has changed meanwhile,
 * nothing changes.
 */
export async function confirmSession(): Promise<void> {
  const before = session.peek()
  const answer = await service.getSession({}).catch(() => null)
  // The session may have changed meanwhile.
  if (answer === null || session.peek() !== before) return
  const now = answer.session && { email: answer.session.email, nodeHandle: answer.session.node_handle }
  if (now?.email !== before?.email || now?.nodeHandle !== before?.nodeHandle) saveSession(now)
}

/** Texts for the problem that an action has to wait after a sign-in by recovery code. They state the time from which it's allowed. */
export const RECOVERY_WAIT_WORDS: ProblemWords = {
  RECOVERY_WAIT: ({ detail }) => ({
    kind: 'warn',
    title: say('You signed in with a recovery code.'),
    advice: say(
      'In case someone stole it, this waits until {time}. You can do it now if you sign in with a passkey, a wallet or an emailed code.',
      { time: formatMoment(new Date(/\d{4}-\S+Z/.exec(detail)?.[0] ?? '')) },
    ),
    wayOut: { label: say('Sign in another way'), go: signInAgain },
  }),
}
