import { randomInt } from 'node:crypto'
import { getRecoveryCodes, makeRecoveryCodes, RECOVERY_CODES, signInWithRecoveryCode } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { serveTx } from '../../platform/http/endpoint.ts'
import { spendAddressBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { findWaitEnd, requireFreshSignIn, requireOwner } from '../access/authorize.ts'
import { describeSignedIn, issueOwnerToken } from '../access/sign-in.ts'
import { deleteOtherRecoverySignIns } from '../access/store.ts'
import { queueOwnerNotice } from '../mail/queue.ts'
import { lockNodeById } from '../node-store.ts'
import { createRecoveryCode, describeRecovery, parseRecoveryCode } from './rules.ts'
import { readRecovery, saveRecoveryCodes, spendRecoveryCode } from './store.ts'

/** Serves recovery codes, with which a person signs in after losing the mailbox, the passkey and the wallet: create, count the unused ones, sign in. */
export function serveRecovery(app: FastifyInstance, service: Service): void {
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
    const codes = Array.from({ length: RECOVERY_CODES }, () => createRecoveryCode(randomInt))
    const hashes = codes.map((code) => hashRecoveryCode(service, parseRecoveryCode(code) ?? ''))
    await saveRecoveryCodes(tx, { nodeId: node.id, hashes, now: tx.now })
    await queueOwnerNotice(tx, service, { node, event: 'recovery_codes' })
    return { codes, made_at: tx.now.toISOString() }
  })

  serveTx(app, signInWithRecoveryCode, {
    // A try is counted before the code is looked up.
    prepare: ({ request }) => spendAddressBudget(service, 'recovery.address', request),
    commit: async (tx, { body, request, reply }) => {
      reply.header('cache-control', 'no-store')
      const code = parseRecoveryCode(body.recovery_code)
      const hash = hashRecoveryCode(service, code ?? '')
      const nodeId = code === undefined ? undefined : await spendRecoveryCode(tx, hash, tx.now)
      const node = nodeId === undefined ? undefined : await lockNodeById(tx, nodeId)
      if (!node) return new RequestProblem('CODE_INVALID', 'This recovery code is wrong or was used before.')
      await queueOwnerNotice(tx, service, { node, event: 'recovery' })
      const waitsUntil = await findWaitEnd(tx, service, { nodeId: node.id, request })
      return describeSignedIn(node, await issueOwnerToken(tx, service, node, waitsUntil))
    },
  })
}

function hashRecoveryCode({ secrets }: Service, code: string): Buffer {
  return secrets.hash('recovery-code', code)
}
