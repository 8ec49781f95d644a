import { randomUUID } from 'node:crypto'
import type { AnswerOf, startPasskeyApproval } from '@stillhere/contract'
import { computeUserId, findNodeById } from '../../identity/node-store.ts'
import { listCredentialIds, verifyStatement } from '../../identity/passkeys/assertion.ts'
import { refusePasskey, TIMEOUT_MS } from '../../identity/passkeys/register.ts'
import { requireRelyingParty } from '../../identity/passkeys/rp.ts'
import type { SignedFor } from '../../identity/passkeys/rules.ts'
import { useChallenge } from '../../identity/passkeys/store.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { refuseField, RequestProblem } from '../../platform/problem.ts'
import { openToken } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { issueReceipt, sealOutcome } from '../../scan/receipts/issue.ts'
import { openSigningKey, selectKeyUse, RECEIPT_LIFETIME_MS } from '../../scan/receipts/issuer.ts'
import { type Introduction, KEY_TYPES, readRedeemableMs } from '../asker-store.ts'
import { createBinding, findApprover, readSignedFor, refuseWeakMethod } from '../request/rules.ts'
import type { StoredApproval } from '../request/store.ts'

type StartedApproval = AnswerOf<typeof startPasskeyApproval>
type Statement = StartedApproval['statement']

/**
 * The statement that a passkey is to sign for one approval and one person, as it is sealed in a token. Only this service can write or read the
 * token.
 */
export type ApprovalChallenge = {
  approval: string
  nodeId: number
  statement: Statement
  expiresAt: string
  /** The keys of an introduction, if the approval is one; it is stored when it is signed. */
  introduction?: Introduction
}

/**
 * Creates the statement that a passkey of the node signs to grant this approval; it contains everything that the receipt will say. Throws 400
 * if the approval's method isn't passkey, 403 if the person accepts only stronger methods.
 */
export async function startApproval(
  tx: Transaction,
  service: Service,
  { approval, nodeId, host }: { approval: StoredApproval; nodeId: number; host: string | undefined },
): Promise<StartedApproval> {
  if (approval.method !== 'passkey') throw refuseField('/id', 'must be of an approval whose method is passkey')
  const weak = refuseWeakMethod(approval.method, (await findNodeById(tx, nodeId)).leastMethod)
  if (weak) throw weak
  const signedFor = readSignedFor(findApprover(approval, nodeId))
  const { action, actionDigest = null, audience, nonce = null } = createBinding(approval)
  const subject = { action, action_digest: actionDigest, audience, nonce }
  return createPasskeyStatement(tx, service, { id: approval.id, nodeId, host, subject, signedFor, test: approval.test })
}

type StatementInput = {
  id: string
  nodeId: number
  host: string | undefined
  subject: Pick<Statement, 'action' | 'action_digest' | 'audience' | 'nonce'>
  signedFor: SignedFor
  test: boolean
  introduction?: Introduction
}

/** Creates the statement that a passkey signs for an approval, sealed in a token, with the ids of the passkeys that may sign it. */
export async function createPasskeyStatement(
  tx: Transaction,
  service: Service,
  { id, nodeId, host, subject, signedFor, test, introduction }: StatementInput,
): Promise<StartedApproval> {
  const { settings, secrets } = service
  const rp = requireRelyingParty(settings, host)
  const { issuer } = await openSigningKey(tx, service, selectKeyUse(settings, test))
  const expiresAt = new Date(tx.now.getTime() + TIMEOUT_MS)
  // The receipt of an introduction is good for as long as its asker has to fetch it.
  const lifetimeMs = introduction ? readRedeemableMs({ type: KEY_TYPES.introduce }) : RECEIPT_LIFETIME_MS
  const statement: Statement = {
    ...subject,
    challenge_id: randomUUID(),
    chain: null,
    issuer: issuer.publicKey,
    method: 'passkey',
    level: 0,
    not_after: new Date(expiresAt.getTime() + lifetimeMs).toISOString(),
  }
  const until = expiresAt.toISOString()
  const challenge: ApprovalChallenge = {
    approval: id,
    nodeId,
    statement,
    expiresAt: until,
    ...(introduction && { introduction }),
  }
  return {
    token: secrets.seal('passkey-approval', JSON.stringify(challenge)).toString('base64url'),
    statement,
    rp_id: rp.id,
    credential_ids: await listCredentialIds(tx, service, { nodeId, assurance: undefined, signedFor }),
    expires_at: until,
  }
}

type PresentedToken = { token: string; pointer: string; nodeId: number; approval: string | null }

/**
 * Opens the token of a passkey statement, and spends its challenge in a transaction of its own, before the signature is verified. Throws 400
 * if the token is too old, was used before, or belongs to another node or approval. `approval`: its id, or null for an introduction;
 * `pointer`: the JSON pointer of the token's field.
 */
export async function redeemChallenge(
  { db, secrets, now }: Service,
  { token, pointer, nodeId, approval }: PresentedToken,
): Promise<ApprovalChallenge> {
  const text = openToken(secrets, 'passkey-approval', token)
  const challenge = text === null ? undefined : (JSON.parse(text) as ApprovalChallenge)
  const isMeant = approval === null ? challenge?.introduction !== undefined : challenge?.approval === approval
  const expiresAt = new Date(challenge?.expiresAt ?? 0)
  if (!isMeant || challenge?.nodeId !== nodeId || now() >= expiresAt)
    throw refusePasskey(pointer, 'It is not of this approval, or too old: start again.')
  const { challenge_id: id } = challenge.statement
  if (await db.transaction((tx) => useChallenge(tx, { id, expiresAt }))) return challenge
  throw refusePasskey(pointer, 'It was used before: start again.')
}

type SignedApproval = {
  binding: ReturnType<typeof createBinding>
  test: boolean
  nodeId: number
  sharesKey: boolean
  statement: Statement
  response: unknown
  signedFor: SignedFor
}

/**
 * Verifies that a passkey of the person signed the statement of an approval, issues the approval's receipt, and returns it sealed. Returns a
 * problem if the signature is refused; the caller commits (see verifyStatement).
 */
export async function issueApprovalReceipt(
  tx: Transaction,
  service: Service,
  { binding, test, nodeId, sharesKey, statement, response, signedFor }: SignedApproval,
): Promise<Buffer | RequestProblem> {
  const key = await openSigningKey(tx, service, selectKeyUse(service.settings, test))
  // The statement names the key before: no receipt of this one could show it.
  if (key.issuer.publicKey !== statement.issuer)
    return refusePasskey('/passkey/token', 'The key of this service has changed: start again, and sign once more.')
  const signed = await verifyStatement(tx, service, { nodeId, statement, response, signedFor })
  if (signed instanceof RequestProblem) return signed
  const receipt = await issueReceipt(tx, service, {
    userId: computeUserId(service.secrets, nodeId),
    nodeId,
    evidence: [],
    interval: { start: new Date(tx.now.getTime() - 1), end: tx.now },
    ...binding,
    isTest: test,
    // Nothing of a motion was seen or scored.
    confidence: 0,
    demand: { risk_level: 'low', threshold: 0, threshold_source: 'none' },
    assurance: { level: 0, pace: 'batch', device: signed.device },
    approval: { ...signed, key, isShared: sharesKey },
  })
  return sealOutcome(service, { receipt })
}
