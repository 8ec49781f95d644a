import type { Transaction } from '../database/pool.ts'
import { dayOf } from '../day.ts'
import { activeTally, addScansToTally, addToTally, moveScansOfDay, type Node } from './store.ts'

/** Brings a node that is being activated into the public figures, with what it did before. */
export async function enterStatistics(tx: Transaction, node: Node): Promise<void> {
  const today = dayOf(tx.now)
  await addToTally(tx, 'humans', 1)
  if (wasSeenOn(node, today)) await addToTally(tx, activeTally(today), 1)
  if (node.scanCount > 0) await addScansToTally(tx, node.scanCount, node.lastScanAt)
  await moveScansOfDay(tx, node, { day: today, by: 1 })
}

/** Takes a node that is being erased out of the public figures; the time of the last scan stays. */
export async function leaveStatistics(tx: Transaction, node: Node): Promise<void> {
  if (node.activatedAt === null) return
  const today = dayOf(tx.now)
  await addToTally(tx, 'humans', -1)
  if (wasSeenOn(node, today)) await addToTally(tx, activeTally(today), -1)
  if (node.scanCount > 0) await addToTally(tx, 'scans', -node.scanCount)
  await moveScansOfDay(tx, node, { day: today, by: -1 })
}

// Only today's figure is ever shown, so earlier days need no correction.
function wasSeenOn({ lastSeenAt }: Node, day: string): boolean {
  return lastSeenAt !== null && dayOf(lastSeenAt) === day
}
