import { describe, expect, it } from 'vitest'
import { readCapture } from '../capture.ts'

describe('readCapture', () => {
  it.each([undefined, null, 7, 'capture', [], {}])('finds no stream given in %o', (value) => {
    const { imu, frames, camera } = readCapture(value)
    expect([imu.isGiven, frames.isGiven, camera.isGiven]).toEqual([false, false, false])
  })

  it('knows a stream that was given and is no list', () => {
    const { imu, frames, camera } = readCapture({ imu: 7, frames: null, camera: {} })
    expect([imu.isGiven, frames.isGiven, camera.isGiven]).toEqual([true, true, true])
    expect([imu.given.length, frames.frames.length, camera.samples.length]).toEqual([0, 0, 0])
  })

  it('reads each stream by its own reader', () => {
    const streams = readCapture({
      imu: [{ t: 0, ax: 0, ay: 0, az: 9.8 }],
      frames: [{ t: 0, joints: [] }],
      camera: [{ t: 0, x: 0, y: 0 }],
    })
    expect(streams.imu.samples).toHaveLength(1)
    expect(streams.frames.frames).toEqual([{ t: 0, joints: [] }])
    expect(streams.camera.samples).toEqual([{ t: 0, x: 0, y: 0 }])
  })
})
