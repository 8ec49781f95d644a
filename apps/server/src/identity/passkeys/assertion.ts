import {
  type BodyOf,
  PasskeyAssertion,
  type SignedIn,
  signInWithPasskey,
  startPasskeySignIn,
} from '@stillhere/contract'
import {
  type ApproverBlock,
  type ApproverStatement,
  computeApproverChallenge,
  computeStatementDigest,
} from '@stillhere/receipt/approver'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { createBodyCheck } from '../../platform/http/body.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { spendAddressBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { describeSignedIn, issueOwnerToken, recordSignIn } from '../access/sign-in.ts'
import { readDeviceTrust } from '../device-roots/trust.ts'
import { queueOwnerNotice } from '../mail/queue.ts'
import { findNodeById, lockNodeById } from '../node-store.ts'
import { drawSignIn, openSignIn, refusePasskey, sealSignIn, type SignInChallenge, TIMEOUT_MS } from './register.ts'
import { requireRelyingParty, isOwnOrigin, loadLibrary, readWebKey, type RelyingParty, findRelyingParty } from './rp.ts'
import { COPIED, judgeDevice, explainRefusal, canSign, type SignedFor, WRONG_KEY } from './rules.ts'
import {
  countUse,
  findOwner,
  findPasskey,
  readPasskeys,
  type StoredPasskey,
  setSuspected,
  useChallenge,
} from './store.ts'

/** Serves signing in with a passkey, without an e-mail address: the browser offers the passkeys of this service. */
export function servePasskeySignIn(app: FastifyInstance, service: Service): void {
  const { secrets, settings } = service

  serve(app, startPasskeySignIn, async ({ request, reply }) => {
    await spendAddressBudget(service, 'passkey.address', request)
    reply.header('cache-control', 'no-store')
    const rp = requireRelyingParty(settings, request.headers.host)
    const drawn = drawSignIn(service.now())
    return {
      token: sealSignIn(secrets, drawn),
      options: { challenge: drawn.challenge, rpId: rp.id, timeout: TIMEOUT_MS, userVerification: 'required' as const },
      expires_at: drawn.expiresAt.toISOString(),
    }
  })

  serveTx(app, signInWithPasskey, {
    prepare: async ({ body, request }) => {
      await spendAddressBudget(service, 'passkey.address', request)
      requireRelyingParty(settings, request.headers.host)
      const issued = openSignIn(secrets, body.token, service.now())
      if (!issued) throw refusePasskey('/token', 'It is not of this service, or too old: ask for new options.')
      // Committed before the signature is verified.
      if (await service.db.transaction((tx) => useChallenge(tx, issued))) return issued
      throw refusePasskey('/response', 'It was used before: ask for new options.')
    },
    commit: (tx, { body, prepared: issued, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return signIn(tx, service, { issued, response: body.response, request })
    },
  })
}

type Attempt = {
  issued: SignInChallenge
  response: BodyOf<typeof signInWithPasskey>['response']
  request: FastifyRequest
}

async function signIn(
  tx: Transaction,
  service: Service,
  { issued, response, request }: Attempt,
): Promise<SignedIn | RequestProblem> {
  const nodeId = await findOwner(tx, Buffer.from(response.id, 'base64url'))
  const node = nodeId === undefined ? undefined : await lockNodeById(tx, nodeId)
  if (!node)
    return refusePasskey(
      '/response',
      'This passkey is not registered here any more. Sign in by mail, and add a new one.',
    )
  const challenge = Buffer.from(issued.challenge, 'base64url')
  const asserted = await verifyAssertion(tx, service, { nodeId: node.id, challenge, response })
  // Returned: a passkey that was copied is closed by it.
  if (asserted instanceof RequestProblem) return asserted
  const isKnown = await recordSignIn(tx, service, { node, request })
  if (!isKnown) await queueOwnerNotice(tx, service, { node, event: 'sign_in' })
  return describeSignedIn(node, await issueOwnerToken(tx, service, node))
}

/** A statement that a person's passkey signed for a receipt, with the kind of device, and the proof for the receipt. */
export type SignedStatement = { device: 'passkey' | 'attested'; statement: ApproverStatement; block: ApproverBlock }

type StatementInput = { nodeId: number; statement: ApproverStatement; response: unknown; signedFor: SignedFor }

/**
 * Verifies that a passkey of the node, with user verification, signed exactly this statement for a receipt, and returns the proof to
 * include in the receipt. The caller must commit the transaction even if a problem is returned; see verifyAssertion.
 */
export async function verifyStatement(
  tx: Transaction,
  service: Service,
  { nodeId, statement, response, signedFor }: StatementInput,
): Promise<SignedStatement | RequestProblem> {
  const digests = [computeStatementDigest(statement)]
  const challenge = Buffer.from(computeApproverChallenge(digests))
  const asserted = await verifyAssertion(tx, service, { nodeId, challenge, response, signedFor })
  if (asserted instanceof RequestProblem) return asserted
  const { device, passkey, assertion, rpId, origin } = asserted
  const key = await readWebKey(passkey.publicKey)
  if (key === undefined) return refusePasskey('/response', 'Receipts cannot name a key of its kind: make a new one.')
  const { clientDataJSON, authenticatorData, signature } = assertion.response
  const block: ApproverBlock = {
    scheme: 'webauthn',
    key,
    rp_id: rpId,
    origin,
    client_data: clientDataJSON,
    authenticator_data: authenticatorData,
    signature,
    challenge_id: statement.challenge_id,
    chain: statement.chain,
    digests,
    index: 0,
    // The model of a key is the service's word, and only certificates show it.
    aaguid: device === 'attested' ? passkey.aaguid : null,
  }
  return { device, statement, block }
}

type SignedChallenge = {
  nodeId: number
  challenge: Buffer
  response: unknown
  /** The asker that gets the signature. Omitted for a sign-in, for which any passkey of the node is accepted. */
  signedFor?: SignedFor
}

const findProblem = createBodyCheck(PasskeyAssertion)

/** A verified signature, with the passkey and its kind of device, and the origin of the page that requested it. */
type AssertionResult = {
  device: 'passkey' | 'attested'
  passkey: StoredPasskey
  assertion: PasskeyAssertion
  rpId: string
  origin: string
}

/**
 * Verifies that a passkey of the node, with user verification, signed the challenge. The caller must commit the transaction even if a
 * problem is returned: a passkey whose signature counter didn't increase is disabled as possibly copied, and the owner gets a mail.
 */
export async function verifyAssertion(
  tx: Transaction,
  service: Service,
  { nodeId, challenge, response, signedFor }: SignedChallenge,
): Promise<AssertionResult | RequestProblem> {
  const rp = findRelyingParty(service.settings)
  if (!rp) return refuse('This service is reached by an IP address, which cannot have passkeys.')
  if (findProblem(response)) return refuse('What came as the passkey’s signature cannot be read.')
  const assertion = response as PasskeyAssertion
  const passkey = await findPasskey(tx, nodeId, Buffer.from(assertion.id, 'base64url'))
  if (!passkey) return refuse('This passkey does not belong to this node.')
  if (passkey.suspectedAt !== null) return refuse(COPIED)
  if (signedFor !== undefined && !canSign(passkey, signedFor)) return refuse(WRONG_KEY)
  const signed = await verifySignature(assertion, { passkey, rp, challenge })
  if (signed instanceof RequestProblem) return signed
  const { counter, backedUp, origin } = signed
  if (await countUse(tx, { id: passkey.id, counter, backedUp, now: tx.now })) {
    const { settings } = service
    const device = judgeDevice(passkey, await readDeviceTrust(tx, { settings, keys: [passkey], now: tx.now }))
    return { device, passkey, assertion, rpId: rp.id, origin }
  }
  if (await setSuspected(tx, passkey.id, tx.now))
    await queueOwnerNotice(tx, service, { node: await findNodeById(tx, nodeId), event: 'passkey_clone' })
  return refuse(COPIED)
}

/**
 * Lists the credential ids of the node's passkeys with which a browser may sign now. For `assurance` 3, only passkeys of attested devices
 * if the node has any. `signedFor`: the asker that gets the signature, or null.
 */
export async function listCredentialIds(
  tx: Transaction,
  { settings }: Service,
  { nodeId, assurance, signedFor }: { nodeId: number; assurance: number | undefined; signedFor: SignedFor },
): Promise<string[]> {
  const all = await readPasskeys(tx, nodeId)
  const passkeys = all.filter((one) => one.suspectedAt === null && canSign(one, signedFor))
  const trust = await readDeviceTrust(tx, { settings, keys: assurance === 3 ? passkeys : [], now: tx.now })
  const attested = assurance === 3 ? passkeys.filter((one) => judgeDevice(one, trust) === 'attested') : []
  return (attested.length > 0 ? attested : passkeys).map(({ credentialId }) => credentialId.toString('base64url'))
}

const refuse = (message: string) => refusePasskey('/response', message)

type ExpectedAssertion = { passkey: StoredPasskey; rp: RelyingParty; challenge: Buffer }

async function verifySignature(
  { id, rawId, type, response }: PasskeyAssertion,
  { passkey, rp, challenge }: ExpectedAssertion,
): Promise<{ counter: number; backedUp: boolean; origin: string } | RequestProblem> {
  try {
    const { decodeClientDataJSON, verifyAuthenticationResponse } = await loadLibrary()
    const { origin, crossOrigin } = decodeClientDataJSON(response.clientDataJSON)
    // The person saw another site around it. Verifiers of receipts refuse it, too.
    if (crossOrigin === true) return refuse('It was made in a frame of another site.')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: isOwnOrigin(rp, origin) ? origin : (rp.origin ?? 'http://localhost'),
      expectedRPID: rp.id,
      requireUserVerification: true,
      // A counter that is not above zero is compared by the database, in the statement that raises it.
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    })
    if (!verified) return refuse(explainRefusal(undefined))
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp, origin }
  } catch (error) {
    return refuse(explainRefusal(error))
  }
}
