import { type AnswerOf, recordMotion } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { toDay, countSecondsToNextDay } from '../../platform/day.ts'
import { toEmailKey } from '../../platform/email.ts'
import { serveTx } from '../../platform/http/endpoint.ts'
import { refuseTooMany } from '../../platform/limits/budgets.ts'
import type { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { requireNodeAccess } from '../access/authorize.ts'
import { MAX_SCANS_PER_DAY, spendScan } from '../activity-store.ts'
import {
  addScansToTally,
  addToTally,
  lockNode,
  recordActivity,
  type Node,
  addScan,
  toScansTallyName,
} from '../node-store.ts'

type Answer = AnswerOf<typeof recordMotion>

/** Serves the recording of motion scans: at most three a day count for a node. */
export function serveMotion(app: FastifyInstance, service: Service): void {
  serveTx(app, recordMotion, async (tx, { body, request }) => {
    const found = await lockNode(tx, toEmailKey(body.email))
    return record(tx, await requireNodeAccess(tx, service, { node: found, request }))
  })
}

async function record(tx: Transaction, node: Node): Promise<Answer | RequestProblem> {
  const day = toDay(tx.now)
  const scansToday = await spendScan(tx, node.id, day)
  if (scansToday === undefined) {
    // Returned: the first use of a token closes the node, also when the day's scans are spent.
    const detail = `This node has recorded its ${MAX_SCANS_PER_DAY} scans of today.`
    return refuseTooMany(countSecondsToNextDay(tx.now), detail, 'DAILY_LIMIT_REACHED')
  }
  const scanCount = await addScan(tx, node.id, tx.now)
  await recordActivity(tx, node, day)
  // Pending nodes are in no public figure; activation forgets their scans.
  if (node.activatedAt !== null) await countScan(tx, day)
  return toAnswer(node, scanCount, MAX_SCANS_PER_DAY - scansToday)
}

async function countScan(tx: Transaction, day: string): Promise<void> {
  await addScansToTally(tx, 1, tx.now)
  await addToTally(tx, toScansTallyName(day), 1)
}

function toAnswer(node: Node, scanCount: number, dailyRemaining: number): Answer {
  return {
    success: true,
    email: node.email,
    scan_count: scanCount,
    daily_remaining: dailyRemaining,
    status: node.status,
  }
}
