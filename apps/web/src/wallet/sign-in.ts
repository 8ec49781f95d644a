import { service } from '../service.ts'
import { type Session, session, signIn } from '../session/session.ts'
import type { Signed } from './prepare.ts'

/** Signs in by a wallet alone. False for a wallet that is bound to no node. */
export async function signInByWallet(signed: Signed): Promise<boolean> {
  const { node_token: token, node_handle: nodeHandle, email } = await service.signInWithWallet(signed)
  if (token === undefined || email === undefined || nodeHandle === null) return false
  signIn({ email, nodeHandle, token })
  return true
}

/** Binds a wallet to the node of whoever is signed in; their token and a fresh code prove it. */
export async function bindWallet(signed: Signed, otp: string): Promise<void> {
  const who = session.peek()
  const { node_token: token } = await service.signInWithWallet({ ...signed, otp }, who ? { token: who.token } : {})
  if (who && token !== undefined) await changeToken(who, token)
}

// The answer brings a token of its own. The one before it goes, so that the list shows one for this tab; if that fails, the
// wallet is bound all the same, and the list shows two.
async function changeToken(who: Session, token: string): Promise<void> {
  const before = await service.listTokens({}, { token: who.token }).catch(() => ({ tokens: [] }))
  // Signed out meanwhile: then it stays so.
  if (session.peek()?.token !== who.token) return
  signIn({ ...who, token })
  const id = before.tokens.find(({ current }) => current)?.id
  if (id !== undefined) await service.revokeToken({ id }).catch(() => undefined)
}
