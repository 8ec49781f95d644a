import { addPushDevice, getPushKey, listPushDevices, MOST_PUSH_DEVICES, removePushDevice } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../platform/database/sql.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { demandOwner } from '../access/authorize.ts'
import { requireFreshSignIn } from '../access/fresh.ts'
import { listDevices, refuseBadDevice, saveDevice } from './devices.ts'
import { deleteDevice } from './store.ts'
import { deriveVapidKey } from './vapid.ts'

export function pushRoutes(app: FastifyInstance, service: Service): void {
  const { secrets } = service

  serve(app, getPushKey, async () => ({ public_key: deriveVapidKey(secrets).publicKey }))

  serveTx(app, addPushDevice, async (tx, { body, request }) => {
    const { nodeId } = await requireFreshSignIn(tx, service, { request })
    refuseBadDevice(service, body)
    return await saveDevice(tx, service, { nodeId, given: body })
  })

  serveTx(app, listPushDevices, async (tx, { request }) => {
    const { nodeId } = await demandOwner(tx, service, request)
    return { devices: await listDevices(tx, service, nodeId), most: MOST_PUSH_DEVICES }
  })

  serveTx(app, removePushDevice, async (tx, { params: { id }, request }) => {
    const { nodeId } = await demandOwner(tx, service, request)
    if (isUuid(id) && (await deleteDevice(tx, nodeId, id))) return { success: true }
    throw new RequestProblem('NOT_FOUND', 'This node has no such device.')
  })
}
