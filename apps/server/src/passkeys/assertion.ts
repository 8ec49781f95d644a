import { PasskeyAssertion } from '@stillhere/contract'
import type { Queries, Transaction } from '../database/pool.ts'
import { compileBodyCheck } from '../http/validation.ts'
import { tellOwner } from '../mail/notices.ts'
import { findNodeById } from '../nodes/store.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { loadLibrary } from './library.ts'
import { refusePasskey } from './register.ts'
import { isOwnOrigin, type RelyingParty, rpOf } from './rp.ts'
import { COPIED, deviceOf, explainRefusal } from './rules.ts'
import { countUse, findPasskey, readPasskeys, type StoredPasskey, suspectPasskey } from './store.ts'

type Signed = { nodeId: number; challenge: Buffer; response: unknown }

const findProblem = compileBodyCheck(PasskeyAssertion)

/**
 * Verifies that a passkey of the node signed the challenge, with user verification, and returns which device that is. The caller commits
 * a problem, too: a passkey whose counter does not grow is closed, and its owner gets a mail.
 */
export async function verifyAssertion(
  tx: Transaction,
  service: Service,
  { nodeId, challenge, response }: Signed,
): Promise<{ device: 'passkey' | 'attested' } | RequestProblem> {
  const rp = rpOf(service.settings)
  if (!rp) return refuse('This service is reached by an IP address, which cannot have passkeys.')
  if (findProblem(response)) return refuse('What came as the passkey’s signature cannot be read.')
  const assertion = response as PasskeyAssertion
  const passkey = await findPasskey(tx, nodeId, Buffer.from(assertion.id, 'base64url'))
  if (!passkey) return refuse('This passkey does not belong to this node.')
  if (passkey.suspectedAt !== null) return refuse(COPIED)
  const signed = await verifySignature(assertion, { passkey, rp, challenge })
  if (signed instanceof RequestProblem) return signed
  if (await countUse(tx, { id: passkey.id, ...signed, now: tx.now })) return { device: deviceOf(passkey) }
  if (await suspectPasskey(tx, passkey.id, tx.now))
    await tellOwner(tx, service, { node: await findNodeById(tx, nodeId), event: 'passkey_clone' })
  return refuse(COPIED)
}

/** The credential ids of a node's passkeys that may still sign, for a browser that is to use one of them. */
export async function listCredentialIds(db: Queries, nodeId: number): Promise<string[]> {
  const passkeys = await readPasskeys(db, nodeId)
  return passkeys
    .filter(({ suspectedAt }) => suspectedAt === null)
    .map(({ credentialId }) => credentialId.toString('base64url'))
}

const refuse = (message: string) => refusePasskey('/response', message)

type Expected = { passkey: StoredPasskey; rp: RelyingParty; challenge: Buffer }

async function verifySignature(
  { id, rawId, type, response }: PasskeyAssertion,
  { passkey, rp, challenge }: Expected,
): Promise<{ counter: number; backedUp: boolean } | RequestProblem> {
  try {
    const { decodeClientDataJSON, verifyAuthenticationResponse } = await loadLibrary()
    const { origin } = decodeClientDataJSON(response.clientDataJSON)
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
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
  } catch (error) {
    return refuse(explainRefusal(error))
  }
}
