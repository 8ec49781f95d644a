import { randomUUID } from 'node:crypto'
import type { AnswerOf, startPasskeyApproval } from '@stillhere/contract'
import type { Transaction } from '../database/pool.ts'
import { findNodeById } from '../nodes/store.ts'
import { computeUserId } from '../nodes/user-id.ts'
import { verifyStatement } from '../passkeys/approver.ts'
import { listCredentialIds } from '../passkeys/assertion.ts'
import { TIMEOUT_MS } from '../passkeys/options.ts'
import { refusePasskey } from '../passkeys/register.ts'
import { demandRp } from '../passkeys/rp.ts'
import { useChallenge } from '../passkeys/store.ts'
import { fieldProblem, RequestProblem } from '../problem.ts'
import { issueReceipt } from '../receipts/issue.ts'
import { activeSigningKey, chooseKeyUse } from '../receipts/issuer.ts'
import { sealOutcome } from '../receipts/outcome.ts'
import { RECEIPT_LIFETIME_MS } from '../receipts/rules.ts'
import { bindToRequest, refuseWeakMethod } from '../requests/rules.ts'
import type { StoredApproval } from '../requests/store.ts'
import { openToken } from '../secrets.ts'
import type { Service } from '../service.ts'

type StartedApproval = AnswerOf<typeof startPasskeyApproval>
type Statement = StartedApproval['statement']

/** The statement that a passkey is to sign for one approval and one person, as its token holds it. Only this service can write or read one. */
type ApprovalChallenge = { approval: string; nodeId: number; statement: Statement; expiresAt: string }

/** States what a passkey of the node is to sign to grant this approval: all that its receipt will say. */
export async function startApproval(
  tx: Transaction,
  service: Service,
  { approval, nodeId, host }: { approval: StoredApproval; nodeId: number; host: string | undefined },
): Promise<StartedApproval> {
  const { settings, secrets } = service
  if (approval.method !== 'passkey') throw fieldProblem('/id', 'must be of an approval whose method is passkey')
  const weak = refuseWeakMethod(approval.method, (await findNodeById(tx, nodeId)).leastMethod)
  if (weak) throw weak
  const rp = demandRp(settings, host)
  const { issuer } = await activeSigningKey(tx, service, chooseKeyUse(settings, approval.test))
  const { action, actionDigest = null, audience, nonce = null } = bindToRequest(approval)
  const expiresAt = new Date(tx.now.getTime() + TIMEOUT_MS)
  const statement: Statement = {
    action,
    action_digest: actionDigest,
    audience,
    nonce,
    challenge_id: randomUUID(),
    chain: null,
    issuer: issuer.publicKey,
    method: 'passkey',
    level: 0,
    not_after: new Date(expiresAt.getTime() + RECEIPT_LIFETIME_MS).toISOString(),
  }
  const challenge: ApprovalChallenge = { approval: approval.id, nodeId, statement, expiresAt: expiresAt.toISOString() }
  return {
    token: secrets.seal('passkey-approval', JSON.stringify(challenge)).toString('base64url'),
    statement,
    rp_id: rp.id,
    credential_ids: await listCredentialIds(tx, service, { nodeId, assurance: undefined }),
    expires_at: challenge.expiresAt,
  }
}

/**
 * Uses up the challenge in a token, and commits that before its signature is verified. Throws 400 for a token that is not of this approval
 * and node, is too old, or was used before.
 */
export async function redeemChallenge(
  { db, secrets, now }: Service,
  { token, approval, nodeId }: { token: string; approval: string; nodeId: number },
): Promise<Statement> {
  const text = openToken(secrets, 'passkey-approval', token)
  const challenge = text === null ? undefined : (JSON.parse(text) as ApprovalChallenge)
  const isOwn = challenge?.approval === approval && challenge.nodeId === nodeId
  const expiresAt = new Date(challenge?.expiresAt ?? 0)
  if (!isOwn || now() >= expiresAt)
    throw refusePasskey('/passkey/token', 'It is not of this approval, or too old: start again.')
  const { statement } = challenge
  if (await db.transaction((tx) => useChallenge(tx, { id: statement.challenge_id, expiresAt }))) return statement
  throw refusePasskey('/passkey/token', 'It was used before: start again.')
}

type Signing = { open: StoredApproval; nodeId: number; sharesKey: boolean; statement: Statement; response: unknown }

/**
 * Verifies that a passkey of the person signed the statement of a locked approval, and issues its receipt, sealed. The caller commits a
 * problem, too, as of verifyStatement.
 */
export async function attestApproval(
  tx: Transaction,
  service: Service,
  { open, nodeId, sharesKey, statement, response }: Signing,
): Promise<Buffer | RequestProblem> {
  const key = await activeSigningKey(tx, service, chooseKeyUse(service.settings, open.test))
  // The statement names the key before: no receipt of this one could show it.
  if (key.issuer.publicKey !== statement.issuer)
    return refusePasskey('/passkey/token', 'The key of this service has changed: start again, and sign once more.')
  const signed = await verifyStatement(tx, service, { nodeId, statement, response })
  if (signed instanceof RequestProblem) return signed
  const receipt = await issueReceipt(tx, service, {
    userId: computeUserId(service.secrets, nodeId),
    nodeId,
    evidence: [],
    interval: { start: new Date(tx.now.getTime() - 1), end: tx.now },
    ...bindToRequest(open),
    isTest: open.test,
    // Nothing of a motion was seen or scored.
    confidence: 0,
    demand: { risk_level: 'low', threshold: 0, threshold_source: 'none' },
    assurance: { level: 0, pace: 'batch', device: signed.device },
    approval: { ...signed, key, isShared: sharesKey },
  })
  return sealOutcome(service, { receipt })
}
