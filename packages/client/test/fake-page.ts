import { createPrivateKey, sign } from 'node:crypto'
import type { ImuSample } from '@stillhere/engine'
import { type Signer, generateKeyPair, secretKeyToPkcs8 } from '@stillhere/receipt'
import { deviceMotion, type MotionReading, type MotionWindow } from '../src/capture/device-motion.ts'
import { pointerMotion } from '../src/capture/pointer-motion.ts'
import type { ScanProgress } from '../src/capture/progress.ts'
import { type Platform, createSingleRun } from '../src/capture/scan-context.ts'
import type { EngineWorker } from '../src/live/engine-worker.ts'
import { createTasks } from '../src/live/tasks.ts'
import { type FakeClock, createFakeClock } from './fake-clock.ts'

const PERIOD_MS = 1000 / 60
const WALL_MS = Date.UTC(2026, 0, 1)
const RESTING: Omit<ImuSample, 't'> = { ax: 0.1, ay: 6.9, az: 7, rx: 1, ry: 0.4, rz: -0.3 }

/** A page with a phone around it, whose time and events are the test's. */
export type FakePage = {
  clock: FakeClock
  platform: Platform
  /** Hand it to the scan: the phone plays its motion from the first capturing moment on. */
  onProgress: (progress: ScanProgress) => void
  progress: ScanProgress[]
  /** The sensors of the phone; a test may silence them, or empty their readings. */
  phone: { speaks: boolean; isEmpty: boolean; hasGyro: boolean }
  window: FakeWindow
  hide: () => void
  /** Listeners, timers, locks and threads that are still there. */
  leftovers: () => string[]
}

type FakeWindow = MotionWindow & EventTarget & { revoke: () => void; listeners: () => number }

/** A page on which a phone plays these samples, whose first is the start of the challenge. */
export function createFakePage(motion: readonly ImuSample[] = []): FakePage {
  const clock = createFakeClock()
  const window = createFakeWindow(clock)
  const phone = { speaks: true, isEmpty: false, hasGyro: true }
  const progress: ScanProgress[] = []
  const held = { locks: 0, rooms: 0, claims: 0 }
  const document = Object.assign(new Counted(), { isHidden: false })
  let played = -1
  clock.every(PERIOD_MS, () => {
    if (!phone.speaks) return
    if (played >= 0 || progress.at(-1)?.phase === 'capturing') played++
    if (progress.at(-1)?.phase === 'countdown') played = -1
    window.dispatchEvent(motionEvent(motion[played] ?? RESTING, clock.now(), phone))
  })
  const own = clock.timers()
  return {
    clock,
    window,
    phone,
    progress,
    onProgress: (moment) => progress.push(moment),
    hide: () => {
      document.isHidden = true
      document.dispatchEvent(new Event('visibilitychange'))
    },
    leftovers: () => [
      ...(window.listeners() > 0 ? ['window listeners'] : []),
      ...(document.count > 0 ? ['document listeners'] : []),
      ...(clock.timers() > own ? ['timers'] : []),
      ...Object.entries(held).flatMap(([name, count]) => (count > 0 ? [name] : [])),
    ],
    platform: {
      now: clock.now,
      wallClock: () => WALL_MS + Math.floor(clock.now()),
      every: clock.every,
      isHidden: () => document.isHidden,
      onHidden: (run) => {
        document.addEventListener('visibilitychange', run)
        return () => document.removeEventListener('visibilitychange', run)
      },
      onOnline: (run) => {
        window.addEventListener('online' as never, run)
        return () => window.removeEventListener('online' as never, run)
      },
      keepAwake: async () => holding(held, 'locks'),
      claim: () => (held.claims > 0 ? null : holding(held, 'claims')),
      motionSource: (mode) => (mode === 'sensors' ? deviceMotion(window) : pointerMotion(window, clock.now)),
      cameraTracker: () => Promise.reject(new Error('this page has no camera')),
      openKey: async () => testKey(),
      openWorker: () => fakeRoom(holding(held, 'rooms')),
    },
  }
}

/** A key that lives for one test. */
export function testKey(): Signer {
  const { publicKey, secretKey } = generateKeyPair()
  const der = Buffer.from(secretKeyToPkcs8(secretKey))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { publicKey, sign: async (message) => sign(null, message, key) }
}

function fakeRoom(close: () => void): EngineWorker {
  const run = createTasks()
  return {
    // Live scores have their own tests; sixty a second would make every other test slow.
    score: async () => ({ score: null, parts: null }),
    glance: async (given) => run({ kind: 'glance', given }) as never,
    judge: async (given) => run({ kind: 'judge', given }) as never,
    signature: async (given) => run({ kind: 'signature', given }) as never,
    close,
  }
}

function holding<Name extends string>(held: Record<Name, number>, name: Name): () => void {
  held[name]++
  return createSingleRun(() => held[name]--)
}

function createFakeWindow(clock: FakeClock): FakeWindow {
  const status = Object.assign(new Counted(), { state: 'granted' })
  const counted = new Counted()
  const window = Object.assign(counted, {
    isSecureContext: true,
    DeviceMotionEvent: {},
    performance: { now: clock.now },
    screen: { orientation: { angle: 0 } },
    navigator: { permissions: { query: async () => status as unknown as PermissionStatus } },
    listeners: () => counted.count + status.count,
    revoke: () => {
      status.state = 'denied'
      status.dispatchEvent(new Event('change'))
    },
  })
  return window as unknown as FakeWindow
}

/** An event target that knows how many listen; listeners that go with a signal count until it aborts. */
class Counted extends EventTarget {
  count = 0

  override addEventListener(...given: Parameters<EventTarget['addEventListener']>): void {
    this.count++
    const options = given[2]
    if (typeof options === 'object') options.signal?.addEventListener('abort', () => this.count--)
    super.addEventListener(...given)
  }

  override removeEventListener(...given: Parameters<EventTarget['removeEventListener']>): void {
    this.count--
    super.removeEventListener(...given)
  }
}

type Phone = FakePage['phone']

function motionEvent(sample: Omit<ImuSample, 't'>, timeStamp: number, { isEmpty, hasGyro }: Phone): Event {
  const { ax, ay, az, rx, ry, rz } = sample
  const accelerationIncludingGravity = isEmpty ? { x: null, y: null, z: null } : { x: ax, y: ay, z: az }
  const rotationRate = isEmpty || !hasGyro ? null : { alpha: rx, beta: ry, gamma: rz }
  const reading = { accelerationIncludingGravity, rotationRate } as Partial<MotionReading>
  const event = Object.assign(new Event('devicemotion'), reading)
  // The clock of the test, not that of the machine.
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  return event
}
