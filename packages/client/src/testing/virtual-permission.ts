/**
 * Sets Chromium's permission for the motion sensors in the browser context of a DevTools session. Open pages are notified.
 *
 * @returns a promise that resolves when the permission is set.
 * @example
 * const denySensors = async (page) => setSensorPermission(await page.context().newCDPSession(page), 'denied')
 */
export async function setSensorPermission(devtools: DevtoolsSession, setting: MotionPermission): Promise<void> {
  const { targetInfo } = (await devtools.send('Target.getTargetInfo')) as { targetInfo: { browserContextId?: string } }
  // Without the context, the permission would apply to the browser's default one.
  const { browserContextId } = targetInfo
  for (const name of ['accelerometer', 'gyroscope'])
    await devtools.send('Browser.setPermission', { permission: { name }, setting, browserContextId })
}

/** A browser's permission for the motion sensors. */
export type MotionPermission = 'granted' | 'denied' | 'prompt'

type PermissionTarget = {
  state: () => MotionPermission
  set: (permission: MotionPermission) => void
  /** Restores the browser's own permission. */
  remove: () => void
}

const SENSORS = ['accelerometer', 'gyroscope']

type AskingEvent = { requestPermission?: (() => Promise<MotionPermission>) | undefined }

/** The part of a window that requests permission. A `Window` has this type. */
export type AskedPage = {
  DeviceMotionEvent: object
  navigator: { permissions: { query(named: { name: string }): Promise<object> } }
}

/**
 * Replaces the page's functions that ask for the motion sensors' permission, so that they answer `first`. `set` changes the answer, and `remove`
 * restores the page's own functions.
 */
export function setMotionPermission(page: AskedPage, first: MotionPermission): PermissionTarget {
  let state = first
  const changed = new EventTarget()
  const asking: AskingEvent = page.DeviceMotionEvent
  const { permissions } = page.navigator
  const asked = setProperty(asking, 'requestPermission', async () => state)
  const query = permissions.query.bind(permissions)
  const queried = setProperty(permissions, 'query', async (named: { name: string }) => {
    return SENSORS.includes(named.name) ? createStatus(named.name, () => state, changed) : query(named)
  })
  return {
    state: () => state,
    set: (permission) => {
      state = permission
      changed.dispatchEvent(new Event('change'))
    },
    remove: () => {
      asked()
      queried()
    },
  }
}

function createStatus(name: string, state: () => MotionPermission, changed: EventTarget): PermissionStatus {
  const status = new EventTarget()
  changed.addEventListener('change', () => status.dispatchEvent(new Event('change')))
  Object.defineProperties(status, { name: { value: name }, state: { get: state }, onchange: { value: null } })
  return status as PermissionStatus
}

/** Replaces a property, and returns the function that restores it. */
function setProperty(owner: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { value, configurable: true, writable: true })
  return () => {
    if (before) Object.defineProperty(owner, name, before)
    else Reflect.deleteProperty(owner, name)
  }
}

/** A session of the Chrome DevTools Protocol, as Playwright, Puppeteer and others provide it. */
export type DevtoolsSession = {
  send(method: string, params?: object): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): unknown
  off(event: string, listener: (payload: unknown) => void): unknown
}
