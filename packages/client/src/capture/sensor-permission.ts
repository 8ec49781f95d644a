import type { Stop } from './platform.ts'

/** The part of a window that says what a page may read; written out, for servers whose TypeScript knows nothing of pages. */
export type Permitting = { navigator?: { permissions?: Permissions } }

type Permissions = { query(named: { name: string }): Promise<PermissionStatus> }

type PermissionStatus = {
  readonly state: string
  addEventListener(type: 'change', listener: () => void, options: { signal: AbortSignal }): void
}

const SENSORS = ['accelerometer', 'gyroscope'] as const

/** Whether the browser says that a sensor is forbidden here; many do not say anything. */
export async function isDenied(page: Permitting): Promise<boolean> {
  const statuses = await sensorStatuses(page)
  return statuses.some(({ state }) => state === 'denied')
}

/** Calls back once when the permission is taken back. */
export function watchPermission(page: Permitting, onRevoked: () => void): Stop {
  const stopped = new AbortController()
  const { signal } = stopped
  const watch = (status: PermissionStatus) => {
    if (signal.aborted) return
    const look = () => {
      if (status.state === 'granted' || signal.aborted) return
      stopped.abort()
      onRevoked()
    }
    status.addEventListener('change', look, { signal })
    // It may have been taken back while the browser was asked.
    if (status.state === 'denied') look()
  }
  void sensorStatuses(page).then((statuses) => statuses.forEach(watch))
  return () => stopped.abort()
}

async function sensorStatuses({ navigator }: Permitting): Promise<PermissionStatus[]> {
  const answers = await Promise.all(SENSORS.map((name) => queryStatus(navigator?.permissions, name)))
  return answers.filter((status) => status !== null)
}

// Browsers that do not know the name reject or throw.
async function queryStatus(
  permissions: Permissions | undefined,
  name: (typeof SENSORS)[number],
): Promise<PermissionStatus | null> {
  try {
    return (await permissions?.query({ name })) ?? null
  } catch {
    return null
  }
}
