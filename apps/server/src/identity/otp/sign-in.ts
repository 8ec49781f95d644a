import type { Transaction } from '../../platform/database/pool.ts'
import type { EmailAddress } from '../../platform/email.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { issueToken } from '../access/authorize.ts'
import { revokeAllTokens } from '../access/store.ts'
import { type Asking, noteNetwork, noteSignIn } from '../codes/asker.ts'
import { codeInvalid, forgiveTry, hashCode, hashEmail, type RightCode, useCode } from '../codes/check.ts'
import { readLink } from '../codes/link.ts'
import { spendCode } from '../codes/store.ts'
import { deleteLedger } from '../entropy/store.ts'
import { takeHandle } from '../handles/register.ts'
import { consumeInvite } from '../invites/invites.ts'
import { deleteScanDays } from '../motion/store.ts'
import { activateNode, isHandleHeld, lockNode, type Node, resetActivity, takeGenesisPlace } from '../nodes/store.ts'
import { addToTally, deleteActiveDays } from '../nodes/tally-store.ts'
import { forgetWaiting } from '../waitlist/join.ts'
import { removeProvisionalWallets } from '../wallet/store.ts'
import { inviteRequired } from './send.ts'

export type SignedIn = { node: Node; token: string }

/** A code that was guessed right; the handle is what the owner wants the node to have from its activation on. */
export type SignIn = { email: EmailAddress; code: RightCode; handle?: string | undefined; request: Asking }

/** Uses a code up and gives the node a token; the first time it activates the node. */
export async function signIn(
  tx: Transaction,
  service: Service,
  { email, code, handle, request }: SignIn,
): Promise<SignedIn | RequestProblem> {
  const node = await lockNode(tx, email.key)
  if (node?.activatedAt === null && handle !== undefined && (await isHandleHeld(tx, node.id, handle))) {
    await forgiveTry(tx, code)
    return new RequestProblem('HANDLE_TAKEN', HANDLE_TAKEN)
  }
  const { inviteId } = await useCode(tx, code)
  return letIn(tx, service, { node, mailbox: email.mailbox, inviteId, handle, request })
}

const HANDLE_TAKEN = 'Another node has this handle, or one that looks like it; the code stays good for another one.'

/** As signIn by the link beside the code, on whichever device the mail is read. It spends the code, and there is nothing to guess. */
export async function signInByLink(
  tx: Transaction,
  service: Service,
  { link, request }: { link: string; request: Asking },
): Promise<SignedIn | RequestProblem> {
  const linked = readLink(service.secrets, link)
  if (!linked) return codeInvalid()
  const { emailKey, askerHash, code } = linked
  const node = await lockNode(tx, emailKey)
  const codeHash = hashCode(service, emailKey, code)
  const spent = await spendCode(tx, { emailHash: hashEmail(service, emailKey), askerHash, codeHash, now: tx.now })
  if (!spent || !node) return codeInvalid()
  return letIn(tx, service, { node, mailbox: node.email, inviteId: spent.inviteId, handle: undefined, request })
}

type Shown = {
  node: Node | undefined
  mailbox: string
  inviteId: number | null
  handle: string | undefined
  request: Asking
}

/** Lets in whoever has shown that the mailbox is theirs. */
async function letIn(tx: Transaction, service: Service, shown: Shown): Promise<SignedIn | RequestProblem> {
  const { node, mailbox, inviteId, handle, request } = shown
  // Erased since the code was sent.
  if (!node) return codeInvalid()
  if (node.activatedAt) return welcomeBack(tx, service, { node, request })
  const problem = await payWithInvite(tx, service, { node, inviteId })
  if (problem) return problem
  // Whoever claimed the node before had not shown that the e-mail address is theirs.
  await revokeAllTokens(tx, node.id)
  await removeProvisionalWallets(tx, node.id)
  await forgetWaiting(tx, service, node.emailKey)
  await noteNetwork(tx, service, { node, request })
  const clean = await forgetActivity(tx, node.id)
  return welcome(tx, service, await activate(tx, await chooseHandle(tx, { ...clean, email: mailbox }, handle)))
}

async function forgetActivity(tx: Transaction, nodeId: number): Promise<Node> {
  await deleteScanDays(tx, nodeId)
  await deleteLedger(tx, nodeId)
  await deleteActiveDays(tx, nodeId)
  return resetActivity(tx, nodeId)
}

async function welcomeBack(
  tx: Transaction,
  service: Service,
  { node, request }: { node: Node; request: Asking },
): Promise<SignedIn> {
  await noteSignIn(tx, service, { node, request })
  return welcome(tx, service, node)
}

async function welcome(tx: Transaction, service: Service, node: Node): Promise<SignedIn> {
  return { node, token: await issueToken(tx, service, { nodeId: node.id, proved: true }) }
}

async function payWithInvite(
  tx: Transaction,
  service: Service,
  { node, inviteId }: { node: Node; inviteId: number | null },
): Promise<RequestProblem | undefined> {
  if (inviteId !== null) {
    return consumeInvite(tx, { id: inviteId, nodeId: node.id, emailHash: hashEmail(service, node.emailKey) })
  }
  return service.settings.invites === 'open' ? undefined : inviteRequired()
}

// Whoever registered the address first may have chosen a handle that its owner does not want.
async function chooseHandle(tx: Transaction, node: Node, handle: string | undefined): Promise<Node> {
  if (handle === undefined) return node
  await takeHandle(tx, node.id, handle)
  return { ...node, handle }
}

async function activate(tx: Transaction, node: Node): Promise<Node> {
  await addToTally(tx, 'humans', 1)
  const place = await takeGenesisPlace(tx, tx.now)
  const [activatedAt, genesisIndex] = place ? [place.at, place.index] : [tx.now, null]
  await activateNode(tx, { nodeId: node.id, email: node.email, at: activatedAt, genesisIndex })
  return { ...node, status: place ? 'GENESIS_NODE' : 'ACTIVE', activatedAt, genesisIndex }
}
