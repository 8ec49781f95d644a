import { type AnswerOf, recordMotion } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { authorizeNode } from '../auth/authorize.ts'
import type { Transaction } from '../database/pool.ts'
import { dayOf, secondsUntilNextDay } from '../day.ts'
import { toEmailKey } from '../email.ts'
import { serve } from '../http/endpoint.ts'
import { tooMany } from '../limits/budgets.ts'
import { lockNode, type Node, raiseScanCount } from '../nodes/store.ts'
import { addScansToTally, addToTally, markActive, scansTally } from '../nodes/tally-store.ts'
import type { Service } from '../service.ts'
import { MAX_SCANS_PER_DAY } from './rules.ts'
import { takeScan } from './store.ts'

type Answer = AnswerOf<typeof recordMotion>
type Outcome = Answer | { retryAfterSeconds: number }

export function motionRoutes(app: FastifyInstance, service: Service): void {
  serve(app, recordMotion, async ({ body, request, keep }) => {
    const outcome = await service.db.transaction(async (tx) => {
      const found = await lockNode(tx, toEmailKey(body.email))
      const recorded = await record(tx, await authorizeNode(tx, service, { node: found, request }))
      return 'success' in recorded ? keep(tx, recorded) : recorded
    })
    // Refused only after the commit: the first use of a token closes the node, also when the day's scans are spent.
    if ('success' in outcome) return outcome
    const detail = `This node has recorded its ${MAX_SCANS_PER_DAY} scans of today.`
    throw tooMany(outcome.retryAfterSeconds, detail, 'DAILY_LIMIT_REACHED')
  })
}

async function record(tx: Transaction, node: Node): Promise<Outcome> {
  const day = dayOf(tx.now)
  const scansToday = await takeScan(tx, node.id, day)
  if (scansToday === undefined) return { retryAfterSeconds: secondsUntilNextDay(tx.now) }
  const scanCount = await raiseScanCount(tx, node.id, tx.now)
  await markActive(tx, node, day)
  // Pending nodes are in no public figure; activation forgets their scans.
  if (node.activatedAt !== null) await countScan(tx, day)
  return toAnswer(node, scanCount, MAX_SCANS_PER_DAY - scansToday)
}

async function countScan(tx: Transaction, day: string): Promise<void> {
  await addScansToTally(tx, 1, tx.now)
  await addToTally(tx, scansTally(day), 1)
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
