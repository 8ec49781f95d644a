import { calibrate } from '../../packages/engine/src/calibration/calibrate.ts'
import type { StrokeSession } from '../../packages/engine/src/calibration/types.ts'
import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { generateChallenge } from '../../packages/engine/src/challenge/challenge.ts'
import { presenceScore } from '../../packages/engine/src/presence/score.ts'
import { type Random, seededRandom } from '../../packages/engine/src/random.ts'
import { motionSignature } from '../../packages/engine/src/signature/signature.ts'
import { cutStrokes, strokeSignature } from '../../packages/engine/src/stroke-signature/signature.ts'
import { strokesOf, syntheticPerson } from '../../packages/engine/src/synthetic/unmarked.ts'

/** Measures the engine's cost on this machine with synthetic people; no recordings are used. */
export type CostFigures = {
  /** CPU ms of signature, presence and strokes of a 16 s capture at 60 Hz: the quickest of many. */
  captureMs: number
  /** CPU s of a calibration of 300 sessions of strokes, without reading them from a database. */
  calibrationSeconds: number
  /** Whether the same sessions in another order gave the same calibration. */
  sameInAnyOrder: boolean
}

const REPEATS = 200
const SESSIONS = 300
const PEOPLE = 60
const ROUNDS = 3
const SECONDS = 16

export function measureCost(): CostFigures {
  const sessions = Array.from({ length: SESSIONS }, (_, number) => makeSession(number))
  const options = { featureMode: 'strokes' } as const
  const first = measureCpu(() => calibrate(sessions, options))
  const backwards = calibrate(sessions.toReversed(), options)
  const sameInAnyOrder = JSON.stringify(first.result) === JSON.stringify(backwards)
  return { captureMs: measureCapture(), calibrationSeconds: first.ms / 1000, sameInAnyOrder }
}

function measureCapture(): number {
  const random = seededRandom(1)
  const challenge = generateChallenge(random)
  const imu = moveOn(challenge.strokes, random)
  const judge = () => [
    presenceScore({ imu }),
    motionSignature({ imu }),
    cutStrokes(challenge, imu).map(strokeSignature),
  ]
  return Math.min(...Array.from({ length: REPEATS }, () => measureCpu(judge).ms))
}

/** The strokes, and then others until 16 s are over. */
function moveOn(strokes: Parameters<typeof strokesOf>[1], random: Random): ImuSample[] {
  const imu: ImuSample[] = []
  for (const next of [strokes, generateChallenge(random).strokes, generateChallenge(random).strokes]) {
    const startMs = (imu.at(-1)?.t ?? -1000 / 60) + 1000 / 60
    for (const sample of strokesOf(syntheticPerson(1), next, random)) imu.push({ ...sample, t: startMs + sample.t })
  }
  return imu.filter(({ t }) => t <= SECONDS * 1000)
}

function makeSession(number: number): StrokeSession {
  const random = seededRandom(number)
  const person = number % PEOPLE
  const rounds = Array.from({ length: ROUNDS }, () => {
    const challenge = generateChallenge(random)
    return cutStrokes(challenge, strokesOf(syntheticPerson(person), challenge.strokes, random))
  })
  const day = `day ${Math.floor(number / PEOPLE)}`
  return { id: String(number), person: `person ${person}`, source: `network ${person}`, day, device: 'a phone', rounds }
}

function measureCpu<Result>(work: () => Result): { result: Result; ms: number } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, ms: (user + system) / 1000 }
}
