import type { InputOf } from '@stillhere/client/http'

/** Why this browser cannot be told; each has its words. */
export type Obstacle = 'unsupported' | 'blocked' | 'ignored' | 'unreachable'

/** Thrown when the browser, and not the service, is what keeps a device from being told. */
export class DeviceError extends Error {
  readonly obstacle: Obstacle

  constructor(obstacle: Obstacle, cause?: unknown) {
    super(`this browser cannot be told: ${obstacle}`, { cause })
    this.name = 'DeviceError'
    this.obstacle = obstacle
  }
}

type Subscription = Pick<InputOf<'addPushDevice'>, 'endpoint' | 'keys'>

/**
 * Asks the person, and then the browser's push service, and returns where this device is told. Call it from a press: browsers let nobody ask
 * otherwise. `findKey` is asked for the key of the service once the person has agreed.
 */
export async function subscribeDevice(findKey: () => Promise<string>): Promise<Subscription> {
  if (!canBeTold()) throw new DeviceError('unsupported')
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new DeviceError(permission === 'denied' ? 'blocked' : 'ignored')
  const key = await findKey()
  const { pushManager } = await startWorker()
  const subscription = await subscribeAnew(pushManager, key)
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

/** Whether this browser has what it takes: not without HTTPS but on this machine, and on an iPhone only from the home screen. */
function canBeTold(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js')
  return navigator.serviceWorker.ready
}

async function subscribeAnew(manager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return await manager.subscribe(options)
  } catch (error) {
    // A subscription with another key, of a service that had another SECRET_KEY, is in the way.
    const earlier = await manager.getSubscription()
    if (!(await earlier?.unsubscribe())) throw new DeviceError('unreachable', error)
    return await manager.subscribe(options).catch((again: unknown) => {
      throw new DeviceError('unreachable', again)
    })
  }
}
