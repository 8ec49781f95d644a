import type { AnswerOf, redeemPrivateToken } from '@stillhere/contract'
import type { Transaction } from '../database/pool.ts'
import { isUuid } from '../database/sql.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { findLive, spendToken } from './live-store.ts'
import { judgeToken, writeTokenChallenges } from './private-token.ts'

/** Which live challenge, and the Authorization header that came along. */
type Redeeming = { id: string; authorization: string | undefined }

/** Redeems a private token for a live challenge, once; 401 with what a client needs to get one where none came or it does not count. */
export async function redeemToken(
  tx: Transaction,
  { settings }: Service,
  { id, authorization }: Redeeming,
): Promise<AnswerOf<typeof redeemPrivateToken>> {
  await demandOpen(tx, settings, id)
  const demand = (why: string) =>
    new RequestProblem('PRIVATE_TOKEN_REQUIRED', why, {
      headers: { 'www-authenticate': writeTokenChallenges(settings, id) },
    })
  const judged = judgeToken(settings, id, authorization)
  if (judged === undefined) throw demand('Send a private token of one of the issuers.')
  if ('refused' in judged) throw demand(`The private token was refused: ${judged.refused}`)
  if (await spendToken(tx, { id, digest: judged.digest, now: tx.now })) return { issuer: judged.issuer.name }
  throw wasRedeemed()
}

/** That a live challenge waits for a token. */
async function demandOpen(tx: Transaction, { privateTokenIssuers }: Service['settings'], id: string): Promise<void> {
  if (privateTokenIssuers.length === 0) throw new RequestProblem('NOT_FOUND', 'This service takes no private tokens.')
  const row = isUuid(id) ? await findLive(tx, id) : undefined
  if (row === undefined || row.expiresAt <= tx.now)
    throw new RequestProblem('NOT_FOUND', 'There is no such live challenge.')
  if (row.ended !== null) throw new RequestProblem('CHALLENGE_ENDED', row.ended)
  // A client that got a challenge again would fetch a token for nothing.
  if (row.tokenDigest !== null) throw wasRedeemed()
}

function wasRedeemed(): RequestProblem {
  return new RequestProblem('PRIVATE_TOKEN_REDEEMED', 'A private token was redeemed for this challenge before.')
}
