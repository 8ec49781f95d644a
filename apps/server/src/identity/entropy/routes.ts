import { type AnswerOf, getEntropy, getLedger, recordEntropy } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { toDay } from '../../platform/day.ts'
import { toEmailKey } from '../../platform/email.ts'
import { openCursor, sealCursor, serveTx } from '../../platform/http/endpoint.ts'
import type { Service } from '../../platform/service.ts'
import { requireNodeAccess, requireToken } from '../access/authorize.ts'
import { addEntry, type Change, listEntries, spendGain } from '../activity-store.ts'
import { findNode, lockNode, recordActivity, type Node, saveBestPes, saveEntropy } from '../node-store.ts'
import { type Entropy, type EntropyChange, recordBeyondLimit, recordScan, type Scan, toState } from './rules.ts'

/** Serves a node's entropy: record a gain by a scan, read the score, list the ledger. */
export function serveEntropy(app: FastifyInstance, service: Service): void {
  serveTx(app, getEntropy, async (tx, { query, request }) => {
    const node = await requireNodeAccess(tx, service, { node: await findNode(tx, toEmailKey(query.email)), request })
    return describeState(node, node, tx.now)
  })

  serveTx(app, recordEntropy, async (tx, { body, request }) => {
    const found = await lockNode(tx, toEmailKey(body.email))
    const node = await requireNodeAccess(tx, service, { node: found, request })
    const { pesScore: pes, pesNoise: noise = 0, pesFrequency: frequency = 0, pesBiological: biological = 0 } = body
    const recorded = await record(tx, node, { pes, noise, frequency, biological })
    return toAnswer(node, recorded, tx.now)
  })

  serveTx(app, getLedger, async (tx, { query, request }) => {
    const { nodeId } = await requireToken(tx, service, request)
    const { limit = 100, cursor } = query
    const list = `ledger:${nodeId}`
    const before = cursor === undefined ? null : openCursor(service.secrets, list, cursor)
    const entries = await listEntries(tx, nodeId, { before, limit: limit + 1 })
    const page = entries.slice(0, limit)
    const last = entries.length > limit ? page.at(-1) : undefined
    const nextCursor = last ? sealCursor(service.secrets, list, String(last.id)) : null
    return { entries: page.map(toEntry), nextCursor }
  })
}

async function record(tx: Transaction, node: Node, scan: Scan): Promise<EntropyChange> {
  const day = toDay(tx.now)
  if (!(await spendGain(tx, node.id, day))) return recordWithoutGain(tx, node, scan)
  const recorded = recordScan(node, scan, day)
  await saveEntropy(tx, node.id, { ...recorded.after, now: tx.now })
  await addLedgerEntries(tx, node, recorded)
  await recordActivity(tx, node, day)
  return recorded
}

async function recordWithoutGain(tx: Transaction, node: Node, scan: Scan): Promise<EntropyChange> {
  const recorded = recordBeyondLimit(node, scan)
  if (recorded.after.bestPes > node.bestPes) await saveBestPes(tx, node.id, recorded.after.bestPes)
  return recorded
}

async function addLedgerEntries(tx: Transaction, node: Node, { decay, gain, after }: EntropyChange): Promise<void> {
  const at = tx.now
  if (decay > 0) await addEntry(tx, node.id, { at, change: -decay, reason: 'decay', score: node.score - decay })
  await addEntry(tx, node.id, { at, change: gain, reason: 'gain', score: after.score })
}

function toEntry({ at, change, reason, score }: Change): AnswerOf<typeof getLedger>['entries'][number] {
  return { at: at.toISOString(), change, reason, score }
}

function toAnswer(node: Node, recorded: EntropyChange, now: Date): AnswerOf<typeof recordEntropy> {
  return {
    ...describeState(node, recorded.after, now),
    success: true,
    entropyGain: recorded.gain,
    leveledUp: recorded.leveledUp,
    decayApplied: recorded.decay > 0,
    spikeTriggered: recorded.spikeTriggered,
  }
}

function describeState(node: Node, entropy: Entropy, now: Date): AnswerOf<typeof getEntropy> {
  return toState(entropy, { day: toDay(now), registeredDay: toDay(node.registeredAt), scanCount: node.scanCount })
}
