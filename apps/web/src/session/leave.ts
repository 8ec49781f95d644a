import { createClient } from '@stillhere/client/http'
import { goTo } from '../router.ts'
import { session, signOut } from './session.ts'

/** Signs this tab out at once, and asks the service to end the token as well. */
export function leave(): void {
  const left = session.peek()
  signOut()
  // Where the service cannot be reached, the token stays in the list of My node until it is revoked there.
  if (left) endToken(left.token).catch(() => {})
}

/** Ends a token at the service, whichever of the node's it is. */
export async function endToken(token: string): Promise<void> {
  const service = createClient({ baseUrl: location.origin, token })
  const { tokens } = await service.listTokens()
  const current = tokens.find((one) => one.current)
  if (current) await service.revokeToken({ id: current.id })
}

/** Forgets a session that the service has ended, and leads to a new one: whoever still counts as signed in is not asked. */
export function signInAgain(): void {
  signOut()
  goTo('/join?way=sign-in')
}
