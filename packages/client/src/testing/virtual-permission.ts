/** Sets what Chromium says about the motion sensors, at once and for the whole browser context; pages are told of the change. */
export async function setSensorPermission(devtools: DevtoolsSession, setting: MotionPermission): Promise<void> {
  const { targetInfo } = (await devtools.send('Target.getTargetInfo')) as { targetInfo: { browserContextId?: string } }
  // Without its context the permission would be set for the browser's first one.
  const { browserContextId } = targetInfo
  for (const name of ['accelerometer', 'gyroscope'])
    await devtools.send('Browser.setPermission', { permission: { name }, setting, browserContextId })
}

/** What a browser says about the motion sensors. */
export type MotionPermission = 'granted' | 'denied' | 'prompt'

type Permitted = {
  state: () => MotionPermission
  set: (permission: MotionPermission) => void
  /** The page asks its browser again. */
  remove: () => void
}

const SENSORS = ['accelerometer', 'gyroscope']

type AskingEvent = { requestPermission?: (() => Promise<MotionPermission>) | undefined }

/** The part of a window that is asked for permission; a `Window` fits. */
export type AskedPage = {
  DeviceMotionEvent: object
  navigator: { permissions: { query(named: { name: string }): Promise<object> } }
}

/** Answers for the browser when the page asks whether it may read the motion sensors. */
export function permitMotion(page: AskedPage, first: MotionPermission): Permitted {
  let state = first
  const changed = new EventTarget()
  const asking: AskingEvent = page.DeviceMotionEvent
  const { permissions } = page.navigator
  const asked = replaceProperty(asking, 'requestPermission', async () => state)
  const query = permissions.query.bind(permissions)
  const queried = replaceProperty(permissions, 'query', async (named: { name: string }) => {
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

/** Puts another value in place, and returns how to put the old one back. */
function replaceProperty(owner: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { value, configurable: true, writable: true })
  return () => {
    if (before) Object.defineProperty(owner, name, before)
    else Reflect.deleteProperty(owner, name)
  }
}

/** A session with a page by the Chrome DevTools Protocol, as Playwright, Puppeteer and others give it. */
export type DevtoolsSession = {
  send(method: string, params?: object): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): unknown
  off(event: string, listener: (payload: unknown) => void): unknown
}
