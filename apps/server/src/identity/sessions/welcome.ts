import type { SignedIn } from '@stillhere/contract'
import type { Transaction } from '../../platform/database/pool.ts'
import type { Service } from '../../platform/service.ts'
import { issueToken } from '../access/authorize.ts'
import { closeNode, type Node } from '../node-store.ts'

/**
 * Gives a node whose owner has shown who they are a token; from now on an address alone opens nothing. `waitsUntil` is that of a
 * sign-in by recovery code.
 */
export async function welcomeOwner(
  tx: Transaction,
  service: Service,
  node: Node,
  { waitsUntil = null }: { waitsUntil?: Date | null } = {},
): Promise<SignedIn> {
  if (service.settings.authMode !== 'open') await closeNode(tx, node.id, tx.now)
  return describeSignedIn(node, await issueToken(tx, service, { nodeId: node.id, proved: true, waitsUntil }))
}

/** Who has signed in, with the token. */
export function describeSignedIn(node: Node, token: string): SignedIn {
  return {
    success: true,
    email: node.email,
    status: node.status,
    node_handle: node.handle,
    is_genesis: node.genesisIndex !== null,
    genesis_index: node.genesisIndex,
    node_token: token,
  }
}
