import { addToTally } from '../../identity/node-store.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { countFigures } from './rules.ts'
import { countGiven, STROKE_TALLIES, type StrokeFigures } from './stroke-store.ts'

/** Whose sessions change, and by how many. The person must be locked, or new. */
type Change = { person: Buffer; accepted: 1 | -1 }

/** Changes what a person has given, and moves the public figures by what has become different. */
export async function changeGiven(
  tx: Transaction,
  { person, accepted }: Change,
  change: () => Promise<void>,
): Promise<void> {
  const before = countFigures(await countGiven(tx, person))
  await change()
  const after = countFigures(await countGiven(tx, person))
  const moved = { accepted, ...subtract(after, before) }
  for (const [figure, tally] of Object.entries(STROKE_TALLIES)) {
    const by = moved[figure as keyof StrokeFigures]
    if (by !== 0) await addToTally(tx, tally, by)
  }
}

type Figures = Omit<StrokeFigures, 'accepted'>

function subtract(after: Figures, before: Figures): Figures {
  return {
    usable: after.usable - before.usable,
    people: after.people - before.people,
    onOtherDays: after.onOtherDays - before.onOtherDays,
    onOtherDevices: after.onOtherDevices - before.onOtherDevices,
  }
}
