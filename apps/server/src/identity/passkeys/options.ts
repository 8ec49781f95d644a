import type { AnswerOf, startPasskey } from '@stillhere/contract'
import type { Service } from '../../platform/service.ts'
import type { Node } from '../nodes/store.ts'
import type { PasskeyChallenge } from './challenge.ts'
import { loadLibrary } from './library.ts'
import { type RelyingParty, RP_NAME } from './rp.ts'
import type { StoredPasskey } from './store.ts'

/** Ed25519, ECDSA with P-256, RSA, by their numbers of COSE (RFC 9053): what devices make and every Node can verify. */
export const ALGORITHMS = [-8, -7, -257]
/** For how long a browser waits for the person. */
export const TIMEOUT_MS = 120_000

type Asked = {
  node: Node
  rp: RelyingParty
  drawn: PasskeyChallenge
  passkeys: readonly StoredPasskey[]
  /** Whether any device is asked to show what it is. */
  isAttesting: boolean
  /** The name of the asker for which alone the passkey is to sign; null for one that signs for all. */
  askerName: string | null
  /** Whether it must be a device of its own, like one that is held to a phone. */
  isSecurityKey: boolean
}

/** What a browser is asked to make. The user handle is a keyed hash, which tells nobody whose it is. */
export async function writeOptions(
  { secrets }: Service,
  { node, rp, drawn, passkeys, isAttesting, askerName, isSecurityKey }: Asked,
): Promise<AnswerOf<typeof startPasskey>['options']> {
  const { generateRegistrationOptions } = await loadLibrary()
  // A device keeps one passkey for each user handle: one for an asker alone must not take the place of the others.
  const rightId = drawn.onlyFor?.rightId ?? null
  const whose = rightId === null ? String(node.id) : `${node.id} ${rightId}`
  const userName = askerName === null ? node.handle : `${node.handle} (${askerName})`
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: rp.id,
    userID: new Uint8Array(secrets.hash('passkey-user', whose)),
    userName,
    userDisplayName: userName,
    challenge: new Uint8Array(Buffer.from(drawn.challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return {
    rp: { id: rp.id, name: RP_NAME },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: TIMEOUT_MS,
    attestation: isAttesting ? 'direct' : 'none',
    excludeCredentials: passkeys
      .filter(({ askerId }) => askerId === rightId)
      .map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        type: 'public-key',
        transports,
      })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
      ...(isSecurityKey && { authenticatorAttachment: 'cross-platform' }),
    },
    ...(isSecurityKey && { hints: ['security-key'] }),
  }
}
