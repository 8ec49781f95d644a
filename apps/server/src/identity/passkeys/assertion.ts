import { PasskeyAssertion } from '@stillhere/contract'
import type { Transaction } from '../../platform/database/pool.ts'
import { compileBodyCheck } from '../../platform/http/body.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { readDeviceTrust } from '../device-roots/trust.ts'
import { tellOwner } from '../mail/notices.ts'
import { findNodeById } from '../nodes/store.ts'
import { loadLibrary } from './library.ts'
import { refusePasskey } from './register.ts'
import { isOwnOrigin, type RelyingParty, rpOf } from './rp.ts'
import { COPIED, deviceOf, explainRefusal, maySign, type SignedFor, WRONG_KEY } from './rules.ts'
import { countUse, findPasskey, readPasskeys, type StoredPasskey, suspectPasskey } from './store.ts'

type Signed = {
  nodeId: number
  challenge: Buffer
  response: unknown
  /** Absent for a sign-in, which any passkey of the node makes. */
  signedFor?: SignedFor
}

const findProblem = compileBodyCheck(PasskeyAssertion)

/** A signature that was verified: on which device, and where the browser made it. */
type Asserted = {
  device: 'passkey' | 'attested'
  passkey: StoredPasskey
  assertion: PasskeyAssertion
  rpId: string
  origin: string
}

/**
 * Verifies that a passkey of the node signed the challenge, with user verification. The caller commits a problem, too: a passkey whose
 * counter does not grow is closed, and its owner gets a mail.
 */
export async function verifyAssertion(
  tx: Transaction,
  service: Service,
  { nodeId, challenge, response, signedFor }: Signed,
): Promise<Asserted | RequestProblem> {
  const rp = rpOf(service.settings)
  if (!rp) return refuse('This service is reached by an IP address, which cannot have passkeys.')
  if (findProblem(response)) return refuse('What came as the passkey’s signature cannot be read.')
  const assertion = response as PasskeyAssertion
  const passkey = await findPasskey(tx, nodeId, Buffer.from(assertion.id, 'base64url'))
  if (!passkey) return refuse('This passkey does not belong to this node.')
  if (passkey.suspectedAt !== null) return refuse(COPIED)
  if (signedFor !== undefined && !maySign(passkey, signedFor)) return refuse(WRONG_KEY)
  const signed = await verifySignature(assertion, { passkey, rp, challenge })
  if (signed instanceof RequestProblem) return signed
  const { counter, backedUp, origin } = signed
  if (await countUse(tx, { id: passkey.id, counter, backedUp, now: tx.now })) {
    const { settings } = service
    const device = deviceOf(passkey, await readDeviceTrust(tx, { settings, keys: [passkey], now: tx.now }))
    return { device, passkey, assertion, rpId: rp.id, origin }
  }
  if (await suspectPasskey(tx, passkey.id, tx.now))
    await tellOwner(tx, service, { node: await findNodeById(tx, nodeId), event: 'passkey_clone' })
  return refuse(COPIED)
}

/**
 * The credential ids of a node's passkeys that may sign, for a browser that is to use one of them; those of attested devices alone
 * where the node has any and level 3 is asked for.
 */
export async function listCredentialIds(
  tx: Transaction,
  { settings }: Service,
  { nodeId, assurance, signedFor }: { nodeId: number; assurance: number | undefined; signedFor: SignedFor },
): Promise<string[]> {
  const all = await readPasskeys(tx, nodeId)
  const passkeys = all.filter((one) => one.suspectedAt === null && maySign(one, signedFor))
  const trust = await readDeviceTrust(tx, { settings, keys: assurance === 3 ? passkeys : [], now: tx.now })
  const attested = assurance === 3 ? passkeys.filter((one) => deviceOf(one, trust) === 'attested') : []
  return (attested.length > 0 ? attested : passkeys).map(({ credentialId }) => credentialId.toString('base64url'))
}

const refuse = (message: string) => refusePasskey('/response', message)

type Expected = { passkey: StoredPasskey; rp: RelyingParty; challenge: Buffer }

async function verifySignature(
  { id, rawId, type, response }: PasskeyAssertion,
  { passkey, rp, challenge }: Expected,
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
