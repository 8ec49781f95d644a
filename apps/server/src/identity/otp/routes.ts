import { randomInt } from 'node:crypto'
import { type AnswerOf, sendOtp, signInByLink as signInByLinkEndpoint, verifyOtp } from '@stillhere/contract'
import type { Language } from '@stillhere/messages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { type EmailAddress, toEmail } from '../../platform/email.ts'
import { serveTx } from '../../platform/http/endpoint.ts'
import { findIssuerName, readLanguage } from '../../platform/http/origin.ts'
import { spendAddressBudget, refuseTooMany } from '../../platform/limits/budgets.ts'
import { isLoopbackAddress } from '../../platform/loopback.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { issueToken } from '../access/authorize.ts'
import { revokeAllTokens } from '../access/store.ts'
import { deleteLedger, deleteScanDays } from '../activity-store.ts'
import { type Asking, noteNetwork, noteSignIn, recognizeAsker } from '../codes/asker.ts'
import {
  CODE_SECONDS,
  refuseCode,
  computeExpiry,
  forgiveTry,
  hashCode,
  hashEmail,
  listSendBudgets,
  newCode,
  readLink,
  type RightCode,
  spendAll,
  requireRightCode,
  spendRightCode,
  writeLink,
} from '../codes/codes.ts'
import { type Browser, writeKnownBrowserCookie } from '../codes/known-browser.ts'
import { saveCode, spendCode } from '../codes/store.ts'
import { consumeInvite, demandInviteForm, reserveInvite } from '../invites/routes.ts'
import { forgetWaiting } from '../invites/waitlist.ts'
import { queueMail } from '../mail/queue.ts'
import { outboxName } from '../mail/transport.ts'
import {
  activateNode,
  addToTally,
  deleteActiveDays,
  isHandleHeld,
  lockNode,
  type Node,
  resetActivity,
  takeGenesisPlace,
} from '../node-store.ts'
import { readChosenHandle, registerNode, takeHandle } from '../register.ts'
import { describeSignedIn } from '../sessions/welcome.ts'
import { isVerified } from '../wallet/rules.ts'
import { findBestBinding, removeProvisionalWallets } from '../wallet/store.ts'

export function otpRoutes(app: FastifyInstance, service: Service): void {
  const { secrets, settings } = service

  serveTx(app, sendOtp, {
    prepare: async ({ body, request }) => {
      demandInviteForm(body.invite_code, service)
      await app.spendCallerBudget('code.send.address', request)
    },
    commit: async (tx, { body, request }) => {
      const { skipOtp, expiresIn } = await sendCode(tx, service, {
        email: toEmail(body.email),
        inviteCode: body.invite_code,
        request,
        origin: findIssuerName(settings, request) ?? null,
        language: readLanguage(request),
      })
      return { success: true, skip_otp: skipOtp, expires_in: expiresIn, ...deliveryTo(request.ip, settings) }
    },
  })

  serveTx(app, verifyOtp, {
    prepare: async ({ body, request }) => {
      await spendAddressBudget(service, 'code.try.address', request)
      const [email, handle] = [toEmail(body.email), readChosenHandle(body.node_handle)]
      return { email, handle, code: await requireRightCode(service, { emailKey: email.key, code: body.otp, request }) }
    },
    commit: async (tx, { prepared, request, reply }) => {
      const signed = await signIn(tx, service, { ...prepared, request })
      if (signed instanceof RequestProblem) return signed
      const browser = readBrowser(request, settings, prepared.email.key)
      reply.headers({ 'cache-control': 'no-store', 'set-cookie': writeKnownBrowserCookie(secrets, browser) })
      return toAnswer(signed)
    },
  })

  serveTx(app, signInByLinkEndpoint, {
    prepare: ({ request }) => spendAddressBudget(service, 'code.try.address', request),
    commit: async (tx, { body, request, reply }) => {
      const signed = await signInByLink(tx, service, { link: body.link, request })
      if (signed instanceof RequestProblem) return signed
      const browser = readBrowser(request, settings, signed.node.emailKey)
      reply.headers({ 'cache-control': 'no-store', 'set-cookie': writeKnownBrowserCookie(secrets, browser) })
      return describeSignedIn(signed.node, signed.token)
    },
  })
}

/** How a mail leaves this service. Where files lie is told on the same machine only. */
function deliveryTo(caller: string, { smtpUrl, dataDir }: Settings) {
  if (smtpUrl !== undefined) return { delivery: 'smtp' as const }
  const folder = isLoopbackAddress(caller) ? { mail_folder: outboxName(dataDir, process.cwd()) } : {}
  return { delivery: 'file' as const, ...folder }
}

function toAnswer({ node, token }: SignedIn): AnswerOf<typeof verifyOtp> {
  return {
    success: true,
    status: node.status,
    node_handle: node.handle,
    is_genesis: node.genesisIndex !== null,
    genesis_index: node.genesisIndex,
    node_token: token,
  }
}

function readBrowser({ headers, protocol }: FastifyRequest, { publicUrl }: Settings, emailKey: string): Browser {
  const isSecure = protocol === 'https' || publicUrl?.startsWith('https:') === true
  return { emailKey, cookies: headers.cookie, isSecure }
}

type SignedIn = { node: Node; token: string }

/** A code that was guessed right; the handle is what the owner wants the node to have from its activation on. */
type SignIn = { email: EmailAddress; code: RightCode; handle?: string | undefined; request: Asking }

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
  const { inviteId } = await spendRightCode(tx, code)
  return letIn(tx, service, { node, mailbox: email.mailbox, inviteId, handle, request })
}

const HANDLE_TAKEN = 'Another node has this handle, or one that looks like it; the code stays good for another one.'

/** As signIn by the link beside the code, on whichever device the mail is read. It spends the code, and there is nothing to guess. */
async function signInByLink(
  tx: Transaction,
  service: Service,
  { link, request }: { link: string; request: Asking },
): Promise<SignedIn | RequestProblem> {
  const linked = readLink(service.secrets, link)
  if (!linked) return refuseCode()
  const { emailKey, askerHash, code } = linked
  const node = await lockNode(tx, emailKey)
  const codeHash = hashCode(service, emailKey, code)
  const spent = await spendCode(tx, { emailHash: hashEmail(service, emailKey), askerHash, codeHash, now: tx.now })
  if (!spent || !node) return refuseCode()
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
  if (!node) return refuseCode()
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

type SendRequest = {
  email: EmailAddress
  inviteCode: string | undefined
  request: Asking
  /** Where the page is that the link in the mail leads to; null where nobody knows. */
  origin: string | null
  language: Language
}

/** Whether the code may be skipped, and for how many seconds one is good. */
type Sent = { skipOtp: boolean; expiresIn: number }

/** Sends a code by e-mail, to sign in or, with an invite, to join; whatever is refused undoes all of it. */
async function sendCode(tx: Transaction, service: Service, wanted: SendRequest): Promise<Sent> {
  const { email, inviteCode, request, origin, language } = wanted
  const known = await lockNode(tx, email.key)
  if (known?.activatedAt) return sendToMember(tx, service, { wanted, known })
  if (service.settings.invites === 'required' && inviteCode === undefined) throw inviteRequired()
  const { node } = await registerNode(tx, { email })
  const inviteId = await inviteFor(tx, service, wanted)
  await issueCode(tx, service, { email, node, inviteId, request, origin, language })
  return { skipOtp: false, expiresIn: CODE_SECONDS }
}

// The mailbox stays the root of the identity: a wallet that signs in without a code keeps nobody from asking for one.
async function sendToMember(
  tx: Transaction,
  service: Service,
  { wanted: { email, request, origin, language }, known }: { wanted: SendRequest; known: Node },
): Promise<Sent> {
  await issueCode(tx, service, { email, node: known, inviteId: null, request, origin, language })
  const binding = await findBestBinding(tx, known.id)
  return { skipOtp: isVerified(binding, service.settings.authMode), expiresIn: CODE_SECONDS }
}

function inviteRequired(): RequestProblem {
  return new RequestProblem('INVITE_CODE_REQUIRED', 'An e-mail address that was never activated needs an invite code.')
}

async function inviteFor(
  tx: Transaction,
  service: Service,
  { email, inviteCode }: SendRequest,
): Promise<number | null> {
  if (inviteCode === undefined || service.settings.invites === 'open') return null
  return reserveInvite(tx, service, { code: inviteCode, emailHash: hashEmail(service, email.key) })
}

const OTHER_WAYS =
  'Too many codes were sent to this e-mail address. A passkey, a recovery code or a browser that has signed in before still signs in.'

type Issue = Pick<SendRequest, 'email' | 'request' | 'origin' | 'language'> & { node: Node; inviteId: number | null }

async function issueCode(tx: Transaction, service: Service, issue: Issue): Promise<void> {
  const { email, node, inviteId, request, origin, language } = issue
  const asker = await recognizeAsker(tx, service, { emailKey: email.key, node, request })
  const spent = await spendAll(tx, listSendBudgets(tx, service, asker))
  if (!spent.ok) throw refuseTooMany(spent.retryAfterSeconds, OTHER_WAYS)
  const code = newCode(randomInt)
  const expiresAt = computeExpiry(tx.now)
  const key = { emailHash: hashEmail(service, email.key), askerHash: asker.hash }
  await saveCode(tx, { ...key, codeHash: hashCode(service, email.key, code), inviteId, now: tx.now, expiresAt })
  const link = writeLink(service.secrets, { emailKey: email.key, askerHash: asker.hash, code })
  const params = { code, link, origin }
  // Last: everybody waits for what all callers share until the transaction ends.
  const to = mailboxOf(node.email)
  await queueMail(tx, service, { kind: 'code', to, params, expiresAt, language, alsoPaidFrom: 'code.send.all' })
}

// As first registered: another spelling may, on a strange server, be another person's mailbox.
function mailboxOf(registered: string): string {
  return toEmail(registered).mailbox
}
