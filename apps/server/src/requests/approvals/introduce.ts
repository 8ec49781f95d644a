import { randomUUID } from 'node:crypto'
import type { AllowedAsker, AnswerOf, startIntroduction } from '@stillhere/contract'
import { chooseLanguage } from '@stillhere/messages'
import { findNodeById } from '../../identity/node-store.ts'
import { refusePasskey } from '../../identity/passkeys/register.ts'
import { canSign } from '../../identity/passkeys/rules.ts'
import { readPasskeys, type StoredPasskey } from '../../identity/passkeys/store.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { isUuid } from '../../platform/database/sql.ts'
import { refuseField, RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { type Introduction, saveKnownKey, createIntroduction } from '../asker-store.ts'
import { createApprovalDraft, requireAllowedAsker, requireNamedAsker } from '../request/create.ts'
import { createBinding, computeActionDigest, describeAllowed } from '../request/rules.ts'
import { confirmUnmoved } from '../request/scan.ts'
import { addRequest, findRequest } from '../request/store.ts'
import { type ApprovalChallenge, issueApprovalReceipt, createPasskeyStatement } from './passkey.ts'

type StartedIntroduction = AnswerOf<typeof startIntroduction>
type IntroductionCall = { nodeId: number; asker: string; passkeyId: string; host: string | undefined }

/**
 * Creates the statement that a passkey signs to introduce its key to an asker. It is for the key that the asker knows now, if a passkey of the
 * person still has that key, and otherwise for the new key. Stores nothing. Throws 404 if the asker or the passkey is unknown, 400 if the
 * passkey can't be introduced.
 */
export async function startIntroductionOfKey(
  tx: Transaction,
  service: Service,
  { nodeId, asker: key, passkeyId, host }: IntroductionCall,
): Promise<StartedIntroduction> {
  const asker = await requireNamedAsker(tx, key)
  const allowed = await requireAllowedAsker(tx, nodeId, key)
  const passkeys = (await readPasskeys(tx, nodeId)).filter(({ suspectedAt }) => suspectedAt === null)
  const passkey = isUuid(passkeyId) ? passkeys.find(({ id }) => id === passkeyId) : undefined
  if (passkey === undefined) throw new RequestProblem('NOT_FOUND', 'This node has no such passkey that may sign.')
  const introduction = selectIntroduction(requireIntroducible(passkey, allowed.id), allowed.knownKey, passkeys)
  const action = createIntroduction(introduction)
  const id = randomUUID()
  const subject = {
    action: action.summary,
    action_digest: computeActionDigest(action),
    audience: asker.audience,
    nonce: id,
  }
  const signedFor = { askerId: allowed.id, knownKey: readSigner(introduction) }
  const test = asker.test || service.settings.sandbox
  return {
    ...(await createPasskeyStatement(tx, service, { id, nodeId, host, subject, signedFor, test, introduction })),
    action,
  }
}

/** Returns the thumbprint of a passkey that can be introduced to an asker; throws 400 for a passkey that is reserved for another asker. */
function requireIntroducible(passkey: StoredPasskey, askerId: number): string {
  if (!canSign(passkey, { askerId, knownKey: null }))
    throw refuseField('/passkey', 'must not be a passkey that is kept for another asker')
  if (passkey.thumbprint === null) throw refuseField('/passkey', 'must be a newer passkey: remove it, and add it again')
  return passkey.thumbprint
}

function selectIntroduction(key: string, knownKey: string | null, passkeys: readonly StoredPasskey[]): Introduction {
  const canReplace = knownKey !== key && passkeys.some(({ thumbprint }) => thumbprint === knownKey)
  return { key, replaces: canReplace ? knownKey : null }
}

/** Returns the thumbprint of the key that signs an introduction: the replaced one, or the new one if it replaces none. */
function readSigner({ key, replaces }: Introduction): string {
  return replaces ?? key
}

type SignedIntroduction = { asker: string; challenge: ApprovalChallenge; response: unknown }

/**
 * Verifies a signed introduction, stores it as a granted approval of its asker, and records the key that the asker knows from then on. Returns
 * the asker's permission, or a problem that the caller commits (see verifyStatement). The caller has spent the challenge.
 */
export async function addIntroduction(
  tx: Transaction,
  service: Service,
  { asker: key, challenge, response }: SignedIntroduction,
): Promise<AllowedAsker | RequestProblem> {
  const { approval: id, nodeId, statement, introduction } = challenge
  const asker = await requireNamedAsker(tx, key)
  const allowed = await requireAllowedAsker(tx, nodeId, key)
  const isMeant = introduction !== undefined && statement.audience === asker.audience
  // Another page may have introduced another key since.
  const isCurrent = introduction?.replaces === null || introduction?.replaces === allowed.knownKey
  if (!isMeant || !isCurrent)
    return refusePasskey('/token', 'It is not of this asker, or the key changed: start again.')
  const action = createIntroduction(introduction)
  const signedFor = { askerId: allowed.id, knownKey: readSigner(introduction) }
  const node = await findNodeById(tx, nodeId)
  const language = chooseLanguage([node.language ?? ''])
  const body = { action, method: 'passkey' } as const
  const approvers = [{ askerId: allowed.id, name: allowed.subject }]
  const draft = { ...createApprovalDraft(service, { asker, body, language, now: tx.now }), id, need: 1, approvers }
  const binding = createBinding({ ...draft, nonce: id })
  const { test } = draft
  const sealed = await issueApprovalReceipt(tx, service, {
    binding,
    test,
    nodeId,
    sharesKey: true,
    statement,
    response,
    signedFor,
  })
  if (sealed instanceof RequestProblem) return sealed
  await addRequest(tx, draft, tx.now)
  const found = await findRequest(tx, 'approval', id)
  const granted = found && (await confirmUnmoved(tx, service, { found, node, attest: async () => sealed }))
  // Rolls back: an introduction that is signed and not granted would stay open.
  if (granted === undefined || granted instanceof RequestProblem)
    throw granted ?? new Error('no introduction was added')
  await saveKnownKey(tx, { id: allowed.id, key: introduction.key }, tx.now)
  return describeAllowed(await requireAllowedAsker(tx, nodeId, key), tx.now)
}
