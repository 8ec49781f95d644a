import type { Enrollment, Verification } from '@stillhere/contract'
import { type ImuSample, seededRandom } from '@stillhere/engine'
import { strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { verifyReceipt } from '@stillhere/receipt'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createFakePage, type FakePage } from '../../test/fake-page.ts'
import { createFakeService } from '../../test/fake-service.ts'
import { willingAnswer } from '../../test/willing-people.ts'
import type { ScanProgress } from '../capture/progress.ts'
import type { ScanError } from '../capture/scan-error.ts'
import { createClient } from '../http/index.ts'
import type { ScanResult } from '../scan/options.ts'
import { captureRoundsOnPlatform, enrollOnPlatform } from '../scan/rounds.ts'
import { runScan } from '../scan/scan.ts'
import { type ServiceChallengeOptions, serviceChallenge } from './service-challenge.ts'
import type { VerificationClient } from './service-client.ts'

// A whole scan is judged in most of these; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const { seed, challenge, imu } = willingAnswer()

function again(number: number): ImuSample[] {
  return strokesOf(syntheticPerson(seed), challenge.strokes, seededRandom(number))
}

function serviceOn(page: FakePage): ReturnType<typeof createFakeService> {
  return createFakeService(challenge, page.platform.wallClock)
}

type Asked = Omit<ServiceChallengeOptions, 'enrollment'> & { enrollment?: Enrollment }

function scanOn(page: FakePage, asked: Asked, signal?: AbortSignal): Promise<ScanResult> {
  const { onProgress, platform } = page
  const source = serviceChallenge({ enrollment, ...asked })
  return page.clock.runUntil(runScan(platform, { onProgress, signal, challenge: source }))
}

async function failureOn(page: FakePage, asked: Asked): Promise<ScanError> {
  return scanOn(page, asked).then(
    () => Promise.reject(new Error('the scan should have failed')),
    (error) => error,
  )
}

let enrollment: Enrollment

beforeAll(async () => {
  const page = createFakePage(imu)
  const { onProgress, platform } = page
  enrollment = await page.clock.runUntil(enrollOnPlatform(platform, { client: serviceOn(page), onProgress }))
})

describe('a scan whose strokes come from a service', () => {
  it("resolves to the service's receipt for the enrolled person", async () => {
    const page = createFakePage(imu)
    const service = serviceOn(page)
    const bound = { audience: 'https://shop.example', action: 'Pay 7 € to Eve', nonce: 'n-0195' }
    const result = await scanOn(page, { client: service, email: 'ada@example.org', ...bound })
    expect(result.verification).toMatchObject({ verified: true })
    expect(result.continuity).toMatchObject({ verdict: 'PASS' })
    expect(result.receipt.audience).toBe('https://shop.example')
    expect(verifyReceipt(result.receipt, { now: page.platform.wallClock() })).toMatchObject({ status: 'VALID' })
    expect(service.sent.challenge).toEqual([{ purpose: 'verify', pace: 'live', email: 'ada@example.org', ...bound }])
    expect(page.leftovers()).toEqual([])
  })

  it('asks for strokes for a check, with the token of the page that has it', async () => {
    const page = createFakePage(imu)
    const service = serviceOn(page)
    await scanOn(page, { client: service, check: 'c-7', checkToken: 'chk_7', pace: 'batch' })
    expect(service.sent.challenge).toEqual([{ purpose: 'verify', check: 'c-7', check_token: 'chk_7' }])
  })

  it('asks for strokes for an approval, with the digest of what was shown', async () => {
    const page = createFakePage(imu)
    const service = serviceOn(page)
    await scanOn(page, { client: service, approval: 'a-7', approvalDigest: 'd7', pace: 'batch' })
    expect(service.sent.challenge).toEqual([{ purpose: 'verify', approval: 'a-7', approval_digest: 'd7' }])
  })

  it('sends the samples from the start of the challenge on, and their signature', async () => {
    const page = createFakePage(imu)
    const service = serviceOn(page)
    await scanOn(page, { client: service, riskLevel: 'low' })
    expect(service.sent.verify).toMatchObject([
      {
        challenge: { challenge_id: 'one', challenge_token: 'sealed' },
        response: {
          challenge_id: 'one',
          imu_sequence: {
            sample_rate_hz: 60,
            samples: expect.arrayContaining([{ t: 0, accel: [0.1, 6.9, 7], gyro: [1, 0.4, -0.3] }]),
          },
        },
        signature: { version: enrollment.signature.version },
        risk_level: 'low',
      },
    ])
  })

  it('B4: hands audience, action and nonce of the scan to the service', async () => {
    const page = createFakePage(imu)
    const service = serviceOn(page)
    const source = serviceChallenge({ client: service, enrollment })
    const { onProgress, platform } = page
    const bound = { audience: 'https://shop.example', action: 'Pay 7 € to Eve', nonce: 'n-0195' }
    const scanned = runScan(platform, { onProgress, challenge: source, ...bound })
    expect((await page.clock.runUntil(scanned)).receipt.audience).toBe('https://shop.example')
    expect(service.sent.challenge).toMatchObject([bound])
  })

  it.each(['audience', 'action', 'nonce'])('B4: refuses two that differ before anything is asked: %s', async (name) => {
    const page = createFakePage(imu)
    const service = serviceOn(page)
    const source = serviceChallenge({ client: service, enrollment, [name]: 'https://bank.example' })
    const scanned = runScan(page.platform, { challenge: source, [name]: 'https://shop.example' })
    await expect(scanned).rejects.toThrow(`${name} is https://shop.example for the scan and https://bank.example for`)
    expect(service.sent.challenge).toEqual([])
    expect(page.leftovers()).toEqual([])
  })

  it('needs no key of the page', async () => {
    const page = createFakePage(imu)
    page.platform.openKey = () => Promise.reject(new Error('private mode'))
    expect((await scanOn(page, { client: serviceOn(page) })).verification?.verified).toBe(true)
  })

  it('sends nothing of a motion that this page refuses already', async () => {
    const page = createFakePage(willingAnswer(20).imu)
    const service = serviceOn(page)
    expect(await failureOn(page, { client: service })).toMatchObject({ kind: 'challenge_missed' })
    expect(service.sent.verify).toEqual([])
  })

  it('E14: keeps what the network lost, and sends the very same again when the network is back', async () => {
    const page = createFakePage(imu)
    const service = serviceOn(page)
    const keys: unknown[] = []
    const verifyPresence: VerificationClient['verifyPresence'] = async (request, options) => {
      keys.push(options?.idempotencyKey)
      if (keys.length === 1) throw Object.assign(new Error('verifyPresence: gone'), { kind: 'network' })
      return service.verifyPresence(request, options)
    }
    const shown = page.onProgress
    page.onProgress = (progress) => {
      shown(progress)
      if (progress.phase === 'unsent') page.window.dispatchEvent(new Event('online'))
    }
    const { receipt } = await scanOn(page, { client: { ...service, verifyPresence } })
    expect(receipt.verdict).toBe('PASS')
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
    expect(page.progress.find(({ phase }) => phase === 'unsent')?.hint).toMatch(/kept here/)
    expect(page.leftovers()).toEqual([])
  })

  it('E14: tries by itself until its time is over, and says so without the names of calls', async () => {
    const page = createFakePage(imu)
    const service = serviceOn(page)
    let sent = 0
    const verifyPresence = () =>
      Promise.reject(Object.assign(new Error(`verifyPresence: ${++sent}`), { kind: 'network' }))
    const failure = await failureOn(page, { client: { ...service, verifyPresence } })
    expect(failure).toMatchObject({ kind: 'service_unreachable', message: 'the service could not be reached' })
    // Sixty seconds less the scan itself, every five.
    expect(sent).toBeGreaterThan(7)
    expect(page.leftovers()).toEqual([])
  })

  it('is not for a pointer', async () => {
    const page = createFakePage()
    const source = serviceChallenge({ client: serviceOn(page), enrollment })
    const scanned = runScan(page.platform, { mode: 'pointer', challenge: source })
    await expect(scanned).rejects.toMatchObject({ kind: 'unsupported' })
    expect(page.leftovers()).toEqual([])
  })

  it('takes what createClient answers', () => {
    const client: VerificationClient = createClient({ baseUrl: 'https://service.example' })
    expect(serviceChallenge({ client, enrollment }).signedBy).toBe('service')
  })

  it('stops the call when it is aborted', async () => {
    const page = createFakePage(imu)
    const controller = new AbortController()
    let stopped: AbortSignal | undefined
    const client: VerificationClient = {
      ...serviceOn(page),
      verifyPresence: (_, options) => {
        stopped = options?.signal
        controller.abort()
        return new Promise(() => {})
      },
    }
    await expect(scanOn(page, { client }, controller.signal)).rejects.toMatchObject({ kind: 'aborted' })
    expect(stopped?.aborted).toBe(true)
    expect(page.leftovers()).toEqual([])
  })
})

describe('a service that does not verify', () => {
  it.each<[Verification['rejection_reason'], object]>([
    ['challenge_expired', { kind: 'service_refused', next: 'retry' }],
    ['challenge_replayed', { kind: 'service_refused', next: 'retry' }],
    ['challenge_mismatch', { kind: 'challenge_missed', next: 'retry' }],
    ['enrollment_invalid', { kind: 'service_refused', next: 'give_up' }],
    ['insufficient_signal', { kind: 'insufficient_signal', next: 'retry' }],
    ['liveness_failed', { kind: 'not_alive', next: 'retry' }],
    ['replay_detected', { kind: 'vetoed', next: 'retry' }],
    ['motion_signature_mismatch', { kind: 'service_refused', next: 'retry' }],
    ['context_anomaly', { kind: 'service_refused', next: 'wait' }],
    ['device_attestation_failed', { kind: 'service_refused', next: 'retry' }],
    ['a reason of next year' as never, { kind: 'service_refused' }],
    [null, { kind: 'service_refused' }],
  ])('%s', async (rejection_reason, expected) => {
    const page = createFakePage(imu)
    const service = serviceOn(page)
    const verifyPresence: VerificationClient['verifyPresence'] = async (request) => {
      const { receipt: _, ...answer } = await service.verifyPresence(request)
      return { ...answer, verified: false, rejection_reason, explanation: 'in words' }
    }
    const error = await failureOn(page, { client: { ...service, verifyPresence } })
    expect(error).toMatchObject({ name: 'ScanError', ...expected, verification: { verified: false } })
    expect(error.message).toContain('in words')
    expect(page.leftovers()).toEqual([])
  })

  it('is not believed without a receipt', async () => {
    const page = createFakePage(imu)
    const service = serviceOn(page)
    const verifyPresence: VerificationClient['verifyPresence'] = async (request) => {
      const { receipt: _, ...answer } = await service.verifyPresence(request)
      return answer
    }
    expect(await failureOn(page, { client: { ...service, verifyPresence } })).toMatchObject({ kind: 'service_refused' })
  })
})

describe('a service that does not answer', () => {
  it.each<[string, unknown, object]>([
    [
      'no network',
      Object.assign(new Error('offline'), { kind: 'network' }),
      { kind: 'service_unreachable', next: 'wait' },
    ],
    ['fetch itself', new TypeError('Failed to fetch'), { kind: 'service_unreachable' }],
    ['no error at all', 'odd', { kind: 'service_unreachable' }],
    [
      'a fault of the service',
      problem(503, 'SERVICE_UNAVAILABLE', 9000),
      { kind: 'service_unreachable', retryAfterMs: 9000 },
    ],
    [
      'too many tries',
      problem(429, 'TOO_MANY_TRIES', 60_000),
      { kind: 'service_refused', next: 'wait', retryAfterMs: 60_000 },
    ],
    ['no right to ask', problem(401, 'UNAUTHORIZED'), { kind: 'service_refused', next: 'give_up' }],
  ])('%s', async (_, cause, expected) => {
    const page = createFakePage(imu)
    const client = { ...serviceOn(page), requestChallenge: () => Promise.reject(cause) }
    expect(await failureOn(page, { client })).toMatchObject({ name: 'ScanError', ...expected, cause })
    expect(page.leftovers()).toEqual([])
  })

  it('or sends a challenge that is none', async () => {
    const page = createFakePage(imu)
    const service = serviceOn(page)
    const requestChallenge: VerificationClient['requestChallenge'] = async (wanted) => {
      return { ...(await service.requestChallenge(wanted)), actions: [] }
    }
    const error = await failureOn(page, { client: { ...service, requestChallenge } })
    expect(error).toMatchObject({ kind: 'service_refused', message: expect.stringContaining('6 strokes') })
  })
})

describe('enroll', () => {
  it('B10: asks three times, and for the same strokes where the service knows no rounds, and answers the sealed enrollment', async () => {
    const page = createFakePage([...imu, ...again(1).map((sample) => ({ ...sample, t: sample.t + 30_000 }))])
    const service = serviceOn(page)
    const started: number[] = []
    const options = {
      client: service,
      onProgress: page.onProgress,
      onCapture: (n: number) => started.push(n),
    }
    const answer = await page.clock.runUntil(
      enrollOnPlatform(page.platform, { ...options, email: 'ada@example.org', deviceInfo: { os: 'test' } }),
    )
    expect(answer).toMatchObject({ sample_count: 3, user_id: 'somebody' })
    expect(service.sent.enroll).toMatchObject([
      { email: 'ada@example.org', device_info: { os: 'test' }, captures: [{}, {}, {}] },
    ])
    expect(started).toEqual([1, 2, 3])
    expect(page.leftovers()).toEqual([])
  })

  it('tells before anything is sent that a capture is not alive', async () => {
    const page = createFakePage(imu.map((sample) => ({ ...sample, rx: Number(sample.ry), ry: 5 * Number(sample.rx) })))
    const service = serviceOn(page)
    const enrolled = enrollOnPlatform(page.platform, { client: service, onProgress: page.onProgress })
    await expect(page.clock.runUntil(enrolled)).rejects.toMatchObject({ kind: 'not_alive' })
    expect(service.sent.enroll).toEqual([])
  })

  it('asks again for a round whose strokes were missed', async () => {
    const motion = [...willingAnswer(20).imu]
    const page = createFakePage(motion)
    const service = serviceOn(page)
    const started: number[] = []
    const onCapture = (number: number) => {
      if (started.push(number) === 2) motion.splice(0, Infinity, ...imu)
    }
    const enrolled = enrollOnPlatform(page.platform, { client: service, onProgress: page.onProgress, onCapture })
    await page.clock.runUntil(enrolled)
    expect(started).toEqual([1, 1, 2, 3])
    expect(service.sent.enroll).toMatchObject([{ captures: [{}, {}, {}, {}] }])
  })

  describe('with one more round', () => {
    const EXTRA_MS = 9999
    /** Enrolls with a service that has an extra round and waits two minutes. */
    const enrollWithMore = async (
      answer: (moment: ScanProgress, page: FakePage) => void,
      options: { captures?: number; offersMore?: boolean; motion?: ImuSample[] } = {},
    ) => {
      const { motion = [...imu], ...chosen } = { offersMore: true, ...options }
      const page = createFakePage(motion)
      const service = serviceOn(page)
      const phases: string[] = []
      const counted: string[] = []
      const lengths: number[] = []
      const requestChallenge: VerificationClient['requestChallenge'] = async (wanted) => {
        const asked = await service.requestChallenge(wanted)
        const round = { actions: asked.actions, duration_ms: asked.duration_ms }
        const expires_at = new Date(page.platform.wallClock() + 120_000).toISOString()
        return { ...asked, rounds: [round, round, round], extra_round: { ...round, duration_ms: EXTRA_MS }, expires_at }
      }
      const onProgress = (moment: ScanProgress) => {
        if (moment.phase !== phases.at(-1)) phases.push(moment.phase)
        if (moment.phase === 'judging') lengths.push(moment.durationMs)
        page.onProgress(moment)
        if (moment.phase === 'offering') answer(moment, page)
      }
      const onCapture = (number: number, of: number) => {
        counted.push(`${number}/${of}`)
        if (number === 4 && options.motion) motion.splice(0, Infinity, ...willingAnswer(20).imu)
      }
      const client = { ...service, requestChallenge }
      const made = await page.clock.runUntil(
        enrollOnPlatform(page.platform, { client, onProgress, onCapture, ...chosen }),
      )
      expect(page.leftovers()).toEqual([])
      return { count: made.sample_count, counted, wasOffered: phases.includes('offering'), lengths }
    }

    it('captures it for a person who agrees', async () => {
      const { count, counted } = await enrollWithMore(({ goOn }) => goOn?.())
      expect([count, counted]).toEqual([4, ['1/3', '2/3', '3/3', '4/4']])
    })

    it.each<[string, (moment: ScanProgress, page: FakePage) => void]>([
      ['says that it is enough', ({ decline }) => decline?.()],
      ['says nothing', () => {}],
      ['leaves the page meanwhile', (_, page) => page.hide()],
    ])('enrolls three rounds of a person who %s', async (_, answer) => {
      const { count, wasOffered } = await enrollWithMore(answer)
      expect([count, wasOffered]).toEqual([3, true])
    })

    it('leaves it out where its arrows were missed', async () => {
      const { count, counted } = await enrollWithMore(({ goOn }) => goOn?.(), { motion: [...imu] })
      expect([count, counted.at(-1)]).toEqual([3, '4/4'])
    })

    it('offers none unless the page shows the question, nor where four rounds are asked for anyway', async () => {
      const silent = await enrollWithMore(() => {}, { offersMore: false })
      expect([silent.wasOffered, silent.count]).toEqual([false, 3])
      const four = await enrollWithMore(() => {}, { captures: 4 })
      expect([four.wasOffered, four.count]).toEqual([false, 4])
      const { durationMs } = challenge
      expect(four.lengths).toEqual([durationMs, durationMs, durationMs, EXTRA_MS])
    })
  })

  it('tells that no capture followed the strokes', async () => {
    const page = createFakePage(willingAnswer(20).imu)
    const service = serviceOn(page)
    const enrolled = enrollOnPlatform(page.platform, { client: service, onProgress: page.onProgress })
    await expect(page.clock.runUntil(enrolled)).rejects.toMatchObject({ kind: 'challenge_missed' })
    expect(service.sent.enroll).toEqual([])
  })

  it('hands on why the service refused', async () => {
    const page = createFakePage(imu)
    const enrollPerson = () => Promise.reject(problem(400, 'CHALLENGE_REFUSED'))
    const client = { ...serviceOn(page), enrollPerson }
    const enrolled = enrollOnPlatform(page.platform, { client, onProgress: page.onProgress })
    await expect(page.clock.runUntil(enrolled)).rejects.toMatchObject({
      kind: 'service_refused',
      next: 'retry',
      // Neither the call nor a code: people read it.
      message: 'the service refused: words of the service',
    })
  })

  it.each(['FRESH_SIGN_IN_REQUIRED', 'RECOVERY_WAIT'])(
    'says how to sign in where the service wants that: %s',
    async (code) => {
      const page = createFakePage(imu)
      const client = { ...serviceOn(page), enrollPerson: () => Promise.reject(problem(403, code)) }
      const enrolled = enrollOnPlatform(page.platform, { client, onProgress: page.onProgress })
      const advice = expect.stringMatching(/^Sign in .*start again\.$/)
      await expect(page.clock.runUntil(enrolled)).rejects.toMatchObject({ next: 'give_up', advice })
    },
  )

  it.each([0, 1, 2, 6, 3.5, Number.NaN])('B10: refuses %d captures', async (captures) => {
    const page = createFakePage(imu)
    const enrolled = enrollOnPlatform(page.platform, { client: serviceOn(page), captures })
    await expect(enrolled).rejects.toThrow('captures must be a whole number from 3 to 5')
    expect(page.leftovers()).toEqual([])
  })
})

describe('captureRounds', () => {
  it('asks for strokes for research, without a node, and hands back what was captured, unsent', async () => {
    const page = createFakePage(imu)
    const service = serviceOn(page)
    const started: number[] = []
    const onCapture = (number: number) => started.push(number)
    const options = { client: service, onProgress: page.onProgress, onCapture }
    const answered = await page.clock.runUntil(captureRoundsOnPlatform(page.platform, options))
    expect(answered.challenge).toEqual({ challenge_id: 'one', challenge_token: 'sealed' })
    expect(answered.captures.map(({ imu_sequence }) => imu_sequence.sample_rate_hz)).toEqual([60, 60, 60])
    expect(service.sent).toEqual({
      challenge: [{ purpose: 'research' }],
      steps: [],
      enroll: [],
      verify: [],
    })
    expect(started).toEqual([1, 2, 3])
    expect(page.leftovers()).toEqual([])
  })

  it.each([
    ['fails where too many rounds were missed', false],
    ['keeps them where that is wanted', true],
  ])('%s', async (_, keepsMissed) => {
    const page = createFakePage(willingAnswer(20).imu)
    const options = { client: serviceOn(page), onProgress: page.onProgress, keepsMissed }
    const answered = page.clock.runUntil(captureRoundsOnPlatform(page.platform, options))
    if (keepsMissed) expect((await answered).captures).toHaveLength(5)
    else await expect(answered).rejects.toMatchObject({ kind: 'challenge_missed' })
    expect(page.leftovers()).toEqual([])
  })

  it('is not for a pointer', async () => {
    const page = createFakePage()
    const answered = captureRoundsOnPlatform(page.platform, { client: serviceOn(page), mode: 'pointer' })
    await expect(answered).rejects.toMatchObject({ kind: 'unsupported' })
  })
})

function problem(status: number, code: string, retryAfterMs?: number): Error {
  const detail = 'replay_detected: words of the service'
  return Object.assign(new Error(`${status} ${code}`), { kind: 'problem', status, code, detail, retryAfterMs })
}
