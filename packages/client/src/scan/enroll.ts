import type { Enrollment } from '@stillhere/contract'
import { pagePlatform } from '../capture/page.ts'
import type { Platform } from '../capture/platform.ts'
import { createScanContext } from '../capture/scan-context.ts'
import { withTaskScope } from '../capture/task-scope.ts'
import { deliver } from '../capture/waiting.ts'
import { asServiceFailure, drawRepeatKey, type VerificationClient } from '../continuity/service-client.ts'
import { type AnsweredRounds, answerRounds, MAX_CAPTURES, ROUND_COUNT, type RoundsOptions } from './rounds.ts'

export type EnrollOptions = Omit<RoundsOptions, 'client'> & {
  client: Pick<VerificationClient, 'requestChallenge' | 'enrollPerson'>
  /** How many captures must follow their strokes, 3 to 5; 3 by default. Fewer would refuse the person too often later on. */
  captures?: number | undefined
  /**
   * After three rounds, offers one more with which the service knows every direction by three strokes: reports the phase `offering`.
   * Off by default, because the page must show the question. Without an answer, three rounds are enrolled.
   */
  offersMore?: boolean | undefined
  /** The node to enroll; the client then needs a token of it, from a sign-in of the last ten minutes. */
  email?: string | undefined
  deviceInfo?: Parameters<VerificationClient['enrollPerson']>[0]['device_info']
}

// One capture says too little of how a person moves: enrolled with one, the same person was refused in 2 of 6 verifications, with three in 0 of 7.
const MIN_CAPTURES = ROUND_COUNT

/**
 * Captures how a person moves, in three rounds of strokes, and has the service seal it. Call it in the handler of a tap.
 *
 * @returns the enrollment; the service keeps no copy, so the caller must.
 * @throws {ScanError} (as a rejection) when a capture fails or the service refuses; {RangeError} for a number of captures
 *   out of bounds.
 * @example
 * localStorage.enrollment = JSON.stringify(await enroll({ client, email }))
 */
export function enroll(options: EnrollOptions): Promise<Enrollment> {
  return enrollIn(pagePlatform(), options)
}

/** As enroll, on a platform that the caller brings. */
export function enrollIn(platform: Platform, options: EnrollOptions): Promise<Enrollment> {
  const { client, captures: count = MIN_CAPTURES, email } = options
  return withTaskScope(options.signal, async (scope) => {
    if (!Number.isInteger(count) || count < MIN_CAPTURES || count > MAX_CAPTURES)
      throw new RangeError(`captures must be a whole number from ${MIN_CAPTURES} to ${MAX_CAPTURES}`)
    const context = createScanContext(platform, scope, options)
    const { answered, untilMs } = await answerRounds(context, {
      ...options,
      wanted: { purpose: 'enroll', email },
      count,
    })
    const request = writeRequest(options, answered)
    // The same key each time: what arrived, and whose answer was lost, is answered again and not done twice.
    const once = { signal: scope.signal, idempotencyKey: drawRepeatKey() }
    const send = () => asServiceFailure(client.enrollPerson(request, once))
    const enrollment = await deliver(context, { send, untilMs, hint: SEALING })
    context.report('done')
    return enrollment
  })
}

const SEALING = 'The service looks at it and seals the enrollment.'

type EnrollRequest = Parameters<VerificationClient['enrollPerson']>[0]

function writeRequest({ email, deviceInfo }: EnrollOptions, answered: AnsweredRounds): EnrollRequest {
  return {
    ...answered,
    ...(email !== undefined && { email }),
    ...(deviceInfo !== undefined && { device_info: deviceInfo }),
  }
}
