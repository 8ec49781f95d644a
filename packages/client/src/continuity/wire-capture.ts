import type { ImuSample } from '@stillhere/engine'
import type { MotionCapture } from '../capture/motion-capture.ts'

/** A capture as the service takes it. */
export type WireCapture = {
  imu_sequence: { sample_rate_hz: number; samples: { t: number; accel: number[]; gyro?: number[] }[] }
  pose_sequence?: NonNullable<MotionCapture['frames']>
  camera_sequence?: NonNullable<MotionCapture['camera']>
}

/** The samples as the service takes them. Joints go along only where no point does: those of a hand are no body. */
export function wireCapture({
  imu,
  camera = [],
  frames = [],
}: Pick<MotionCapture, 'imu' | 'camera' | 'frames'>): WireCapture {
  return {
    imu_sequence: { sample_rate_hz: computeRate(imu), samples: imu.map(wireSample) },
    ...(camera.length > 0 ? { camera_sequence: camera } : frames.length > 0 ? { pose_sequence: frames } : {}),
  }
}

function wireSample({ t, ax, ay, az, rx, ry, rz }: ImuSample): WireCapture['imu_sequence']['samples'][number] {
  const felt = { t, accel: [ax, ay, az] }
  return rx === undefined || ry === undefined || rz === undefined ? felt : { ...felt, gyro: [rx, ry, rz] }
}

function computeRate(imu: readonly ImuSample[]): number {
  const spanMs = (imu.at(-1)?.t ?? 0) - (imu[0]?.t ?? 0)
  return spanMs > 0 ? Math.round(((imu.length - 1) * 1000) / spanMs) : 0
}
