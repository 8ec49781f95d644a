import { timingSafeEqual } from 'node:crypto'
import type { Transaction } from '../database/pool.ts'
import { addToTally } from '../nodes/tally-store.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { isSessionId } from './rules.ts'
import {
  ACCEPTED_TALLY,
  type DeletableSession,
  deleteSession,
  lockSession,
  promoteRepeat,
  USABLE_TALLY,
} from './store.ts'
import { changeGiven } from './stroke-figures.ts'
import {
  type DeletableStrokes,
  deleteStrokeSession,
  forgetIdleGiver,
  lockGiver,
  lockStrokeSession,
} from './stroke-store.ts'

const NO_HASH = Buffer.alloc(32)

/** Deletes the session that the id and the delete token name, of landmarks or of strokes; 404 where there is none. */
export async function removeSession(
  tx: Transaction,
  { secrets }: Service,
  { id, token }: { id: string; token: string | undefined },
): Promise<void> {
  const isId = isSessionId(id)
  const landmarks = isId ? await lockSession(tx, id) : undefined
  const strokes = isId ? await lockStrokeSession(tx, id) : undefined
  const hash = secrets.hash('research-delete', token ?? '')
  // Compared also where there is nothing to compare with: an unknown id and a wrong token take the same way.
  const ownsLandmarks = timingSafeEqual(hash, landmarks?.deleteHash ?? NO_HASH)
  const ownsStrokes = timingSafeEqual(hash, strokes?.deleteHash ?? NO_HASH)
  if (landmarks && ownsLandmarks) return removeLandmarks(tx, landmarks)
  if (strokes && ownsStrokes) return removeStrokes(tx, strokes)
  throw noSuchSession()
}

async function removeLandmarks(tx: Transaction, session: DeletableSession): Promise<void> {
  await deleteSession(tx, session.id)
  await addToTally(tx, ACCEPTED_TALLY, -1)
  if (!session.counts) return
  const isCountedOn = session.contentHash !== null && (await promoteRepeat(tx, session.contentHash))
  if (!isCountedOn) await addToTally(tx, USABLE_TALLY, -1)
}

async function removeStrokes(tx: Transaction, { id, person }: DeletableStrokes): Promise<void> {
  await lockGiver(tx, person)
  await changeGiven(tx, { person, accepted: -1 }, () => deleteStrokeSession(tx, id))
  await forgetIdleGiver(tx, person)
}

function noSuchSession(): RequestProblem {
  return new RequestProblem('NOT_FOUND', 'There is no such session under this delete token (Authorization: Bearer).')
}
