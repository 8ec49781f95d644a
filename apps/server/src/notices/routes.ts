import { getNotices, setNotices, setReminder } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { demandOwner } from '../auth/authorize.ts'
import { serveTx } from '../http/endpoint.ts'
import { refuseFields } from '../problem.ts'
import type { Service } from '../service.ts'
import { judgeQuiet, judgeReminder } from './rules.ts'
import { readNotices, saveNotices, saveReminder } from './store.ts'

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

  serveTx(app, setReminder, async (tx, { body, request }) => {
    const { nodeId } = await demandOwner(tx, service, request)
    refuseFields(judgeReminder(body.reminder))
    await saveReminder(tx, nodeId, body.reminder)
    return readNotices(tx, nodeId)
  })
}
