import type { InputOf } from '@stillhere/client/http'
import { describeFailure, type FailureWords, type ProblemWords } from '../parts/failure.tsx'
import { say } from '../words/speak.ts'

/** Why this browser can't receive notices: not supported, blocked by the person, prompt not answered, or push service out of reach. */
type Obstacle = 'unsupported' | 'blocked' | 'ignored' | 'unreachable'

/** Thrown if the browser, and not the service, prevents notices. */
class DeviceError extends Error {
  readonly obstacle: Obstacle

  constructor(obstacle: Obstacle, cause?: unknown) {
    super(`this browser cannot be told: ${obstacle}`, { cause })
    this.name = 'DeviceError'
    this.obstacle = obstacle
  }
}

type Subscription = Pick<InputOf<'addPushDevice'>, 'endpoint' | 'keys'>

/**
 * Asks for permission to show notifications and subscribes this browser to its push service; returns the subscription. Call it in a click
 * handler, because browsers allow the prompt only there. `findKey` loads the service's push key once the person has agreed. Throws a DeviceError
 * if the browser prevents notices.
 */
export async function addDevice(findKey: () => Promise<string>): Promise<Subscription> {
  if (!canBeTold()) throw new DeviceError('unsupported')
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new DeviceError(permission === 'denied' ? 'blocked' : 'ignored')
  const key = await findKey()
  const { pushManager } = await startWorker()
  const subscription = await createSubscription(pushManager, key)
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

/** Returns true if this browser supports notices: over HTTPS or on this machine, and on an iPhone only from the home screen. */
function canBeTold(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js')
  return navigator.serviceWorker.ready
}

async function createSubscription(manager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return await manager.subscribe(options)
  } catch (error) {
    // A subscription with an older key, from before SECRET_KEY changed, blocks a new one.
    const earlier = await manager.getSubscription()
    if (!(await earlier?.unsubscribe())) throw new DeviceError('unreachable', error)
    return await manager.subscribe(options).catch((again: unknown) => {
      throw new DeviceError('unreachable', again)
    })
  }
}

/**
 * Returns the texts for a failed subscription to notices, by the browser's or the service's reason. `own` replaces the texts for single problem
 * codes of the service.
 */
export function describeDeviceFailure(error: unknown, own: ProblemWords = {}): FailureWords {
  return error instanceof DeviceError ? OBSTACLES[error.obstacle] : describeFailure(error, { ...OWN, ...own })
}

const OBSTACLES: Readonly<Record<Obstacle, FailureWords>> = {
  unsupported: {
    title: say('This browser can’t get notices here.'),
    advice: say('Use another browser or device, or rely on email. Notices need a page opened over https.'),
  },
  blocked: {
    title: say('Notifications are blocked for this site.'),
    advice: say('Allow them in your browser’s settings for this site, then try again.'),
  },
  ignored: {
    kind: 'warn',
    title: say('You haven’t decided yet.'),
    advice: say('Try again, and choose Allow when your browser asks.'),
  },
  unreachable: {
    title: say('Your browser couldn’t reach its push service.'),
    advice: say('Check your connection and try again. In private windows it often doesn’t work.'),
  },
}

const OWN: ProblemWords = {
  PUSH_LIMIT_REACHED: { title: say('Ten devices already get notices.'), advice: say('Remove one to add another.') },
}

// Browsers that also contain the names of others come first.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns a device name for people, such as "Firefox on Android", from a user agent. */
export function formatDeviceName(userAgent: string): string {
  const browser = findName(BROWSERS, userAgent) ?? 'Browser'
  const system = findName(SYSTEMS, userAgent)
  return system === undefined ? browser : `${browser} on ${system}`
}

function findName(names: readonly [RegExp, string][], text: string): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1]
}
