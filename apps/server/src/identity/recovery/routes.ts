import { randomInt } from 'node:crypto'
import {
  type AnswerOf,
  getRecoveryCodes,
  makeRecoveryCodes,
  RECOVERY_CODES,
  type SignedIn,
  signInWithRecoveryCode,
} from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { serveTx } from '../../platform/http/endpoint.ts'
import { spendAddressBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { requireOwner, findWaitEnd, requireFreshSignIn } from '../access/authorize.ts'
import { deleteOtherRecoverySignIns } from '../access/store.ts'
import { queueOwnerNotice } from '../mail/queue.ts'
import { lockNodeById, type Node } from '../node-store.ts'
import { welcomeOwner } from '../sessions/welcome.ts'
import { describeRecovery, newRecoveryCode, readRecoveryCode } from './rules.ts'
import { readRecovery, replaceRecoveryCodes, spendRecoveryCode } from './store.ts'

/** The way in for whoever lost the mailbox, the passkey and the wallet. */
export function recoveryRoutes(app: FastifyInstance, service: Service): void {
  serveTx(app, getRecoveryCodes, async (tx, { request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    return describeRecovery(await readRecovery(tx, nodeId))
  })

  serveTx(app, makeRecoveryCodes, async (tx, { request, reply }) => {
    reply.header('cache-control', 'no-store')

    const token = await requireFreshSignIn(tx, service, { request })
    const node = await lockNodeById(tx, token.nodeId)
    if (!node) throw new RequestProblem('UNAUTHORIZED', 'This node has been erased.')
    // New codes mean that the old ones may have been seen: sign-ins by them end, too.
    await deleteOtherRecoverySignIns(tx, token)
    return await makeCodes(tx, service, node)
  })

  serveTx(app, signInWithRecoveryCode, {
    // A try is counted before the code is looked up.
    prepare: ({ request }) => spendAddressBudget(service, 'recovery.address', request),
    commit: (tx, { body, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return enter(tx, service, { typed: body.recovery_code, request })
    },
  })
}

async function makeCodes(tx: Transaction, service: Service, node: Node): Promise<AnswerOf<typeof makeRecoveryCodes>> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(randomInt))
  const hashes = codes.map((code) => hashRecoveryCode(service, readRecoveryCode(code) ?? ''))
  await replaceRecoveryCodes(tx, { nodeId: node.id, hashes, now: tx.now })
  await queueOwnerNotice(tx, service, { node, event: 'recovery_codes' })
  return { codes, made_at: tx.now.toISOString() }
}

async function enter(
  tx: Transaction,
  service: Service,
  { typed, request }: { typed: string; request: FastifyRequest },
): Promise<SignedIn | RequestProblem> {
  const code = readRecoveryCode(typed)
  const hash = hashRecoveryCode(service, code ?? '')
  const nodeId = code === undefined ? undefined : await spendRecoveryCode(tx, hash, tx.now)
  const node = nodeId === undefined ? undefined : await lockNodeById(tx, nodeId)
  if (!node) return new RequestProblem('CODE_INVALID', 'This recovery code is wrong or was used before.')
  await queueOwnerNotice(tx, service, { node, event: 'recovery' })
  return welcomeOwner(tx, service, node, { waitsUntil: await findWaitEnd(tx, service, { nodeId: node.id, request }) })
}

function hashRecoveryCode({ secrets }: Service, code: string): Buffer {
  return secrets.hash('recovery-code', code)
}
