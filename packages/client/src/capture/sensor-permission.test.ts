import { expect, it, vi } from 'vitest'
import { isDenied, watchPermission } from './sensor-permission.ts'

class Status extends EventTarget {
  state: PermissionState
  constructor(state: PermissionState) {
    super()
    this.state = state
  }
  turn(state: PermissionState): void {
    this.state = state
    this.dispatchEvent(new Event('change'))
  }
}

function pageWith(answers: Record<string, Status>) {
  const query = async ({ name }: { name: string }) => {
    const status = answers[name]
    if (!status) throw new TypeError(`${name} is unknown`)
    return status as unknown as PermissionStatus
  }
  return { navigator: { permissions: { query } } }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

it('is denied where one sensor is, and not where the browser says nothing', async () => {
  expect(await isDenied(pageWith({ accelerometer: new Status('granted'), gyroscope: new Status('denied') }))).toBe(true)
  expect(await isDenied(pageWith({ accelerometer: new Status('prompt') }))).toBe(false)
  expect(await isDenied({})).toBe(false)
})

it('tells once that the permission was taken back', async () => {
  const [accelerometer, gyroscope] = [new Status('granted'), new Status('granted')]
  const onRevoked = vi.fn<() => void>()
  watchPermission(pageWith({ accelerometer, gyroscope }), onRevoked)
  await settle()
  expect(onRevoked).not.toHaveBeenCalled()
  gyroscope.turn('denied')
  accelerometer.turn('denied')
  expect(onRevoked).toHaveBeenCalledOnce()
})

it('notices what was taken back while the browser was asked', async () => {
  const onRevoked = vi.fn<() => void>()
  watchPermission(pageWith({ accelerometer: new Status('denied'), gyroscope: new Status('denied') }), onRevoked)
  await settle()
  expect(onRevoked).toHaveBeenCalledOnce()
})

it('leaves a permission alone that was never asked for, and says nothing once it was stopped', async () => {
  const accelerometer = new Status('prompt')
  const onRevoked = vi.fn<() => void>()
  const stop = watchPermission(pageWith({ accelerometer }), onRevoked)
  await settle()
  stop()
  accelerometer.turn('denied')
  expect(onRevoked).not.toHaveBeenCalled()
})
