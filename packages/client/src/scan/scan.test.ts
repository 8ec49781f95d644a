import { type ImuSample, seededRandom } from '@stillhere/engine'
import { captureOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { verifyReceipt } from '@stillhere/receipt'
import { describe, expect, it, vi } from 'vitest'
import { createFakePage, type FakePage, testKey } from '../../test/fake-page.ts'
import { willingAnswer } from '../../test/willing-people.ts'
import type { MotionSource } from '../capture/motion-source.ts'
import type { ScanPhase } from '../capture/progress.ts'
import type { ScanError } from '../capture/scan-error.ts'
import type { PageChallenges } from '../continuity/challenge-source.ts'
import type { ScanOptions, ScanResult } from './options.ts'
import { captureOnPlatform, runScan } from './scan.ts'

// A whole scan is judged in most of these; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 })

const { challenge, imu } = willingAnswer()
const other = willingAnswer(20)
const asked: PageChallenges = { signedBy: 'page', open: async () => challenge }

function scanOn(page: FakePage, options: ScanOptions = {}): Promise<ScanResult> {
  const { onProgress } = page
  return page.clock.runUntil(runScan(page.platform, { onProgress, challenge: asked, ...options }))
}

async function failureOn(page: FakePage, options: ScanOptions = {}): Promise<ScanError> {
  return scanOn(page, options).then(
    () => Promise.reject(new Error('the scan should have failed')),
    (error) => error,
  )
}

/** Does something once, when the scan enters a phase. */
function whenIn(page: FakePage, phase: ScanPhase, act: () => void): Pick<ScanOptions, 'onProgress'> {
  let isDone = false
  return {
    onProgress: (progress) => {
      page.onProgress(progress)
      if (progress.phase !== phase || isDone) return
      isDone = true
      act()
    },
  }
}

describe('a scan that passes', () => {
  it('resolves to a receipt that verifies at once, and leaves nothing behind', async () => {
    const page = createFakePage(imu)
    const { receipt, continuity, mode, capture } = await scanOn(page)
    expect(continuity).toMatchObject({ verdict: 'PASS' })
    expect(mode).toBe('sensors')
    expect(verifyReceipt(receipt, { now: page.platform.wallClock() })).toMatchObject({ status: 'VALID' })
    expect(receipt.evidence.map(({ engineId }) => engineId)).toEqual(['EE-001', 'EE-003'])
    expect(receipt.verdict).toBe('PASS')
    expect(receipt.subject).toMatchObject({ id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), type: 'embodied' })
    expect(receipt.interval.coverageMs).toBe(capture.endedAt - capture.startedAt)
    expect(capture.imu[0]?.t).toBe(0)
    expect(page.leftovers()).toEqual([])
  })

  it('goes through its phases in order and shows each stroke before it is due', async () => {
    const page = createFakePage(imu)
    await scanOn(page)
    const phases = page.progress.map(({ phase }) => phase).filter((phase, i, all) => phase !== all[i - 1])
    expect(phases).toEqual(['asking', 'preparing', 'countdown', 'capturing', 'judging', 'signing', 'done'])
    const states = page.progress.flatMap(({ stroke }) => (stroke ? [`${stroke.index} ${stroke.state}`] : []))
    const steps = states.filter((state, i) => state !== states[i - 1])
    expect(steps).toEqual([0, 1, 2, 3, 4, 5].flatMap((i) => [`${i} coming`, `${i} now`]).concat('5 over'))
    const counted = page.progress.filter(({ phase }) => phase === 'countdown').map(({ secondsLeft }) => secondsLeft)
    expect([...new Set(counted)]).toEqual([3, 2, 1])
    for (const { stroke, elapsedMs } of page.progress) {
      if (stroke?.state !== 'now') continue
      const lateMs = elapsedMs - (challenge.strokes[stroke.index]?.atMs ?? Number.NaN)
      expect(lateMs).toBeGreaterThanOrEqual(0)
    }
  })

  it.each([{ action: 'Pay 7 € to Eve' }, { nonce: 'n-0195' }])(
    'is for nothing: refuses %j at once',
    async (purpose) => {
      await expect(scanOn(createFakePage(imu), purpose)).rejects.toThrow(
        'action and nonce need a challenge of a service',
      )
    },
  )

  it("takes the caller's key, subject, audience and clock", async () => {
    const page = createFakePage(imu)
    const key = testKey()
    const subject = { id: `sha256:${'5'.repeat(64)}` }
    const now = () => page.platform.wallClock() + 2000
    const { receipt } = await scanOn(page, { key, subject, audience: 'shop.example', now })
    expect(receipt).toMatchObject({
      subject,
      audience: 'shop.example',
      issuer: { publicKey: key.publicKey },
    })
    expect(Date.parse(receipt.signature.signedAt)).toBe(now())
  })

  it.each([
    ['behind', -86_400_000],
    ['ahead', 86_400_000],
  ])("dates the whole receipt by the caller's clock, on a device that is a day %s", async (_, awayMs) => {
    const page = createFakePage(imu)
    const now = () => page.platform.wallClock() - awayMs
    const { receipt } = await scanOn(page, { now })
    expect(verifyReceipt(receipt, { now: now() })).toMatchObject({ status: 'VALID' })
  })

  it('refuses a subject that no receipt can carry before it asks for anything', async () => {
    const page = createFakePage(imu)
    await expect(scanOn(page, { subject: { id: 'me' } })).rejects.toThrow(/^subject\.id must be/)
    expect(page.progress).toEqual([])
  })

  it('starts at once without a countdown', async () => {
    const page = createFakePage(imu)
    await scanOn(page, { countdownSeconds: 0 })
    expect(page.progress.some(({ phase }) => phase === 'countdown')).toBe(false)
  })

  it('asks iOS before anything is awaited', () => {
    const page = createFakePage(imu)
    let isAsked = false
    page.window.DeviceMotionEvent = {
      requestPermission: () => {
        isAsked = true
        return new Promise(() => {})
      },
    }
    void runScan(page.platform, {})
    expect(isAsked).toBe(true)
  })

  it('can be made again when one has ended', async () => {
    const page = createFakePage(imu)
    await scanOn(page)
    expect((await scanOn(page)).mode).toBe('sensors')
  })
})

describe('a scan that is judged and refused', () => {
  it.each<[string, ReturnType<typeof captureOf>, string]>([
    ['the answer to another challenge', other.imu, 'challenge_missed'],
    [
      'somebody who does not follow',
      captureOf(syntheticPerson(3), seededRandom(1), { seconds: 20 }),
      'challenge_missed',
    ],
    ['a phone on the table', [], 'insufficient_signal'],
    ['noise', noise(), 'not_alive'],
    ['a stretch that comes twice', [...imu.slice(0, -44), ...imu.slice(2, 42)], 'vetoed'],
  ])('%s', async (_, motion, kind) => {
    const page = createFakePage(motion)
    const error = await failureOn(page)
    expect(error).toMatchObject({ name: 'ScanError', kind, continuity: { verdict: 'FAIL' } })
    expect(error.message).toBe(error.continuity?.reason)
    expect(page.leftovers()).toEqual([])
  })
})

describe('a scan that fails on its way', () => {
  it.each<[string, (page: FakePage) => Partial<ScanOptions> | undefined | void, object]>([
    ['denied on iOS', (page) => askIos(page, 'denied'), { kind: 'permission_denied', next: 'give_up' }],
    [
      'asked without a tap on iOS',
      (page) => askIos(page, new Error('NotAllowed')),
      { kind: 'permission_denied', next: 'retry' },
    ],
    ['denied by the browser', (page) => page.window.revoke(), { kind: 'permission_denied' }],
    ['an insecure page', (page) => void (page.window.isSecureContext = false), { kind: 'insecure_page' }],
    ['a browser without sensors', (page) => void delete page.window.DeviceMotionEvent, { kind: 'unsupported' }],
    ['sensors that say nothing', (page) => void (page.phone.speaks = false), { kind: 'sensor_silent', next: 'retry' }],
    [
      'sensors without readings',
      (page) => void (page.phone.isEmpty = true),
      { kind: 'sensor_silent', next: 'give_up' },
    ],
    ['no gyroscope', (page) => void (page.phone.hasGyro = false), { kind: 'unsupported' }],
    ['a hidden page', (page) => page.hide(), { kind: 'page_hidden', next: 'retry' }],
    ['hidden in the countdown', (page) => whenIn(page, 'countdown', page.hide), { kind: 'page_hidden' }],
    ['hidden in the capture', (page) => whenIn(page, 'capturing', page.hide), { kind: 'page_hidden' }],
    ['revoked in the capture', (page) => whenIn(page, 'capturing', page.window.revoke), { kind: 'permission_revoked' }],
    [
      'silent in the countdown',
      (page) => whenIn(page, 'countdown', () => (page.phone.speaks = false)),
      { kind: 'sensor_silent' },
    ],
    [
      'silent in the capture',
      (page) => whenIn(page, 'capturing', () => (page.phone.speaks = false)),
      { kind: 'sensor_silent' },
    ],
    [
      'empty in the capture',
      (page) => whenIn(page, 'capturing', () => (page.phone.isEmpty = true)),
      { kind: 'sensor_silent' },
    ],
    [
      'no key',
      (page) => void (page.platform.openKey = () => Promise.reject(new Error('private'))),
      { kind: 'key_unavailable' },
    ],
    [
      'a key that does not sign',
      () => ({ key: { ...testKey(), sign: async () => new Uint8Array(64) } }),
      { kind: 'key_unavailable' },
    ],
    ['a camera that cannot be loaded', () => ({ camera: true }), { kind: 'camera_failed' }],
  ])('%s', async (_, prepare, expected) => {
    const page = createFakePage(imu)
    const error = await failureOn(page, prepare(page) ?? {})
    expect(error).toMatchObject({ name: 'ScanError', ...expected })
    expect(error.advice).toMatch(/^[A-Z].*\.$/)
    expect(page.leftovers()).toEqual([])
  })

  it.each([
    ['no time at all', () => Number.NaN],
    ['the time since 1970', (now: number) => now + 1_767_225_600_000],
    ['a time that began elsewhere', (now: number) => now - 60_000],
  ])('says that the sensors are silent where a source gives %s', async (_, timeOf) => {
    const page = createFakePage()
    const error = await failureOn(page, { source: sourceOf(page, (now) => ({ ...imu[0]!, t: timeOf(now) })) })
    expect(error).toMatchObject({ kind: 'sensor_silent', message: expect.stringContaining("of this page's time") })
    expect(page.leftovers()).toEqual([])
  })

  it('says that the sensors fell silent where a source stands still in time', async () => {
    const page = createFakePage()
    const [first] = imu
    const error = await failureOn(page, { source: sourceOf(page, () => ({ ...first!, t: 10 })) })
    expect(error).toMatchObject({ kind: 'sensor_silent', message: expect.stringContaining('in the middle') })
  })

  it('overlooks readings that are no numbers between those that are', async () => {
    const page = createFakePage(imu)
    const hush = page.clock.every(33, () => page.window.dispatchEvent(emptyReading(page.clock.now())))
    expect((await scanOn(page)).continuity).toMatchObject({ verdict: 'PASS' })
    hush()
  })

  it('is busy while another scan runs on the page, and does not disturb it', async () => {
    const page = createFakePage(imu)
    const first = runScan(page.platform, { onProgress: page.onProgress, challenge: asked })
    await expect(runScan(page.platform, {})).rejects.toMatchObject({ kind: 'busy', next: 'wait' })
    expect((await page.clock.runUntil(first)).continuity?.verdict).toBe('PASS')
  })

  it("gives a listener's own error back", async () => {
    const page = createFakePage(imu)
    const mistake = new TypeError('a mistake of the page')
    const throwing = whenIn(page, 'capturing', () => {
      throw mistake
    })
    expect(await failureOn(page, throwing)).toBe(mistake)
    expect(page.leftovers()).toEqual([])
  })
})

/** Other hardware, sixty readings a second, whatever they say. */
function sourceOf(page: FakePage, reading: (now: number) => ImuSample): MotionSource {
  const { clock } = page
  return {
    mode: 'sensors',
    request: async () => {},
    start: (onSample) => clock.every(1000 / 60, () => onSample(reading(clock.now()))),
  }
}

function emptyReading(timeStamp: number): Event {
  const nothing = { x: Number.NaN, y: Number.POSITIVE_INFINITY, z: null }
  const event = Object.assign(new Event('devicemotion'), { accelerationIncludingGravity: nothing, rotationRate: null })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  return event
}

describe('abort', () => {
  it('before the start asks for nothing', async () => {
    const page = createFakePage(imu)
    const error = await failureOn(page, { signal: AbortSignal.abort('changed my mind') })
    expect(error).toMatchObject({ kind: 'aborted', cause: 'changed my mind' })
    expect(page.progress).toEqual([])
    expect(page.leftovers()).toEqual([])
  })

  it.each<ScanPhase>(['asking', 'preparing', 'countdown', 'capturing', 'judging', 'signing'])(
    'while %s leaves no listener, timer, lock or thread behind',
    async (phase) => {
      const page = createFakePage(imu)
      const controller = new AbortController()
      const error = await failureOn(page, {
        signal: controller.signal,
        ...whenIn(page, phase, () => controller.abort()),
      })
      expect(error).toMatchObject({ kind: 'aborted', next: 'retry' })
      // What was under way when the scan ended must not start anything later.
      await page.clock.runUntil(Promise.resolve())
      expect(page.leftovers()).toEqual([])
      expect(page.progress.at(-1)?.phase).toBe(phase)
    },
  )
})

describe('captureMotion', () => {
  it('resolves to samples from time 0 and judges nothing', async () => {
    const page = createFakePage(imu)
    const capture = await page.clock.runUntil(
      captureOnPlatform(page.platform, { onProgress: page.onProgress, challenge: asked }),
    )
    expect(capture).toMatchObject({ mode: 'sensors', challenge })
    expect(capture.imu[0]?.t).toBe(0)
    expect(capture.imu.at(-1)?.t).toBeGreaterThan(challenge.durationMs - 50)
    expect(page.progress.some(({ phase }) => phase === 'judging')).toBe(false)
    expect(page.leftovers()).toEqual([])
  })
})

function askIos(page: FakePage, answer: unknown): undefined {
  const requestPermission = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer))
  page.window.DeviceMotionEvent = { requestPermission }
}

function noise(): ReturnType<typeof captureOf> {
  const random = seededRandom(4)
  const any = (size: number) => size * (random() - 0.5)
  return imu.map(({ t }) => ({ t, ax: any(3), ay: any(3), az: 9.8 + any(3), rx: any(90), ry: any(90), rz: any(90) }))
}
