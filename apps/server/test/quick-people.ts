import type { Database } from '../src/database/pool.ts'
import { openData } from '../src/start.ts'
import type { IssuedChallenge } from '../src/verification/challenge.ts'

// People of tests move in the time of their page, which runs ahead of everybody's. So their service hands out each challenge as if it
// had done so before they moved. It checks the time of an answer as always.
const CAPTURES = { verify: 1, enroll: 3, research: 3 }
const SLACK_MS = 1000

/** Opens the database of the settings; challenges that come out of it are dated back. */
export const openForQuickPeople: typeof openData = async (...given) => {
  const data = await openData(...given)
  return { ...data, db: withEarlierChallenges(data.db) }
}

function withEarlierChallenges(db: Database): Database {
  const transaction: Database['transaction'] = async (work, options) =>
    dateBack(
      await db.transaction(
        (tx) => work({ ...tx, maybeOne: async (statement) => unhurry(await tx.maybeOne(statement)) }),
        options,
      ),
    )
  return { ...db, transaction }
}

const LONG_MS = 60_000

/** The steps of a live challenge are made in the page's time, too, so they are not held to each other by the service's. */
function unhurry<Row>(row: Row | undefined): Row | undefined {
  if (typeof row !== 'object' || row === null || !('beganAt' in row && 'issuedAt' in row)) return row
  const issuedAt = row.issuedAt as Date
  return { ...row, beganAt: null, issuedAt: new Date(issuedAt.getTime() - LONG_MS) }
}

function dateBack<Result>(result: Result): Result {
  if (!isIssuedChallenge(result)) return result
  const { purpose, challenge, issuedAt, expiresAt } = result
  const byMs = CAPTURES[purpose] * (challenge.durationMs + SLACK_MS)
  const earlier = (time: Date) => new Date(time.getTime() - byMs)
  return { ...result, issuedAt: earlier(issuedAt), expiresAt: earlier(expiresAt) }
}

function isIssuedChallenge(result: unknown): result is IssuedChallenge {
  return typeof result === 'object' && result !== null && 'challenge' in result && 'purpose' in result
}
