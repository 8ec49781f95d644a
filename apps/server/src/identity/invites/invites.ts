import { randomInt } from 'node:crypto'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { dayOf, secondsUntilNextDay } from '../../platform/day.ts'
import { tooMany } from '../../platform/limits/budgets.ts'
import { fieldProblem, RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import {
  hintOf,
  isInviteCode,
  newInviteCode,
  RESERVED_SECONDS,
  type Refusal,
  judgeRefusal,
  judgeState,
} from './rules.ts'
import { addInvites, consume, findInvite, findInviteById, reserve } from './store.ts'

/** Makes invite codes and returns them; only their keyed hashes are stored. */
export async function makeInviteCodes(
  db: Queries,
  { secrets, settings }: Service,
  { count, note = '', now }: { count: number; note?: string | undefined; now: Date },
): Promise<string[]> {
  const codes: string[] = []
  while (codes.length < count) {
    const drawn = Array.from({ length: count - codes.length }, () => newInviteCode(settings.invitePrefix, randomInt))
    const byHash = new Map(drawn.map((code) => [secrets.hash('invite', code).toString('hex'), code]))
    const invites = [...byHash].map(([hash, code]) => ({ hash: Buffer.from(hash, 'hex'), hint: hintOf(code) }))
    const added = await addInvites(db, invites, { note, now })
    codes.push(...added.map((hash) => byHash.get(hash.toString('hex')) ?? ''))
  }
  return codes
}

/** 400 for a code that no invite can have. */
export function demandInviteForm(code: string | undefined, { settings }: Service): void {
  if (code === undefined || isInviteCode(code, settings.invitePrefix)) return
  throw fieldProblem('/invite_code', `must look like ${settings.invitePrefix}-XXXX-XXXX, in capital letters and digits`)
}

/** 403, 409 or 410 for a code that lets nobody in any more, or never did. */
export async function demandFreeInvite(db: Transaction, { secrets }: Service, code: string): Promise<void> {
  const invite = await findInvite(db, secrets.hash('invite', code))
  if (invite && judgeState(invite, db.now) === 'unused') return
  throw inviteProblem(judgeRefusal(invite, db.now), db.now)
}

/** Reserves an invite for an e-mail address and returns its id, or says why it cannot be had. */
export async function reserveInvite(
  tx: Transaction,
  { secrets }: Service,
  { code, emailHash }: { code: string; emailHash: Buffer },
): Promise<number> {
  const hash = secrets.hash('invite', code)
  const until = new Date(tx.now.getTime() + RESERVED_SECONDS * 1000)
  const id = await reserve(tx, { hash, emailHash, now: tx.now, until, day: dayOf(tx.now) })
  if (id !== undefined) return id
  throw inviteProblem(judgeRefusal(await findInvite(tx, hash), tx.now), tx.now)
}

/** Uses an invite up for a node; returns what stood against it, if anything. */
export async function consumeInvite(
  tx: Transaction,
  { id, nodeId, emailHash }: { id: number; nodeId: number; emailHash: Buffer },
): Promise<RequestProblem | undefined> {
  if (await consume(tx, { id, nodeId, emailHash, now: tx.now })) return undefined
  return inviteProblem(judgeRefusal(await findInviteById(tx, id), tx.now), tx.now)
}

function inviteProblem(refusal: Refusal, now: Date): RequestProblem {
  if (refusal === 'tooManyReservations') {
    return tooMany(secondsUntilNextDay(now), 'This invite code was tried with too many e-mail addresses today.')
  }
  const [code, detail] = INVITE_PROBLEMS[refusal]
  return new RequestProblem(code, detail)
}

const INVITE_PROBLEMS = {
  unknown: ['INVITE_CODE_INVALID', 'There is no such invite code.'],
  used: ['INVITE_CODE_USED', 'This invite code has been used.'],
  reserved: ['INVITE_CODE_USED', 'This invite code is reserved for another e-mail address.'],
  revoked: ['INVITE_CODE_REVOKED', 'This invite code has been revoked.'],
} as const
