import { nameDevice } from '../notices/device-name.ts'
import { service } from '../service.ts'
import { noteSession, session, type Session } from '../session/session.ts'

/** Signs this browser in: hands the token of a sign-in in for a cookie. Nothing keeps the token. */
export async function enter(token: string): Promise<Session> {
  const answer = await service.startSession({ device_name: nameDevice(navigator.userAgent) }, { token })
  const who = { email: answer.email, nodeHandle: answer.node_handle }
  noteSession(who)
  return who
}

/** Asks the service who is signed in. Where it cannot be reached, what the page knew stays. */
export async function confirmSession(): Promise<void> {
  const before = session.peek()
  const answer = await service.getSession({}).catch(() => null)
  // Somebody may have signed in or out meanwhile.
  if (answer === null || session.peek() !== before) return
  const now = answer.session && { email: answer.session.email, nodeHandle: answer.session.node_handle }
  if (now?.email !== before?.email || now?.nodeHandle !== before?.nodeHandle) noteSession(now)
}
