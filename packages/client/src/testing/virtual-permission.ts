/** What a browser says about the motion sensors. */
export type MotionPermission = 'granted' | 'denied' | 'prompt'

export type Permitted = {
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
