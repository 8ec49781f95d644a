import { getNotices, setNotices } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { serveTx } from '../../platform/http/endpoint.ts'
import { refuseFields } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { demandOwner } from '../access/authorize.ts'
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
