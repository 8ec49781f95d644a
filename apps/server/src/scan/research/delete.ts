import { timingSafeEqual } from 'node:crypto'
import { addToTally } from '../../identity/node-store.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { deleteCaptures } from './recording-store.ts'
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

type Named = { id: string; token: string | undefined }

/** Deletes the session that the id and the delete token name, of landmarks or of strokes; 404 where there is none. */
export async function removeSession(tx: Transaction, service: Service, named: Named): Promise<void> {
  const { landmarks, strokes } = await findOwned(tx, service, named)
  if (landmarks) return removeLandmarks(tx, landmarks)
  if (strokes) return removeStrokes(tx, strokes)
  throw noSuchSession()
}

/** Deletes the whole captures of the session of strokes that the id and the delete token name; 404 where there is none. */
export async function withdrawRecordings(tx: Transaction, service: Service, named: Named): Promise<void> {
  const { strokes } = await findOwned(tx, service, named)
  if (!strokes) throw noSuchSession()
  await deleteCaptures(tx, strokes.id)
}

async function findOwned(
  tx: Transaction,
  { secrets }: Service,
  { id, token }: Named,
): Promise<{ landmarks?: DeletableSession | undefined; strokes?: DeletableStrokes | undefined }> {
  const isId = isSessionId(id)
  const landmarks = isId ? await lockSession(tx, id) : undefined
  const strokes = isId ? await lockStrokeSession(tx, id) : undefined
  const hash = secrets.hash('research-delete', token ?? '')
  // Compared also where there is nothing to compare with: an unknown id and a wrong token take the same way.
  const ownsLandmarks = timingSafeEqual(hash, landmarks?.deleteHash ?? NO_HASH)
  const ownsStrokes = timingSafeEqual(hash, strokes?.deleteHash ?? NO_HASH)
  return { landmarks: ownsLandmarks ? landmarks : undefined, strokes: ownsStrokes ? strokes : undefined }
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
