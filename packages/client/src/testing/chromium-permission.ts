import type { DevtoolsSession } from './devtools.ts'
import type { MotionPermission } from './virtual-permission.ts'

/** Sets what Chromium says about the motion sensors, at once and for the whole browser context; pages are told of the change. */
export async function setSensorPermission(devtools: DevtoolsSession, setting: MotionPermission): Promise<void> {
  const { targetInfo } = (await devtools.send('Target.getTargetInfo')) as { targetInfo: { browserContextId?: string } }
  // Without its context the permission would be set for the browser's first one.
  const { browserContextId } = targetInfo
  for (const name of ['accelerometer', 'gyroscope'])
    await devtools.send('Browser.setPermission', { permission: { name }, setting, browserContextId })
}
