import { service } from '../service.ts'
import { enter } from '../sign-in/enter.ts'
import { endToken } from '../sign-in/leave.ts'
import type { Signed } from './prepare.ts'

/** Signs in by a wallet alone. False for a wallet that is bound to no node. */
export async function signInByWallet(signed: Signed): Promise<boolean> {
  const { node_token: token } = await service.signInWithWallet(signed)
  if (token === undefined) return false
  await enter(token)
  return true
}

/** Binds a wallet to the node that is signed in; its session proves it. */
export async function bindWallet(signed: Signed): Promise<void> {
  const { node_token: token } = await service.signInWithWallet(signed)
  // The answer brings a token, which a browser that is signed in does not need. If it cannot be ended, the list shows it.
  if (token !== undefined) await endToken(token).catch(() => undefined)
}
