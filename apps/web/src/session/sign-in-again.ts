import { goTo } from '../router.ts'
import { signOut } from './session.ts'

/** Forgets a session that the service has ended, and leads to a new one: whoever still counts as signed in is not asked. */
export function signInAgain(): void {
  signOut()
  goTo('/join?way=sign-in')
}
