import type { AnswerOf, requestChallenge } from '@stillhere/contract'
import { type Challenge, type ImuSample, presenceScore, seededRandom, verifyContinuity } from '@stillhere/engine'
import { strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { verifyReceipt } from '@stillhere/receipt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServiceProcess, startService } from '../../../../scripts/service-process.ts'
import { createFakePage } from '../../test/fake-page.ts'
import type { ScanProgress } from '../capture/progress.ts'
import { serviceChallenge } from '../continuity/service-challenge.ts'
import type { VerificationClient } from '../continuity/service-client.ts'
import { createClient } from '../http/index.ts'
import { enrollOnPlatform } from './rounds.ts'
import { runScan } from './scan.ts'

// The real service answers in real time, while the clock of the page runs ahead.
const NO_LIMIT = Infinity

let service: ServiceProcess

beforeAll(async () => {
  service = await startService()
}, 120_000)

afterAll(() => service?.stop(), 60_000)

/** A phone in the hand of somebody who does what the service asks for, each time a little differently. */
function phoneOf(person: number): Phone {
  const real = createClient({ baseUrl: service.address })
  const motion: ImuSample[] = []
  let rounds: Challenge[] = []
  let tries = 0
  const follow = (capture: number) => {
    const asked = rounds[capture - 1] as Challenge
    do
      motion.splice(
        0,
        Infinity,
        ...strokesOf(syntheticPerson(person), asked.strokes, seededRandom(1000 * person + tries++)),
      )
    while (!isClearlyPassed(asked, motion) && tries < 200)
  }
  const requestChallenge: VerificationClient['requestChallenge'] = async (wanted, options) => {
    const answer = await real.requestChallenge(wanted, options)
    const { rounds: needed = [answer], extra_round: extra } = answer
    rounds = [...needed, ...(extra ? [extra] : [])].map(readRound)
    follow(1)
    return answer
  }
  return { motion, follow, client: { ...real, requestChallenge } }
}

type Phone = {
  motion: ImuSample[]
  client: VerificationClient
  /** Moves as the round of this number asks for. */
  follow: (capture: number) => void
}

type Round = Pick<AnswerOf<typeof requestChallenge>, 'actions' | 'duration_ms'>

function readRound({ actions, duration_ms: durationMs }: Round): Challenge {
  return { version: 1, strokes: actions.map(({ direction, at_ms: atMs }) => ({ direction, atMs })), durationMs }
}

// The page rounds the samples, begins a moment later and rests at the end: that cost up to 0.03 of presence in 240 captures.
const PRESENCE_TO_SPARE = 0.6

function isClearlyPassed(challenge: Challenge, imu: ImuSample[]): boolean {
  const challengeResults = [{ challenge, from: 0, to: imu.at(-1)?.t ?? 0 }]
  const { verdict } = verifyContinuity({ imuSamples: imu, challengeResults })
  return verdict === 'PASS' && presenceScore({ imu }).score >= PRESENCE_TO_SPARE
}

it('enrolls a person with the real service, verifies them, and gets its receipt', async () => {
  const { motion, client, follow } = phoneOf(42)
  const page = createFakePage(motion)
  const { platform, onProgress } = page
  const enrolled = enrollOnPlatform(platform, { client, onProgress, onCapture: follow })
  const enrollment = await page.clock.runUntil(enrolled, NO_LIMIT)
  expect(enrollment).toMatchObject({ sample_count: 3, stroke_count: 18, seal: expect.any(String) })
  const challenge = serviceChallenge({ client, enrollment, riskLevel: 'low', audience: 'http://localhost:3000' })
  const { receipt, verification } = await page.clock.runUntil(runScan(platform, { challenge, onProgress }), NO_LIMIT)
  expect(verification).toMatchObject({ verified: true, rejection_reason: null })
  expect(verifyReceipt(receipt, { audience: 'http://localhost:3000' })).toMatchObject({ status: 'VALID' })
  expect(page.leftovers()).toEqual([])
}, 120_000)

it('enrolls every direction by three strokes where the person agrees to one more round', async () => {
  const { motion, client, follow } = phoneOf(42)
  const page = createFakePage(motion)
  const onProgress = (moment: ScanProgress) => {
    page.onProgress(moment)
    if (moment.phase === 'offering') moment.goOn?.()
  }
  // Only a page that knows the time knows how long the service waits.
  const platform = { ...page.platform, wallClock: Date.now }
  const enrolled = enrollOnPlatform(platform, { client, onProgress, onCapture: follow, offersMore: true })
  const enrollment = await page.clock.runUntil(enrolled, NO_LIMIT)
  expect(enrollment).toMatchObject({ sample_count: 4, stroke_count: 24 })
}, 120_000)

it('is told by the real service that an edited enrollment is worth nothing', async () => {
  const { motion, client, follow } = phoneOf(42)
  const page = createFakePage(motion)
  const { platform, onProgress } = page
  const enrolled = enrollOnPlatform(platform, { client, onProgress, onCapture: follow })
  const enrollment = await page.clock.runUntil(enrolled, NO_LIMIT)
  const challenge = serviceChallenge({ client, enrollment: { ...enrollment, user_id: 'somebody else' } })
  const scanned = page.clock.runUntil(runScan(platform, { challenge, onProgress }), NO_LIMIT)
  await expect(scanned).rejects.toMatchObject({
    kind: 'service_refused',
    next: 'give_up',
    verification: { rejection_reason: 'enrollment_invalid' },
  })
}, 120_000)
