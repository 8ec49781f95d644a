import { getNotices, setNotices } from '@stillhere/contract'
import { chooseLanguage } from '@stillhere/messages'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { toEmail } from '../../platform/email.ts'
import { serveTx } from '../../platform/http/endpoint.ts'
import { createBudget } from '../../platform/limits/budgets.ts'
import { spendExactly } from '../../platform/limits/store.ts'
import { requireNoProblems } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { requireOwner } from '../access/authorize.ts'
import { queueMailUnlimited } from '../mail/queue.ts'
import { findNodeById } from '../node-store.ts'
import { queueMessages } from './push.ts'
import { isQuiet, judgeQuiet, createPushText } from './rules.ts'
import { readNotices, saveNotices } from './store.ts'

/** Serves the owner's notice settings: mails on or off, and quiet hours. */
export function serveNotices(app: FastifyInstance, service: Service): void {
  serveTx(app, getNotices, async (tx, { request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    return readNotices(tx, nodeId)
  })

  serveTx(app, setNotices, async (tx, { body, request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    requireNoProblems(judgeQuiet(body.quiet))
    await saveNotices(tx, nodeId, body)
    return readNotices(tx, nodeId)
  })
}

/** A notice to the owner of a node that a site or an agent asks for an approval. */
type Notice = {
  nodeId: number
  /** The asker's name, which consists of visible characters. */
  asker: string
  /** The path of the page where the owner decides, like /approve/ID. */
  path: string
  /** The address of this service, for mails if PUBLIC_URL is not set; without it a mail says to open My node. */
  origin?: string | undefined
  expiresAt: Date
}

/**
 * Queues notices to the owner that a site or an agent asks for an approval: by mail if the owner wants mails, and to each push device. They
 * never contain the action. Returns `notified` false, and queues nothing, in quiet hours, after too many notices this hour, or if there is
 * neither mail nor device.
 */
export async function sendApprovalNotices(
  tx: Transaction,
  service: Service,
  notice: Notice,
): Promise<{ notified: boolean }> {
  const { nodeId, expiresAt } = notice
  const { mail, quiet } = await readNotices(tx, nodeId)
  if (isQuiet(quiet, tx.now)) return { notified: false }
  const node = await findNodeById(tx, nodeId)
  const budget = createBudget(tx, service, 'notice.approval', node.emailKey)
  if (!(await spendExactly(tx, budget)).ok) return { notified: false }
  const language = chooseLanguage([node.language ?? ''])
  const devices = await queueMessages(tx, service, { nodeId, text: createPushText(notice, language), expiresAt })
  if (mail) {
    const params = { asker: notice.asker, path: notice.path, origin: notice.origin ?? null }
    const to = toEmail(node.email).mailbox
    await queueMailUnlimited(tx, service, { kind: 'approval', to, params, expiresAt, language })
  }
  return { notified: mail || devices > 0 }
}
