import type { Enrollment } from '@stillhere/contract'
import { beginCommitments, extendCommitments } from '@stillhere/receipt'
import { computeApproverChallenge, computeStatementDigest } from '@stillhere/receipt/approver'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createFakePage, type FakePage } from '../../test/fake-page.ts'
import { createFakeService, type LiveBehavior, STATEMENT } from '../../test/fake-service.ts'
import { willingAnswer } from '../../test/willing-people.ts'
import type { ScanError } from '../capture/scan-error.ts'
import type { ScanResult } from '../scan/options.ts'
import { enrollOnPlatform } from '../scan/rounds.ts'
import { captureOnPlatform, runScan } from '../scan/scan.ts'
import { type ServiceChallengeOptions, serviceChallenge } from './service-challenge.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const { challenge, imu } = willingAnswer()
let enrollment: Enrollment

beforeAll(async () => {
  const page = createFakePage(imu)
  const client = createFakeService(challenge, page.platform.wallClock)
  enrollment = await page.clock.runUntil(enrollOnPlatform(page.platform, { client, onProgress: page.onProgress }))
})

type Live = { page: FakePage; service: ReturnType<typeof createFakeService> }

function openPage(behavior: LiveBehavior | ((page: FakePage) => LiveBehavior) = {}): Live {
  const page = createFakePage(imu)
  const how = typeof behavior === 'function' ? behavior(page) : behavior
  return { page, service: createFakeService(challenge, page.platform.wallClock, how) }
}

type Asked = Partial<ServiceChallengeOptions>

function scanOn({ page, service }: Live, asked: Asked = {}): Promise<ScanResult> {
  const source = serviceChallenge({ client: service, enrollment, ...asked })
  return page.clock.runUntil(runScan(page.platform, { onProgress: page.onProgress, challenge: source }))
}

/** Waits on the clock of the page. */
function wait({ clock }: FakePage, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const endMs = clock.now() + ms
    const stop = clock.every(10, () => {
      if (clock.now() < endMs) return
      stop()
      resolve()
    })
  })
}

const SLOW_STEP = (page: FakePage): LiveBehavior => ({
  delay: async (what, index) => (what === 'step' && index === 3 ? wait(page, 1500) : undefined),
})

describe('a live scan', () => {
  it('commits after each cue but the last and at the end, and sends exactly what it committed', async () => {
    const live = openPage()
    const result = await scanOn(live)
    expect(result).toMatchObject({ pace: 'live', verification: { verified: true } })
    const { steps, verify } = live.service.sent
    expect(live.service.sent.challenge).toEqual([{ purpose: 'verify', pace: 'live' }])
    const times = challenge.strokes.map(({ atMs }) => atMs + 650)
    for (const [index, { elapsed_ms }] of steps.entries()) {
      const due = index < 5 ? (times[index] ?? 0) : challenge.durationMs
      expect(elapsed_ms - due, String(index)).toBeGreaterThanOrEqual(0)
      expect(elapsed_ms - due, String(index)).toBeLessThan(100)
    }
    const [{ response }] = verify as [
      { response: { imu_sequence: { samples: unknown[] }; committed: { imu: number }[] } },
    ]
    let chain = beginCommitments('one')
    const chains = response.committed.map(({ imu: to }, step) => {
      const from = response.committed[step - 1]?.imu ?? 0
      chain = extendCommitments(chain, { imu: response.imu_sequence.samples.slice(from, to), camera: [], pose: [] })
      return chain
    })
    expect(steps.map(({ commitment }) => commitment)).toEqual(chains)
    expect(response.committed).toHaveLength(6)
    expect(response.committed.at(-1)?.imu).toBe(response.imu_sequence.samples.length)
    expect(live.page.leftovers()).toEqual([])
  })

  it('shows every arrow of the six, none before it was told, and says the pace', async () => {
    const live = openPage()
    await scanOn(live)
    const capturing = live.page.progress.filter(({ phase }) => phase === 'capturing')
    expect(new Set(capturing.map(({ pace }) => pace))).toEqual(new Set(['live']))
    const shown = new Map(
      capturing
        .flatMap(({ stroke, elapsedMs }) => (stroke ? [[stroke.index, { stroke, elapsedMs }]] : []))
        .toReversed() as [number, { stroke: { of: number; direction: string }; elapsedMs: number }][],
    )
    for (const [index, { direction, atMs }] of challenge.strokes.entries()) {
      expect(shown.get(index)?.stroke).toMatchObject({ of: 6, direction })
      const told = index === 0 ? 0 : (live.service.sent.steps[index - 1]?.elapsed_ms ?? Infinity)
      expect(shown.get(index)?.elapsedMs).toBeGreaterThanOrEqual(told)
      expect(shown.get(index)?.elapsedMs).toBeLessThan(atMs)
    }
  })

  it('is batch where the caller says so, and with a service or a client that knows no live pace', async () => {
    const plain = openPage()
    expect(await scanOn(plain, { pace: 'batch' })).toMatchObject({ pace: 'batch' })
    expect(plain.service.sent.challenge).toEqual([{ purpose: 'verify' }])
    const page = createFakePage(imu)
    const older = { page, service: createFakeService(challenge, page.platform.wallClock) }
    expect(await scanOn(older)).toMatchObject({ pace: 'batch', verification: { verified: true } })
    const { advanceChallenge: _, ...client } = openPage().service
    const without = openPage()
    expect(await scanOn(without, { client })).toMatchObject({ pace: 'batch' })
    await expect(scanOn(openPage(), { client, assurance: 2 })).rejects.toThrow(TypeError)
  })

  const SLOW_CALLS = (slow: (what: string, index: number) => boolean) => (page: FakePage) => ({
    delay: async (what: string, index: number) => (slow(what, index) ? wait(page, 450) : undefined),
  })
  const [LIVE, BATCH] = [{ purpose: 'verify', pace: 'live' }, { purpose: 'verify' }]

  it('is batch where the service takes more than 400 ms to answer twice, and live where only the first call did', async () => {
    const slow = openPage(SLOW_CALLS((what) => what === 'challenge'))
    expect(await scanOn(slow)).toMatchObject({ pace: 'batch', verification: { verified: true } })
    expect(slow.service.sent).toMatchObject({ challenge: [LIVE, LIVE, BATCH], steps: [] })
    const connecting = openPage(SLOW_CALLS((what, index) => what === 'challenge' && index === 1))
    expect(await scanOn(connecting)).toMatchObject({ pace: 'live' })
    expect(connecting.service.sent.challenge).toEqual([LIVE, LIVE])
  })

  it('is batch once two of the newest ten calls took longer, though no arrow came too late, and live again later', async () => {
    let page = createFakePage(imu)
    const delay: LiveBehavior['delay'] = async (what, index) =>
      what === 'step' && (index === 2 || index === 4) ? wait(page, 450) : undefined
    const service = createFakeService(challenge, () => page.platform.wallClock(), { delay })
    const paces: unknown[] = []
    while (paces.length < 8) {
      page = createFakePage(imu)
      paces.push((await scanOn({ page, service })).pace)
    }
    // The first scan made seven calls, and each of the others one: then the first slow call is no more among the newest ten.
    expect(paces).toEqual(['live', ...Array(6).fill('batch'), 'live'])
  })

  it('captures without judging at the batch pace', async () => {
    const { page, service } = openPage()
    const source = serviceChallenge({ client: service, enrollment })
    const captured = captureOnPlatform(page.platform, { onProgress: page.onProgress, challenge: source })
    expect((await page.clock.runUntil(captured)).challenge.strokes).toHaveLength(6)
  })
})

describe('a network that fails', () => {
  const failAt = (index: number, error: object): LiveBehavior => ({
    delay: async (what, at) => {
      if (what === 'step' && at === index) throw Object.assign(new Error('no answer'), error)
    },
  })

  it.each<[string, LiveBehavior | ((page: FakePage) => LiveBehavior)]>([
    ['a step that took too long', SLOW_STEP],
    ['a step that was lost', failAt(2, { kind: 'network' })],
    ['a step that the service found too late', failAt(4, { kind: 'problem', status: 409, code: 'CHALLENGE_ENDED' })],
    ['the last step lost', failAt(6, { kind: 'network' })],
  ])('%s: begins again with all arrows at once, and says so', async (_, behavior) => {
    const live = openPage(behavior)
    const result = await scanOn(live)
    expect(result).toMatchObject({ pace: 'batch', verification: { verified: true } })
    expect(live.service.sent.challenge).toEqual([{ purpose: 'verify', pace: 'live' }, { purpose: 'verify' }])
    const hints = live.page.progress.filter(({ phase, pace }) => phase === 'countdown' && pace === 'batch')
    expect(new Set(hints.map(({ hint }) => hint))).toEqual(
      new Set(['The connection is too slow for live arrows. Once more, with all arrows at once.']),
    )
    expect(live.page.leftovers()).toEqual([])
  })

  it('is a failure where the level that was asked for needs the live pace', async () => {
    const live = openPage(SLOW_STEP)
    const error = await scanOn(live, { assurance: 2 }).catch((thrown: ScanError) => thrown)
    expect(error).toMatchObject({ kind: 'service_unreachable', next: 'retry' })
    expect(live.service.sent.challenge).toEqual([{ purpose: 'verify', pace: 'live', assurance: 2 }])
  })

  it('is not blamed for what the service refuses', async () => {
    const live = openPage(failAt(2, { kind: 'problem', status: 429, code: 'TOO_MANY_REQUESTS' }))
    await expect(scanOn(live)).rejects.toMatchObject({ kind: 'service_refused', next: 'wait' })
  })
})

describe('a passkey', () => {
  const credentialIds = ['AQID']

  it('signs the statement with the last commitment, where the node has one', async () => {
    const live = openPage({ credentialIds })
    const asked: unknown[] = []
    const passkey = async (digest: Uint8Array, ids: string[]) => {
      asked.push([Buffer.from(digest).toString('hex'), ids, live.service.sent.steps.length])
      return { id: 'AQID' }
    }
    await scanOn(live, { passkey })
    const chain = live.service.sent.steps.at(-1)?.commitment ?? ''
    const signed = computeApproverChallenge([computeStatementDigest({ ...STATEMENT, chain })])
    expect(asked).toEqual([[Buffer.from(signed).toString('hex'), credentialIds, 6]])
    expect(live.service.sent.verify).toMatchObject([{ passkey: { id: 'AQID' } }])
  })

  it('is not asked for where the node has none, nor at the batch pace', async () => {
    const passkey = () => Promise.reject(new Error('nobody should ask'))
    for (const [live, asked] of [
      [openPage(), {}],
      [openPage({ credentialIds }), { pace: 'batch' as const }],
    ] as const) {
      await scanOn(live, { ...asked, passkey, assurance: undefined })
      expect(live.service.sent.verify).not.toMatchObject([{ passkey: expect.anything() }])
    }
  })

  const SHOWN = { audience: 'https://shop.example', action: 'Pay 7 €' }
  const STATED = { ...SHOWN, nonce: 'of the shop' }
  const DIGESTS = ['a'.repeat(64), 'b'.repeat(64)] as const
  const checkOf = (shown: { actionDigest: string | null }): Asked => ({
    check: 'of-ada',
    shown: { ...SHOWN, ...shown },
  })

  it.each<[string, LiveBehavior['statement'], Asked]>([
    ['another action', { action_digest: DIGESTS[1] }, { approval: 'of-ada', approvalDigest: DIGESTS[0] }],
    ['no action', {}, { approval: 'of-ada', approvalDigest: DIGESTS[0] }],
    ['an action where none', { action: 'Pay 900 €' }, {}],
    ['details where none', { action_digest: DIGESTS[0] }, {}],
    ['an audience where none', { audience: 'https://eve.example' }, {}],
    ['a nonce where none', { nonce: 'one' }, {}],
    ['another digest of a check', { ...STATED, action_digest: DIGESTS[1] }, checkOf({ actionDigest: DIGESTS[0] })],
    ['no digest of a check', STATED, checkOf({ actionDigest: DIGESTS[0] })],
    ['details of a check without', { ...STATED, action_digest: DIGESTS[1] }, checkOf({ actionDigest: null })],
    ['other words of a check', { ...STATED, action: 'Pay 900 €' }, checkOf({ actionDigest: null })],
    ['a check for another site', { ...STATED, audience: 'https://eve.example' }, checkOf({ actionDigest: null })],
    ['another audience', { audience: 'https://eve.example' }, { audience: 'https://shop.example' }],
    ['other words', { action: 'Pay 900 €' }, { action: 'Pay 7 €' }],
    ['another nonce', { nonce: 'two' }, { nonce: 'one' }],
    ['another challenge', { challenge_id: 'two' }, {}],
    ['a lower level', { level: 2 }, { assurance: 3 }],
  ])('signs nothing where the service states %s than was asked for', async (_, statement, asked) => {
    const live = openPage({ credentialIds, statement })
    const passkey = vi.fn(async () => ({}))
    await expect(scanOn(live, { passkey, pace: 'live', ...asked })).rejects.toMatchObject({
      kind: 'service_refused',
      next: 'give_up',
    })
    expect(passkey).not.toHaveBeenCalled()
    expect(live.service.sent.verify).toEqual([])
  })

  it('signs a check of which it states exactly what was shown', async () => {
    const live = openPage({ credentialIds, statement: { ...STATED, action_digest: DIGESTS[0] } })
    const passkey = vi.fn(async () => ({}))
    await scanOn(live, { passkey, pace: 'live', ...checkOf({ actionDigest: DIGESTS[0] }) })
    expect(passkey).toHaveBeenCalledTimes(1)
  })

  it('that is not given leaves level 1, and fails a scan that asked for more', async () => {
    const passkey = () => Promise.reject(new Error('the person said no'))
    const free = openPage({ credentialIds })
    expect((await scanOn(free, { passkey })).verification).toMatchObject({ verified: true })
    const bound = openPage({ credentialIds })
    await expect(scanOn(bound, { passkey, assurance: 2 })).rejects.toMatchObject({
      kind: 'service_refused',
      next: 'retry',
    })
    expect(bound.service.sent.verify).toEqual([])
  })
})
