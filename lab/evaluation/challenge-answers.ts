import type { ImuSample } from '../../packages/engine/src/capture.ts'
import type { Challenge, Direction } from '../../packages/engine/src/challenge/challenge.ts'
import { computeHolderAxes } from '../../packages/engine/src/challenge/frame.ts'
import { normal, type Random } from '../../packages/engine/src/random.ts'
import type { StrokeTake } from '../training/challenge.ts'

type Vector = [number, number, number]

/** Differences of another person and phone from the recorded ones. */
export type Person = {
  /** All strokes turned by this angle (the phone not held level). */
  turn: number
  /** Strokes upwards longer by this factor than sideways. */
  aspect: number
  gain: number
  /** Playing speed. */
  tempo: number
  /** The phone raised by this angle from lying flat. */
  pitch: number
  /** -1: gravity is reported the other way round than recorded. */
  sign: 1 | -1
}

export const AS_RECORDED: Person = { turn: 0, aspect: 1, gain: 1, tempo: 1, pitch: 0, sign: 1 }

/** A stroke of an answer: which take is played, when its movement starts, and how long the hand rests before it comes back, if it does. */
export type PlayedStroke = { take: StrokeTake; onsetMs: number; pauseMs: number | null; person: Person }

/** Milliseconds between cue and movement as people show them: log-normal around 380 ms, never outside 150 to 900. */
export function reactionMs(random: Random): number {
  for (;;) {
    const ms = 380 * Math.exp(0.28 * normal(random))
    if (ms >= 150 && ms <= 900) return ms
  }
}

/** A take as a function of time: at rest, there, and at rest again; or after a pause the same way back, played in reverse. */
function takeTime({ take, onsetMs, pauseMs, person }: PlayedStroke, t: number): number {
  const { samples, onsetMs: begin, endMs: end } = take
  const last = samples[samples.length - 1].t
  const moving = (end - begin) / person.tempo
  const since = t - onsetMs
  if (since < 0) return pingPong(begin + since, 0, begin)
  if (since < moving) return begin + since * person.tempo
  if (pauseMs === null || since < moving + pauseMs) return pingPong(end + since - moving, end, last)
  const back = since - moving - pauseMs
  return back < moving ? end - back * person.tempo : pingPong(begin - (back - moving), 0, begin)
}

/** Returns the time at which the hand is at rest again, there or back. */
function computeRestMs({ take, onsetMs, pauseMs, person }: PlayedStroke): number {
  const moving = (take.endMs - take.onsetMs) / person.tempo
  return onsetMs + (pauseMs === null ? moving : 2 * moving + pauseMs)
}

/** Back and forth between two times, so that a short rest can be played for as long as needed. */
function pingPong(t: number, from: number, to: number): number {
  const span = to - from
  if (span <= 0) return to
  const phase = (((t - from) % (2 * span)) + 2 * span) % (2 * span)
  return from + (phase < span ? phase : 2 * span - phase)
}

/** The acceleration of a take at its own time, as the person and phone would have it. */
function accelerationAt({ take, person }: PlayedStroke, takeMs: number): Vector {
  const { samples } = take
  let k = Math.min(
    samples.length - 1,
    Math.max(0, Math.floor((takeMs / samples[samples.length - 1].t) * samples.length)),
  )
  while (k > 0 && samples[k].t > takeMs) k--
  while (k + 1 < samples.length && samples[k + 1].t <= takeMs) k++
  const { ax, ay, az } = samples[k]
  return changeAcceleration([ax, ay, az], startGravity(take), person)
}

const gravityOf = new WeakMap<StrokeTake, Vector>()

function startGravity(take: StrokeTake): Vector {
  let gravity = gravityOf.get(take)
  if (gravity) return gravity
  const rest = take.samples.filter(({ t }) => t < Math.max(100, take.onsetMs - 60))
  const mean = (key: 'ax' | 'ay' | 'az') => rest.reduce((total, sample) => total + sample[key], 0) / rest.length
  gravity = [mean('ax'), mean('ay'), mean('az')]
  gravityOf.set(take, gravity)
  return gravity
}

function changeAcceleration(a: Vector, gravity: Vector, { turn, aspect, gain, tempo, pitch, sign }: Person): Vector {
  if (turn === 0 && aspect === 1 && gain === 1 && tempo === 1 && pitch === 0 && sign === 1) return a
  const axes = computeHolderAxes(gravity)
  if (axes === null) return a
  const size = Math.hypot(...gravity)
  const [right, up, towards] = axes.map(([x, y, z]) => x * a[0] + y * a[1] + z * a[2])
  const k = gain * tempo * tempo
  const h = (k * right) / Math.sqrt(aspect)
  const v = k * (up - size) * Math.sqrt(aspect)
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  const held = [c * h - s * v, s * h + c * v + size, k * towards]
  const [x, y, z] = [0, 1, 2].map((i) => axes[0][i] * held[0] + axes[1][i] * held[1] + axes[2][i] * held[2])
  const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)]
  return [sign * x, sign * (cp * y + sp * z), sign * (-sp * y + cp * z)]
}

export type Sensor = { hz: number; rounded: boolean }

/** The samples of an answer that plays the strokes one after the other, fading from the rest of one take into the next. */
export function playAnswer(
  strokes: readonly PlayedStroke[],
  durationMs: number,
  sensor: Sensor,
  random: Random,
): ImuSample[] {
  const samples: ImuSample[] = []
  const step = 1000 / sensor.hz
  const fades = strokes.slice(1).map((stroke, i) => {
    const free = computeRestMs(strokes[i])
    const to = Math.max(free + 40, stroke.onsetMs - 200)
    return { from: Math.min(free, stroke.onsetMs - 150), to: Math.min(to, stroke.onsetMs - 50) }
  })
  let k = 0
  for (let t = 0; t <= durationMs; t += step * (0.9 + 0.2 * random())) {
    while (k < fades.length && t >= fades[k].to) k++
    let a = accelerationAt(strokes[k], takeTime(strokes[k], t))
    if (k < fades.length && t > fades[k].from) {
      const share = (t - fades[k].from) / (fades[k].to - fades[k].from)
      const b = accelerationAt(strokes[k + 1], takeTime(strokes[k + 1], t))
      a = [0, 1, 2].map((c) => (1 - share) * a[c] + share * b[c]) as Vector
    }
    const [ax, ay, az] = sensor.rounded ? a.map((value) => Math.round(value * 10) / 10) : a
    samples.push({ t, ax, ay, az })
  }
  return samples
}

// Nobody sets out before the stroke before has come to rest.
const LEAST_REST_MS = 100

/** The answer of someone who follows the challenge, and comes back after each stroke where `comesBack` says so. */
export function willingAnswer(
  challenge: Challenge,
  takes: readonly StrokeTake[],
  given: { person: Person; sensor: Sensor; random: Random; comesBack?: boolean },
): ImuSample[] {
  const { person, sensor, random, comesBack = false } = given
  const strokes: PlayedStroke[] = []
  for (const { direction, atMs } of challenge.strokes) {
    const before = strokes.at(-1)
    const free = before ? computeRestMs(before) + LEAST_REST_MS : 0
    const onsetMs = Math.max(atMs + reactionMs(random), free)
    strokes.push({
      take: pick(takes, direction, random),
      onsetMs,
      pauseMs: comesBack ? drawPauseMs(random) : null,
      person,
    })
  }
  return playAnswer(strokes, challenge.durationMs, sensor, random)
}

function drawPauseMs(random: Random): number {
  return 60 + 340 * random()
}

export function pick(takes: readonly StrokeTake[], direction: Direction, random: Random): StrokeTake {
  const fitting = takes.filter((take) => take.direction === direction)
  return fitting[Math.floor(random() * fitting.length)]
}
