import type { ImuSample } from '../capture.ts'
import type { Challenge } from '../challenge/challenge.ts'
import { integer, normal, type Random } from '../random.ts'

/** A scan in an attacker's possession: the samples, and the challenge they answer. */
export type StolenScan = { imu: readonly ImuSample[]; challenge: Challenge }

/** Number of stolen strokes, how much slower they are played, and the noise added to them (m/s², °/s). */
export type Splice = { reused: number; speed: number; noise: number }

// From just after a cue, before any response, to the same moment after the next cue.
const FROM_MS = 50
const TO_MS = 2100
const FADE_MS = 100
const ROUNDING = 0.1

/**
 * Returns a forged answer: `own` with its first strokes replaced by strokes in the same direction from stolen scans.
 * Everything else is the attacker's own motion. Strokes without a stolen counterpart stay. This reproduces an attack
 * that succeeded in an audit.
 */
export function splicedStrokes(
  own: StolenScan,
  stolen: readonly StolenScan[],
  { splice, random }: { splice: Splice; random: Random },
): ImuSample[] {
  const cuts = own.challenge.strokes.slice(0, splice.reused).flatMap(({ direction, atMs }, i) => {
    const fitting = stolen.flatMap((scan) =>
      scan.challenge.strokes.filter((stroke) => stroke.direction === direction).map((stroke) => ({ scan, stroke })),
    )
    const nextMs = own.challenge.strokes[i + 1]?.atMs ?? Number.POSITIVE_INFINITY
    const untilMs = Math.min(atMs + TO_MS, nextMs + FROM_MS)
    return fitting.length === 0 ? [] : [{ atMs, untilMs, ...fitting[integer(random, fitting.length)] }]
  })
  return own.imu.map((sample) => {
    const cut = cuts.find(({ atMs, untilMs }) => sample.t > atMs + FROM_MS && sample.t < untilMs)
    return cut ? overlay(sample, { cut, splice, random }) : sample
  })
}

type Cut = { atMs: number; untilMs: number; scan: StolenScan; stroke: Challenge['strokes'][number] }
type OverlayInput = { cut: Cut; splice: Splice; random: Random }

function overlay(sample: ImuSample, { cut, splice: { speed, noise }, random }: OverlayInput): ImuSample {
  const since = sample.t - cut.atMs
  const old = interpolateSample(cut.scan.imu, cut.stroke.atMs + since / speed)
  const edge = Math.min(since - FROM_MS, cut.untilMs - sample.t)
  const share = Math.min(1, Math.max(0, edge / FADE_MS))
  const mixed = (one: number, other: number) => {
    const value = share * one + (1 - share) * other + noise * normal(random)
    return ROUNDING * Math.round(value / ROUNDING)
  }
  const { rx = 0, ry = 0, rz = 0 } = sample
  const turning = { rx: (old.rx ?? 0) / speed, ry: (old.ry ?? 0) / speed, rz: (old.rz ?? 0) / speed }
  return {
    t: sample.t,
    ax: mixed(old.ax, sample.ax),
    ay: mixed(old.ay, sample.ay),
    az: mixed(old.az, sample.az),
    rx: mixed(turning.rx, rx),
    ry: mixed(turning.ry, ry),
    rz: mixed(turning.rz, rz),
  }
}

function interpolateSample(imu: readonly ImuSample[], t: number): ImuSample {
  const next = imu.findIndex((sample) => sample.t >= t)
  const [a, b] = next <= 0 ? [imu.at(next), imu.at(next)] : [imu[next - 1], imu[next]]
  if (!a || !b) return imu[0]
  const share = b.t > a.t ? (t - a.t) / (b.t - a.t) : 0
  const between = (key: 'ax' | 'ay' | 'az' | 'rx' | 'ry' | 'rz') =>
    (a[key] ?? 0) + share * ((b[key] ?? 0) - (a[key] ?? 0))
  return {
    t,
    ax: between('ax'),
    ay: between('ay'),
    az: between('az'),
    rx: between('rx'),
    ry: between('ry'),
    rz: between('rz'),
  }
}
