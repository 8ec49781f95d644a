import type { Transaction } from '../../platform/database/pool.ts'
import type { EmailAddress } from '../../platform/email.ts'
import { RequestProblem } from '../../platform/problem.ts'
import { addNode, isHandleTaken, liftNode, lockNode, type NewNode, type Node, saveHandle } from '../nodes/store.ts'
import { generateHandle, isGenerated, readChosenHandle } from './handles.ts'

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

/**
 * Makes a node that waits for its code, or finds the one that the e-mail address has. Until activation a chosen handle takes
 * the place of a generated one, but never that of another choice: a stranger could free somebody's handle for himself.
 */
export async function registerNode(tx: Transaction, registration: Registration): Promise<Registered> {
  const { node, isNew } = await findOrAdd(tx, registration, 'PENDING_VERIFICATION')
  if (isNew || node.activatedAt !== null) return { node, isNew }
  if (node.status === 'SUBSCRIBED') await liftNode(tx, node.id, registration.originDomain ?? null)
  const handle = await chooseHandle(tx, node, readChosenHandle(registration.handle))
  return { node: { ...node, handle, status: 'PENDING_VERIFICATION' }, isNew }
}

async function chooseHandle(tx: Transaction, node: Node, chosen: string | undefined): Promise<string> {
  if (chosen === undefined || !isGenerated(node.handle)) return node.handle
  await takeHandle(tx, node.id, chosen)
  return chosen
}

/** Gives a node a handle; throws where another node has it, or one that looks like it. */
export async function takeHandle(tx: Transaction, nodeId: number, handle: string): Promise<void> {
  try {
    await saveHandle(tx, nodeId, handle)
  } catch (error) {
    throw isHandleTaken(error) ? makeHandleTaken() : error
  }
}

/** 409: see `isHandleTaken`. */
export function makeHandleTaken(): RequestProblem {
  return new RequestProblem('HANDLE_TAKEN', 'Another node has this handle, or one that looks like it.')
}

// The INSERT decides: of two parallel calls one makes the node, and the other waits and then finds it.
async function findOrAdd(tx: Transaction, registration: Registration, status: NewNode['status']): Promise<Registered> {
  const { email, originDomain = null } = registration
  const chosen = readChosenHandle(registration.handle)
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    const handle = chosen ?? generateHandle()
    const places = { email: email.mailbox, emailKey: email.key, handle, status, originDomain, now: tx.now }
    const added = await addNode(tx, places)
    if (added) return { node: added, isNew: true }
    const node = await lockNode(tx, email.key)
    if (node) return { node, isNew: false }
    if (chosen) throw makeHandleTaken()
  }
  throw new Error(`${MAX_DRAWS} generated handles were taken`)
}
