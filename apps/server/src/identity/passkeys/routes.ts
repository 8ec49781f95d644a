import {
  addPasskey,
  listPasskeys,
  MOST_PASSKEYS,
  RECOMMENDED_PASSKEYS,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { isUuid } from '../../platform/database/sql.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { spendAddressBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { requireOwner, requireFreshSignIn } from '../access/authorize.ts'
import { isAcceptingDevices, readDeviceTrust } from '../device-roots/trust.ts'
import { queueOwnerNotice } from '../mail/queue.ts'
import { findNodeById } from '../node-store.ts'
import { servePasskeySignIn } from './assertion.ts'
import { drawChallenge, readNewCredential, enrollPasskey, sealChallenge, createOptions } from './register.ts'
import { requireRelyingParty } from './rp.ts'
import { describePasskey } from './rules.ts'
import { deletePasskey, readPasskeys, updatePasskeyName as saveName, type StoredPasskey } from './store.ts'

/** Returns the right of an asker (`key`) to ask a node for approvals; throws 404 if the node doesn't allow it. */
type RequireAsker = (
  tx: Transaction,
  nodeId: number,
  key: string,
) => Promise<{ id: number; asker: { id: string; name: string } }>

/** Serves a node's passkeys: create, list, rename, remove, and sign in. `requireAllowedAsker` checks that a given asker may ask the node. */
export function servePasskeys(app: FastifyInstance, service: Service, requireAllowedAsker: RequireAsker): void {
  const { db, secrets, settings } = service
  const describe = async (tx: Transaction, passkey: StoredPasskey) =>
    describePasskey(passkey, await readDeviceTrust(tx, { settings, keys: [passkey], now: tx.now }))
  servePasskeySignIn(app, service)

  serve(app, startPasskey, async ({ body: { security_key: isSecurityKey = false, asker: key }, request }) => {
    await spendAddressBudget(service, 'passkey.address', request)
    const asked = await db.transaction(async (tx) => {
      const { nodeId } = await requireFreshSignIn(tx, service, { request })
      const asker = key === undefined ? null : await requireAllowedAsker(tx, nodeId, key)
      const onlyFor = asker && { rightId: asker.id, id: asker.asker.id }
      const drawn = drawChallenge({ nodeId, onlyFor }, tx.now)
      const passkeys = await readPasskeys(tx, nodeId)
      const isAttesting = await isAcceptingDevices(tx, { settings, now: tx.now })
      const askerName = asker?.asker.name ?? null
      return { node: await findNodeById(tx, nodeId), drawn, passkeys, isAttesting, askerName, isSecurityKey }
    })
    const options = await createOptions(service, { ...asked, rp: requireRelyingParty(settings, request.headers.host) })
    return {
      token: sealChallenge(secrets, asked.drawn),
      options,
      expires_at: asked.drawn.expiresAt.toISOString(),
    }
  })

  serveTx(app, addPasskey, {
    prepare: async ({ body, request }) => {
      await spendAddressBudget(service, 'passkey.address', request)
      const { nodeId } = await db.transaction((tx) => requireFreshSignIn(tx, service, { request }))
      return {
        nodeId,
        made: await readNewCredential(service, body, {
          nodeId,
          rp: requireRelyingParty(settings, request.headers.host),
        }),
      }
    },
    commit: async (tx, { body, prepared }) => {
      const added = await enrollPasskey(tx, service, { ...prepared, name: body.name?.trim() ?? 'Passkey' })
      return added instanceof RequestProblem ? added : describe(tx, added)
    },
  })

  serveTx(app, listPasskeys, async (tx, { request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    const passkeys = await readPasskeys(tx, nodeId)
    const trust = await readDeviceTrust(tx, { settings, keys: passkeys, now: tx.now })
    return {
      passkeys: passkeys.map((passkey) => describePasskey(passkey, trust)),
      recommended: RECOMMENDED_PASSKEYS,
      most: MOST_PASSKEYS,
      accepts_attested: await isAcceptingDevices(tx, { settings, now: tx.now }),
    }
  })

  serveTx(app, renamePasskey, async (tx, { params, body, request }) => {
    const { nodeId } = await requireFreshSignIn(tx, service, { request })
    const named = isUuid(params.id) && (await saveName(tx, { nodeId, id: params.id, name: body.name.trim() }))
    if (named) return describe(tx, named)
    throw refuseUnknownPasskey()
  })

  serveTx(app, removePasskey, async (tx, { params, request }) => {
    const { nodeId } = await requireFreshSignIn(tx, service, { request })
    if (!isUuid(params.id) || !(await deletePasskey(tx, nodeId, params.id))) throw refuseUnknownPasskey()
    await queueOwnerNotice(tx, service, { node: await findNodeById(tx, nodeId), event: 'passkey_removed' })
    return { success: true }
  })
}

function refuseUnknownPasskey(): RequestProblem {
  return new RequestProblem('NOT_FOUND', 'This node has no such passkey.')
}
