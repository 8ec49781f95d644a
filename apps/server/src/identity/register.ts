import type { Transaction } from '../database/pool.ts'
import { RequestProblem } from '../http/problem.ts'
import { lockNode, type Node } from '../nodes/store.ts'
import type { EmailAddress } from './email.ts'
import { generateHandle } from './handles.ts'
import { addNode, liftNode, type NewNode } from './store.ts'

const MAX_DRAWS = 10

export type Registration = {
  email: EmailAddress
  /** As the caller chose it; blank or absent for a generated one. */
  handle?: string | undefined
  originDomain?: string
}

export type Registered = { node: Node; isNew: boolean }

/** Puts an e-mail address on the waiting list, or finds the node that it has; other changes of the node wait. */
export function subscribeNode(tx: Transaction, email: EmailAddress): Promise<Registered> {
  return findOrAdd(tx, { email }, 'SUBSCRIBED')
}

/** Makes a node that waits for its code, or finds the one that the e-mail address has, with the handle that it has. */
export async function registerNode(tx: Transaction, registration: Registration): Promise<Registered> {
  const registered = await findOrAdd(tx, registration, 'PENDING_VERIFICATION')
  if (registered.node.status !== 'SUBSCRIBED') return registered
  await liftNode(tx, registered.node.id, registration.originDomain ?? null)
  return { ...registered, node: { ...registered.node, status: 'PENDING_VERIFICATION' } }
}

// The INSERT decides: of two parallel calls one makes the node, and the other waits and then finds it.
async function findOrAdd(tx: Transaction, registration: Registration, status: NewNode['status']): Promise<Registered> {
  const { email, originDomain = null } = registration
  const chosen = registration.handle?.trim() || undefined
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    const handle = chosen ?? generateHandle()
    const places = { email: email.mailbox, emailKey: email.key, handle, status, originDomain, now: tx.now }
    const isNew = await addNode(tx, places)
    const node = await lockNode(tx, email.key)
    if (node) return { node, isNew }
    if (chosen) throw new RequestProblem('HANDLE_TAKEN', 'Another node has this handle.')
  }
  throw new Error(`${MAX_DRAWS} generated handles were taken`)
}
