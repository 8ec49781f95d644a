import type { ImuSample, LandmarkFrame } from '../src/capture.ts'
import { normal, seededRandom } from '../src/random.ts'

/** A smooth random course of unit size: twelve waves of 0.3 to 4 Hz. */
function course(seed: number): (seconds: number) => number {
  const random = seededRandom(seed)
  const waves = Array.from({ length: 12 }, () => ({
    hz: 0.3 + 3.7 * random(),
    phase: 2 * Math.PI * random(),
    size: normal(random) / 2.5,
  }))
  return (seconds) =>
    waves.reduce((sum, { hz, phase, size }) => sum + size * Math.sin(2 * Math.PI * hz * seconds + phase), 0)
}

/** Motion that no other seed shares: a hand-held device, gravity on its z axis. */
export function smoothMotion(seed: number, { seconds = 8, hz = 50 } = {}): ImuSample[] {
  const [ax, ay, az, rx, ry, rz] = [1, 2, 3, 4, 5, 6].map((axis) => course(100 * seed + axis))
  return Array.from({ length: Math.round(seconds * hz) + 1 }, (_, i) => {
    const s = i / hz
    return {
      t: 1000 * s,
      ax: 2 * ax(s),
      ay: 2 * ay(s),
      az: 9.8 + 2 * az(s),
      rx: 60 * rx(s),
      ry: 60 * ry(s),
      rz: 60 * rz(s),
    }
  })
}

/** Steps of one walker: the same shape in every step, and over it what is never the same twice. */
export function steadyWalk(walker: number, seed: number, seconds = 8): ImuSample[] {
  const shape = Array.from({ length: 6 }, (_, axis) => periodic(10 * walker + axis))
  const own = smoothMotion(5000 + seed, { seconds })
  const start = seededRandom(seed)()
  return own.map((sample) => {
    const [ax, ay, az, rx, ry, rz] = shape.map((value) => value(start + sample.t / 1000))
    return {
      t: sample.t,
      ax: 2 * ax + 0.3 * sample.ax,
      ay: 2 * ay + 0.3 * sample.ay,
      az: 9.8 + 2 * az + 0.3 * (sample.az - 9.8),
      rx: 50 * rx + 0.3 * (sample.rx as number),
      ry: 50 * ry + 0.3 * (sample.ry as number),
      rz: 50 * rz + 0.3 * (sample.rz as number),
    }
  })
}

function periodic(seed: number): (phase: number) => number {
  const random = seededRandom(seed)
  const waves = [1, 2, 3, 4].map((k) => ({ k, phase: 2 * Math.PI * random(), size: normal(random) / k }))
  return (phase) =>
    waves.reduce((sum, wave) => sum + wave.size * Math.sin(2 * Math.PI * wave.k * phase + wave.phase), 0)
}

/** A body of six joints, each on a smooth course around its place. */
export function smoothBody(seed: number, { seconds = 8, hz = 30 } = {}): LandmarkFrame[] {
  const courses = Array.from({ length: 18 }, (_, c) => course(1000 + 50 * seed + c))
  return Array.from({ length: Math.round(seconds * hz) + 1 }, (_, i) => ({
    t: (1000 * i) / hz,
    joints: [0, 1, 2, 3, 4, 5].map((j) => ({
      x: 0.2 * j + 0.05 * courses[3 * j](i / hz),
      y: 0.1 * j * j + 0.05 * courses[3 * j + 1](i / hz),
      z: 0.05 * courses[3 * j + 2](i / hz),
    })),
  }))
}
