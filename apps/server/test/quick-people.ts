import type { Database } from '../src/platform/database/pool.ts'
import type { Secrets } from '../src/platform/secrets.ts'
import type { Service } from '../src/platform/service.ts'
import type { IssuedChallenge } from '../src/scan/challenge/challenge.ts'

// People of tests move in the time of their page, which runs ahead of the service's. So their service dates each challenge back by the
// time that they take. It checks the time of an answer as always.
const CAPTURES = { verify: 1, enroll: 4, research: 3 }
const SLACK_MS = 1000
const LONG_MS = 60_000

/** Returns a service whose challenges are dated back. */
export function serveQuickPeople(service: Service): Service {
  return { ...service, db: withEarlierSteps(service.db), secrets: withEarlierChallenges(service.secrets) }
}

function withEarlierChallenges(secrets: Secrets): Secrets {
  return {
    ...secrets,
    seal: (purpose, text) => secrets.seal(purpose, purpose === 'challenge' ? dateBack(text) : text),
  }
}

function dateBack(sealed: string): string {
  const issued = JSON.parse(sealed) as IssuedChallenge
  const byMs = CAPTURES[issued.purpose] * (issued.challenge.durationMs + SLACK_MS)
  const earlier = (time: Date) => new Date(new Date(time).getTime() - byMs)
  return JSON.stringify({ ...issued, issuedAt: earlier(issued.issuedAt), expiresAt: earlier(issued.expiresAt) })
}

function withEarlierSteps(db: Database): Database {
  const transaction: Database['transaction'] = (work, options) =>
    db.transaction(
      (tx) => work({ ...tx, maybeOne: async (statement) => unhurry(await tx.maybeOne(statement)) }),
      options,
    )
  return { ...db, transaction }
}

/** The steps of a live challenge are made in the page's time, too, so they are not held to each other by the service's. */
function unhurry<Row>(row: Row | undefined): Row | undefined {
  if (typeof row !== 'object' || row === null || !('beganAt' in row && 'issuedAt' in row)) return row
  const issuedAt = row.issuedAt as Date
  return { ...row, beganAt: null, issuedAt: new Date(issuedAt.getTime() - LONG_MS) }
}
