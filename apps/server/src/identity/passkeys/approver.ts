import {
  type ApproverBlock,
  type ApproverStatement,
  computeApproverChallenge,
  computeStatementDigest,
} from '@stillhere/receipt/approver'
import type { Transaction } from '../../platform/database/pool.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { verifyAssertion } from './assertion.ts'
import { readWebKey } from './library.ts'
import { refusePasskey } from './register.ts'
import type { SignedFor } from './rules.ts'

/** A statement that the key of a person signed: on which device, and the proof of it for a receipt. */
export type SignedStatement = { device: 'passkey' | 'attested'; statement: ApproverStatement; block: ApproverBlock }

type Given = { nodeId: number; statement: ApproverStatement; response: unknown; signedFor: SignedFor }

/**
 * Verifies that a passkey of the node signed this statement and no other, with user verification. The caller commits a problem, too, as of
 * verifyAssertion.
 */
export async function verifyStatement(
  tx: Transaction,
  service: Service,
  { nodeId, statement, response, signedFor }: Given,
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
