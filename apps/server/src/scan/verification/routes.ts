import {
  advanceChallenge,
  type AnswerOf,
  type BodyOf,
  enrollPerson,
  requestChallenge,
  verifyPresence,
} from '@stillhere/contract'
import type { Challenge } from '@stillhere/engine'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireNodeAccess } from '../../identity/access/authorize.ts'
import { requireReachable } from '../../identity/device-roots/trust.ts'
import { countVerification, findNode } from '../../identity/node-store.ts'
import { listCredentialIds } from '../../identity/passkeys/assertion.ts'
import { findRelyingParty } from '../../identity/passkeys/rp.ts'
import type { SignedFor } from '../../identity/passkeys/rules.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { toDay } from '../../platform/day.ts'
import { toEmailKey } from '../../platform/email.ts'
import { requireResult } from '../../platform/http/body.ts'
import { serveTx } from '../../platform/http/endpoint.ts'
import { runOnCpuBudget, spendAddressBudget } from '../../platform/limits/budgets.ts'
import { refuseField } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import {
  createChallenge,
  type HandStatement,
  type IssuedChallenge,
  readBinding,
  sealChallenge,
} from '../challenge/challenge.ts'
import { recordStep, addLiveChallenge, toAction } from '../challenge/live.ts'
import { readEnrollmentBody } from '../enrollment/enrollment.ts'
import { issueEnrollment, judgeEnrollmentBody, requireOwnNode } from '../enrollment/routes.ts'
import { openSigningKey, selectKeyUse, RECEIPT_LIFETIME_MS } from '../receipts/issuer.ts'
import type { ScanTarget } from '../target.ts'
import { readAnswer } from './tasks.ts'
import { issueVerification, verifyAnswer } from './verify.ts'

/**
 * Registers the endpoints of scans: request a challenge, advance a live challenge, enroll, and verify presence. `scanTarget` gives access to the
 * check or approval that a scan may answer.
 */
export function serveVerification(app: FastifyInstance, service: Service, scanTarget: ScanTarget): void {
  serveTx(app, requestChallenge, {
    prepare: async ({ body, request }) => {
      await requirePossible(service, body)
      await spendAddressBudget(service, 'challenge.address', request)
    },
    commit: async (tx, { body, request }) => {
      const { issued, passkeys } = await issueChallenge(tx, service, { body, request, scanTarget })
      return { ...toAnswer(issued, sealChallenge(service.secrets, issued)), ...(passkeys && { passkeys }) }
    },
  })

  serveTx(app, advanceChallenge, {
    prepare: ({ request }) => spendAddressBudget(service, 'challenge.next.address', request),
    commit: (tx, { params: { id }, body }) =>
      recordStep(tx, service, { id, commitment: body.commitment, elapsedMs: body.elapsed_ms }),
  })

  serveTx(app, enrollPerson, {
    prepare: async ({ body: bytes, request }) => {
      await spendAddressBudget(service, 'enroll.address', request)
      const own = copyForTransfer(bytes)
      return runOnCpuBudget(service, request, async (metered) => {
        const read = requireResult(await metered.threads.run(readEnrollmentBody, own, [own.buffer]))
        return judgeEnrollmentBody(metered, read, request)
      })
    },
    commit: (tx, { prepared }) => issueEnrollment(tx, service, prepared),
  })

  serveTx(app, verifyPresence, {
    prepare: async ({ body: bytes, request }) => {
      await spendAddressBudget(service, 'verify.address', request)
      const own = copyForTransfer(bytes)
      return runOnCpuBudget(service, request, async (metered) => {
        const read = requireResult(await metered.threads.run(readAnswer, own, [own.buffer]))
        return verifyAnswer(metered, read, { request, scanTarget })
      })
    },
    commit: async (tx, { prepared, request }) => {
      const verification = await issueVerification(tx, service, { ...prepared, request, scanTarget })
      await countVerification(tx, verification.verified, toDay(tx.now))
      const strokes = verification.enrollment?.stroke_count
      if (strokes !== undefined) request.log.info({ strokes }, 'an enrollment has grown')
      return verification
    },
  })
}

type ChallengeBody = BodyOf<typeof requestChallenge>

/** Throws 400 for a challenge whose pace or assurance can never be reached. */
async function requirePossible(service: Service, { purpose, pace, assurance = 1 }: ChallengeBody): Promise<void> {
  if (pace === 'live' && purpose !== 'verify') throw refuseField('/pace', 'must be batch unless the purpose is verify')
  if (assurance > 1 && pace !== 'live') throw refuseField('/assurance', 'must be 1 unless the pace is live')
  await requireReachable(service, assurance)
}

async function issueChallenge(
  tx: Transaction,
  service: Service,
  { body, request, scanTarget }: { body: ChallengeBody; request: FastifyRequest; scanTarget: ScanTarget },
): Promise<{ issued: IssuedChallenge; passkeys: ChallengeAnswer['passkeys'] }> {
  const { purpose, email, pace } = body
  const node = email === undefined ? null : await findNamedNode(tx, service, { email, purpose, request })
  const asked = (await scanTarget.read(tx, service, { body, node, request })) ?? {
    binding: await readBinding(tx, service, { body, request, requireAudience: scanTarget.requireAudience }),
    assurance: body.assurance,
    test: false,
    signedFor: null,
  }
  const { binding, assurance } = asked
  const drawn = {
    purpose,
    node,
    ...(pace === 'live' && { pace }),
    ...(assurance && { assurance }),
    ...(binding && { binding }),
    ...('target' in asked && { target: asked.target }),
  }
  const issued = createChallenge(drawn, tx.now, service.random)
  if (issued.pace === 'live') await addLiveChallenge(tx, service, issued)
  const passkeys = await listPasskeys(tx, service, { ...issued, signedFor: asked.signedFor })
  if (passkeys === undefined) return { issued, passkeys }
  const { issuer } = await openSigningKey(tx, service, selectKeyUse(service.settings, asked.test))
  return { issued: { ...issued, statement: createScanStatement(issued, issuer.publicKey) }, passkeys }
}

async function findNamedNode(
  tx: Transaction,
  service: Service,
  { email, purpose, request }: { email: string; purpose: ChallengeBody['purpose']; request: FastifyRequest },
): Promise<IssuedChallenge['node']> {
  // Asked for now, too: a person should not scan for an enrollment that will be refused.
  if (purpose === 'enroll') await requireOwnNode(tx, service, { email, request })
  const found = await findNode(tx, toEmailKey(email))
  const { id, emailKey } = await requireNodeAccess(tx, service, { node: found, request })
  return { id, emailKey }
}

/** Lists the passkeys that may sign the scan; undefined if there are none. */
async function listPasskeys(
  tx: Transaction,
  service: Service,
  { node, pace, assurance, signedFor }: IssuedChallenge & { signedFor: SignedFor },
): Promise<ChallengeAnswer['passkeys']> {
  const rp = findRelyingParty(service.settings)
  if (pace !== 'live' || node === null || !rp) return undefined
  const credentialIds = await listCredentialIds(tx, service, { nodeId: node.id, assurance, signedFor })
  return credentialIds.length > 0 ? { rp_id: rp.id, credential_ids: credentialIds } : undefined
}

type ChallengeAnswer = AnswerOf<typeof requestChallenge>

function toAnswer(issued: IssuedChallenge, token: string): ChallengeAnswer {
  return {
    challenge_id: issued.id,
    challenge_token: token,
    pace: issued.pace ?? 'batch',
    stroke_count: issued.challenge.strokes.length,
    ...toTold(issued),
    ...(issued.statement && { statement: issued.statement }),
    ...(issued.further && { rounds: [issued.challenge, ...issued.further].map(toRound) }),
    ...(issued.extra && { extra_round: toRound(issued.extra) }),
    expires_at: issued.expiresAt.toISOString(),
  }
}

/** Describes the strokes that the caller learns at once: all of them or, at the live pace, only the first. */
function toTold({ challenge, pace }: IssuedChallenge): Pick<ChallengeAnswer, 'actions' | 'duration_ms'> {
  const { actions, duration_ms } = toRound(challenge)
  return { actions: pace === 'live' ? actions.slice(0, 1) : actions, duration_ms }
}

function toRound({ strokes, durationMs }: Challenge): Pick<ChallengeAnswer, 'actions' | 'duration_ms'> {
  const actions = strokes.map(toAction)
  return { actions, duration_ms: durationMs }
}

/** Copies bytes so that they can be transferred to a worker: pooled Buffers share one ArrayBuffer, which cannot be transferred. */
function copyForTransfer(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}

/**
 * Creates the statement that a passkey signs: all that the receipt will say. The level is fixed before it is known which passkey
 * signs, so it is the one that was asked for, and at least that of a passkey.
 */
function createScanStatement(
  { id, assurance = 1, binding = {}, expiresAt }: Pick<IssuedChallenge, 'id' | 'assurance' | 'binding' | 'expiresAt'>,
  issuer: string,
): HandStatement {
  return {
    action: binding.action ?? null,
    action_digest: binding.actionDigest ?? null,
    audience: binding.audience ?? null,
    nonce: binding.nonce ?? null,
    challenge_id: id,
    chain: null,
    issuer,
    method: 'hand',
    level: assurance === 3 ? 3 : 2,
    // A scan may end as late as its challenge, and its receipt is good for as long as any other from then on.
    not_after: new Date(expiresAt.getTime() + RECEIPT_LIFETIME_MS).toISOString(),
  }
}
