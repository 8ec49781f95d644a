import type { ImuSample } from '../../../packages/engine/src/index.ts'

type WireSample = { t: number; accel: number[]; gyro?: (number | undefined)[] }

/** Samples as a response of POST /api/verify carries them. */
export function toResponse(imu: readonly ImuSample[]): { imu_sequence: { samples: WireSample[] } } {
  const samples = imu.map(({ t, ax, ay, az, rx, ry, rz }) => {
    const accel = [ax, ay, az]
    return rx === undefined ? { t, accel } : { t, accel, gyro: [rx, ry, rz] }
  })
  return { imu_sequence: { samples } }
}
