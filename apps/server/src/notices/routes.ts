import { getNotices, setNotices } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { demandOwner } from '../auth/authorize.ts'
import { serveTx } from '../http/endpoint.ts'
import { refuseFields } from '../problem.ts'
import type { Service } from '../service.ts'
import { judgeQuiet } from './rules.ts'
import { readNotices, saveNotices } from './store.ts'

export function noticesRoutes(app: FastifyInstance, service: Service): void {
  serveTx(app, getNotices, async (tx, { request }) => {
    const { nodeId } = await demandOwner(tx, service, request)
    return readNotices(tx, nodeId)
  })

  serveTx(app, setNotices, async (tx, { body, request }) => {
    const { nodeId } = await demandOwner(tx, service, request)
    refuseFields(judgeQuiet(body.quiet))
    await saveNotices(tx, nodeId, body)
    return readNotices(tx, nodeId)
  })
}
