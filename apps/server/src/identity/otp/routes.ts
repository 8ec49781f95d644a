import { randomInt } from 'node:crypto'
import { sendOtp, signInByLink, verifyOtp } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { type EmailAddress, toEmail } from '../../platform/email.ts'
import { serveTx } from '../../platform/http/endpoint.ts'
import { findIssuerName, readLanguage } from '../../platform/http/origin.ts'
import { refuseTooMany, spendAddressBudget } from '../../platform/limits/budgets.ts'
import { isLoopbackAddress } from '../../platform/loopback.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { issueToken } from '../access/authorize.ts'
import {
  type AskerRequest,
  describeSignedIn,
  findAsker,
  formatKnownBrowserCookie,
  recordNetwork,
  recordSignIn,
} from '../access/sign-in.ts'
import { revokeAllTokens } from '../access/store.ts'
import { deleteLedger, deleteScanDays } from '../activity-store.ts'
import {
  cancelTry,
  CODE_SECONDS,
  createCode,
  hashCode,
  hashEmail,
  listSendBudgets,
  openLink,
  refuseCode,
  requireRightCode,
  type RightCode,
  sealLink,
  spendAll,
  spendRightCode,
} from '../codes/codes.ts'
import { saveCode, spendCode } from '../codes/store.ts'
import { requireInviteForm, claimInvite, spendInvite } from '../invites/routes.ts'
import { deleteWaitingByEmail } from '../invites/waitlist.ts'
import { queueMail, queueOwnerNotice } from '../mail/queue.ts'
import { describeOutbox } from '../mail/transport.ts'
import {
  setActivated,
  addToTally,
  claimGenesisPlace,
  deleteActiveDays,
  isHandleHeld,
  lockNode,
  type Node,
  deleteActivity,
} from '../node-store.ts'
import { readChosenHandle, findOrAddPendingNode, saveFreeHandle } from '../register.ts'
import { isVerified } from '../wallet/rules.ts'
import { findBestBinding, deleteProvisionalWallets } from '../wallet/store.ts'

const OTHER_WAYS =
  'Too many codes were sent to this e-mail address. A passkey, a recovery code or a browser that has signed in before still signs in.'

/** Serves signing in by a mailed code or link. The first sign-in activates the node. */
export function serveOtp(app: FastifyInstance, service: Service): void {
  const { secrets, settings } = service

  serveTx(app, sendOtp, {
    prepare: async ({ body, request }) => {
      requireInviteForm(body.invite_code, settings)
      await app.spendCallerBudget('code.send.address', request)
    },
    commit: async (tx, { body, request }) => {
      const email = toEmail(body.email)
      const emailHash = hashEmail(service, email.key)
      let node = await lockNode(tx, email.key)
      let inviteId: number | null = null
      // A node with a proved wallet may ask for a code, too: the mailbox stays the root of the identity.
      const binding = node?.activatedAt ? await findBestBinding(tx, node.id) : undefined
      if (!node?.activatedAt) {
        const isInvited = body.invite_code !== undefined
        if (settings.invites === 'required' && !isInvited) throw refuseWithoutInvite()
        node = (await findOrAddPendingNode(tx, { email })).node
        if (isInvited && settings.invites !== 'open')
          inviteId = await claimInvite(tx, service, { code: body.invite_code ?? '', emailHash })
      }

      const asker = await findAsker(tx, service, { emailKey: email.key, node, request })
      const spent = await spendAll(tx, listSendBudgets(tx, service, asker))
      if (!spent.ok) throw refuseTooMany(spent.retryAfterSeconds, OTHER_WAYS)

      const code = createCode(randomInt)
      const codeHash = hashCode(service, email.key, code)
      const expiresAt = new Date(tx.now.getTime() + CODE_SECONDS * 1000)
      await saveCode(tx, { emailHash, askerHash: asker.hash, codeHash, inviteId, now: tx.now, expiresAt })
      // Last: all callers wait for the budgets that they share until this transaction ends.
      await queueMail(tx, service, {
        kind: 'code',
        // As first registered: on another server, another spelling may be another person's mailbox.
        to: toEmail(node.email).mailbox,
        params: {
          code,
          link: sealLink(secrets, { emailKey: email.key, askerHash: asker.hash, code }),
          origin: findIssuerName(settings, request) ?? null,
        },
        expiresAt,
        language: readLanguage(request),
        alsoPaidFrom: 'code.send.all',
      })
      return {
        success: true,
        skip_otp: isVerified(binding, settings.authMode),
        expires_in: CODE_SECONDS,
        delivery: settings.smtpUrl === undefined ? ('file' as const) : ('smtp' as const),
        // Only callers on the same machine may learn where files are.
        ...(settings.smtpUrl === undefined && isLoopbackAddress(request.ip)
          ? { mail_folder: describeOutbox(settings.dataDir, process.cwd()) }
          : {}),
      }
    },
  })

  serveTx(app, verifyOtp, {
    prepare: async ({ body, request }) => {
      await spendAddressBudget(service, 'code.try.address', request)
      const [email, handle] = [toEmail(body.email), readChosenHandle(body.node_handle)]
      return { email, handle, code: await requireRightCode(service, { emailKey: email.key, code: body.otp, request }) }
    },
    commit: async (tx, { prepared, request, reply }) => {
      const signedIn = await signIn(tx, service, { ...prepared, request })
      if (signedIn instanceof RequestProblem) return signedIn
      const cookie = formatKnownBrowserCookie(service, prepared.email.key, request)
      reply.headers({ 'cache-control': 'no-store', 'set-cookie': cookie })
      const { email: _, ...answer } = describeSignedIn(signedIn.node, signedIn.token)
      return answer
    },
  })

  // The link beside the code works on any device that reads the mail. It spends the code, and there is nothing to guess.
  serveTx(app, signInByLink, {
    prepare: ({ request }) => spendAddressBudget(service, 'code.try.address', request),
    commit: async (tx, { body, request, reply }) => {
      const linked = openLink(secrets, body.link)
      if (!linked) return refuseCode()
      const { emailKey, askerHash, code } = linked
      const node = await lockNode(tx, emailKey)
      const codeHash = hashCode(service, emailKey, code)
      const spent = await spendCode(tx, { emailHash: hashEmail(service, emailKey), askerHash, codeHash, now: tx.now })
      if (!spent || !node) return refuseCode()
      const signedIn = await signInOwner(tx, service, {
        node,
        mailbox: node.email,
        inviteId: spent.inviteId,
        handle: undefined,
        request,
      })
      if (signedIn instanceof RequestProblem) return signedIn
      const cookie = formatKnownBrowserCookie(service, emailKey, request)
      reply.headers({ 'cache-control': 'no-store', 'set-cookie': cookie })
      return describeSignedIn(signedIn.node, signedIn.token)
    },
  })
}

type NodeSession = { node: Node; token: string }

/**
 * Signs in with a code that was guessed right: spends the code, issues a token to the node and, if it isn't activated, activates it under
 * `handle`. Returns a problem, with the code still valid, if another node has the handle.
 */
export async function signIn(
  tx: Transaction,
  service: Service,
  {
    email,
    code,
    handle,
    request,
  }: { email: EmailAddress; code: RightCode; handle?: string | undefined; request: AskerRequest },
): Promise<NodeSession | RequestProblem> {
  const node = await lockNode(tx, email.key)
  if (node?.activatedAt === null && handle !== undefined && (await isHandleHeld(tx, node.id, handle))) {
    await cancelTry(tx, code)
    return new RequestProblem(
      'HANDLE_TAKEN',
      'Another node has this handle, or one that looks like it; the code stays good for another one.',
    )
  }
  const { inviteId } = await spendRightCode(tx, code)
  return signInOwner(tx, service, { node, mailbox: email.mailbox, inviteId, handle, request })
}

type OwnerAdmission = {
  node: Node | undefined
  mailbox: string
  inviteId: number | null
  handle: string | undefined
  request: AskerRequest
}

/** Issues a token to the owner of a mailbox, and activates the node if it isn't activated. Called after the code was checked. */
async function signInOwner(
  tx: Transaction,
  service: Service,
  { node, mailbox, inviteId, handle, request }: OwnerAdmission,
): Promise<NodeSession | RequestProblem> {
  // Erased since the code was sent.
  if (!node) return refuseCode()
  if (node.activatedAt) {
    const isKnown = await recordSignIn(tx, service, { node, request })
    if (!isKnown) await queueOwnerNotice(tx, service, { node, event: 'sign_in' })
    return { node, token: await issueToken(tx, service, { nodeId: node.id, proved: true }) }
  }
  if (inviteId === null && service.settings.invites !== 'open') return refuseWithoutInvite()
  const emailHash = hashEmail(service, node.emailKey)
  const problem = inviteId === null ? undefined : await spendInvite(tx, { id: inviteId, nodeId: node.id, emailHash })
  if (problem) return problem

  // Before, no caller had shown that this address was theirs, so what they stored for the node is deleted.
  await revokeAllTokens(tx, node.id)
  await deleteProvisionalWallets(tx, node.id)
  await deleteWaitingByEmail(tx, service, node.emailKey)
  await deleteScanDays(tx, node.id)
  await deleteLedger(tx, node.id)
  await deleteActiveDays(tx, node.id)
  const reset = await deleteActivity(tx, node.id)
  await recordNetwork(tx, service, { node, request })
  if (handle !== undefined) await saveFreeHandle(tx, node.id, handle)
  await addToTally(tx, 'humans', 1)
  const place = await claimGenesisPlace(tx, tx.now)
  const [activatedAt, genesisIndex] = place ? [place.at, place.index] : [tx.now, null]
  await setActivated(tx, { nodeId: node.id, email: mailbox, at: activatedAt, genesisIndex })
  const activated: Node = {
    ...reset,
    email: mailbox,
    handle: handle ?? reset.handle,
    status: place ? 'GENESIS_NODE' : 'ACTIVE',
    activatedAt,
    genesisIndex,
  }
  return { node: activated, token: await issueToken(tx, service, { nodeId: node.id, proved: true }) }
}

function refuseWithoutInvite(): RequestProblem {
  return new RequestProblem('INVITE_CODE_REQUIRED', 'An e-mail address that was never activated needs an invite code.')
}
