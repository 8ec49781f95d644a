import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { addPasskey as addPasskeyEndpoint, BodyOf } from '@stillhere/contract'
import { computeThumbprint } from '@stillhere/receipt/approver'
import type { Transaction } from '../../platform/database/pool.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { computeFingerprint, readDeviceTrust } from '../device-roots/trust.ts'
import { tellOwner } from '../mail/notices.ts'
import { lockNodeById } from '../nodes/store.ts'
import { readStatement } from './attestation.ts'
import { openChallenge, type PasskeyChallenge } from './challenge.ts'
import { loadLibrary, readWebKey } from './library.ts'
import { ALGORITHMS } from './options.ts'
import { isOwnOrigin, type RelyingParty } from './rp.ts'
import { explainRefusal } from './rules.ts'
import { addPasskey, isRegistered, type NewPasskey, type StoredPasskey, useChallenge } from './store.ts'

type Body = BodyOf<typeof addPasskeyEndpoint>

/** A passkey that a browser has made, and the challenge that it was made for. */
export type Made = { passkey: NewPasskey; issued: PasskeyChallenge }

/** Reads and verifies what a browser made for a node; 400 where it is not what was asked for. */
export async function readMade(
  service: Service,
  { token, response }: Body,
  { nodeId, rp }: { nodeId: number; rp: RelyingParty },
): Promise<Made> {
  const issued = openChallenge(service.secrets, token, service.now())
  if (issued?.nodeId !== nodeId)
    throw refusePasskey('/token', 'It is not of this node, or too old: ask for new options.')
  try {
    return { passkey: await verifyResponse(service, response, { issued, rp }), issued }
  } catch (error) {
    throw refusePasskey('/response', explainRefusal(error))
  }
}

async function verifyResponse(
  { db, settings, now }: Service,
  response: Body['response'],
  { issued, rp }: { issued: PasskeyChallenge; rp: RelyingParty },
): Promise<NewPasskey> {
  const { clientDataJSON, attestationObject, transports = [] } = response.response
  const { decodeClientDataJSON, verifyRegistrationResponse } = await loadLibrary()
  const { origin } = decodeClientDataJSON(clientDataJSON)
  const { object, format, root } = await readStatement(attestationObject, {
    readTrust: (aaguid) => readDeviceTrust(db, { settings, keys: [{ aaguid }], now: now() }),
    now: now(),
  })
  const verified = await verifyRegistrationResponse({
    response: toLibrary(response, object),
    expectedChallenge: issued.challenge,
    expectedOrigin: isOwnOrigin(rp, origin) ? origin : (rp.origin ?? 'http://localhost'),
    expectedRPID: rp.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!verified.verified) throw new Error('the signature of the attestation is wrong')
  const { credential, aaguid, credentialBackedUp, credentialDeviceType } = verified.registrationInfo
  if (credential.id !== response.id) throw new Error('the credential has another id')
  const key = await readWebKey(credential.publicKey)
  if (key === undefined) throw new Error('the kind of key is none of ES256, EdDSA and RS256')
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    thumbprint: computeThumbprint(key),
    counter: credential.counter,
    transports,
    backedUp: credentialBackedUp,
    // A key that may be copied to other devices says nothing about the one that holds it.
    attestedRoot: root && credentialDeviceType === 'singleDevice' ? computeFingerprint(root) : null,
    aaguid,
    format,
    askerId: issued.onlyFor?.rightId ?? null,
    onlyFor: issued.onlyFor?.id ?? null,
  }
}

function toLibrary(response: Body['response'], attestationObject: string): RegistrationResponseJSON {
  const { id, rawId, type } = response
  const { clientDataJSON } = response.response
  return { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} }
}

type Registration = { nodeId: number; made: Made; name: string }

/** Adds a passkey to its node, and tells the owner by mail. Its challenge is used up, also where the passkey has no place. */
export async function registerPasskey(
  tx: Transaction,
  service: Service,
  { nodeId, made, name }: Registration,
): Promise<StoredPasskey | RequestProblem> {
  const node = await lockNodeById(tx, nodeId)
  if (!node) return new RequestProblem('UNAUTHORIZED', 'This node has been erased.')
  if (!(await useChallenge(tx, made.issued))) return refusePasskey('/token', 'It was used before: ask for new options.')
  const added = await addPasskey(tx, made.passkey, { nodeId, name, now: tx.now })
  if (!added) return explainConflict(tx, made.passkey)
  await tellOwner(tx, service, { node, event: 'passkey' })
  return added
}

async function explainConflict(tx: Transaction, { credentialId }: NewPasskey): Promise<RequestProblem> {
  if (await isRegistered(tx, credentialId))
    return new RequestProblem('PASSKEY_TAKEN', 'This passkey is registered already.')
  return new RequestProblem('PASSKEY_LIMIT_REACHED', 'This node has ten passkeys. Remove one first.')
}

/** 400 for what came as a passkey, or as its signature. */
export function refusePasskey(pointer: string, message: string): RequestProblem {
  return new RequestProblem('PASSKEY_REFUSED', message, { errors: [{ pointer, message }] })
}
