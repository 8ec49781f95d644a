import type { Transaction } from '../../platform/database/pool.ts'
import { dayOf } from '../../platform/day.ts'
import { type Node } from './store.ts'
import { activeTally, addToTally, withdrawScansOfDay } from './tally-store.ts'

/** Takes a node that is being erased out of the public figures; the time of the last scan stays. */
export async function leaveStatistics(tx: Transaction, node: Node): Promise<void> {
  if (node.activatedAt === null) return
  const today = dayOf(tx.now)
  await addToTally(tx, 'humans', -1)
  if (wasSeenOn(node, today)) await addToTally(tx, activeTally(today), -1)
  if (node.scanCount > 0) await addToTally(tx, 'scans', -node.scanCount)
  await withdrawScansOfDay(tx, node, today)
}

// Only today's figure is ever shown, so earlier days need no correction.
function wasSeenOn({ lastSeenAt }: Node, day: string): boolean {
  return lastSeenAt !== null && dayOf(lastSeenAt) === day
}
