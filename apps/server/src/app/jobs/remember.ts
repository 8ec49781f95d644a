import { dayOf } from '../../platform/day.ts'
import type { Service } from '../../platform/service.ts'
import { addRemembered, takeWaiting } from '../../scan/verification/store.ts'
import { openWaiting, readWaiting } from '../../scan/verification/traces.ts'

/** Captures that move into the memory together. The fewer, the better could somebody guess whose each is. */
const BATCH = 128
const MOST = 2_000

/**
 * Moves what waits into the memory of motion, in whole batches, or after its day has ended. Both happens in one transaction:
 * whenever a process dies, motion either waits or is remembered.
 */
export async function rememberWaiting(service: Service): Promise<void> {
  let taken: number
  do taken = await rememberBatch(service)
  while (taken === MOST)
}

function rememberBatch({ db, secrets }: Service): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await takeWaiting(tx, { least: BATCH, most: MOST, today: dayOf(tx.now) })
    const batch = rows.flatMap(({ sealed, seenOn }) => {
      const text = openWaiting(secrets, sealed)
      return text === null ? [] : [{ ...readWaiting(text), seenOn }]
    })
    const wholes = batch.map(({ whole, seenOn }) => ({ ...whole, seenOn }))
    const strokes = batch.flatMap((stream) => stream.strokes.map((stroke) => ({ ...stroke, seenOn: stream.seenOn })))
    await addRemembered(tx, 'capture', wholes)
    await addRemembered(tx, 'stroke', strokes)
    return rows.length
  })
}
