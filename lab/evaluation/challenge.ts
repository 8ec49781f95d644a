import { parseArgs } from 'node:util'
import { readImu } from '../../packages/engine/src/capture.ts'
import {
  computeAngle,
  type Direction,
  DIRECTIONS,
  generateChallenge,
} from '../../packages/engine/src/challenge/challenge.ts'
import type { DetectedStroke } from '../../packages/engine/src/challenge/detection.ts'
import { measureAngleBetween, type ChallengeParameters } from '../../packages/engine/src/challenge/judge.ts'
import { judgeAnswer } from '../../packages/engine/src/challenge/score.ts'
import { normal, type Random, seededRandom } from '../../packages/engine/src/random.ts'
import { learnParameters, type StrokeTake, strokeTakes, findTakenStroke } from '../training/challenge.ts'
import { MOTION_FOLDER } from '../training/recordings.ts'
import { exactShare } from './binomial.ts'
import { AS_RECORDED, type Person, type Sensor, willingAnswer } from './challenge-answers.ts'
import { ATTACKS } from './challenge-attacks.ts'
import { firstStrokes } from './challenge-letters.ts'
import type { Interval } from './figures.ts'

/** The numbers of simulated answers: per kind of willing people, per kind of attackers, and for the simplest blind attack. */
export type Sizes = { willing: number; attacks: number; blind: number }

export type ChallengeFigures = {
  /** Single strokes on takes that the thresholds were not learned from. */
  fourDirections: Interval
  eightDirections: Interval
  /** First strokes of letters by people and a phone of which nothing was learned. */
  otherPeople: Record<string, Interval>
  willing: Record<string, Interval>
  attacks: Record<string, Interval>
}

/** The takes of one fold, and what the others teach. */
type Fold = { takes: StrokeTake[]; parameters: ChallengeParameters }

const FOLDS = 5
const BLIND = 'recorded strokes on cue'
const SENSORS: readonly Sensor[] = [
  { hz: 60, rounded: false },
  { hz: 60, rounded: true },
  { hz: 50, rounded: true },
  { hz: 100, rounded: true },
]

/** Leaves out a fifth of the takes at a time: answers are played from takes that nothing was learned from. */
export function evaluateChallenge(
  motionFolder: string,
  sizes: Sizes = { willing: 1000, attacks: 2000, blind: 100_000 },
): ChallengeFigures {
  const folds = assignFolds(strokeTakes(motionFolder))
  return {
    fourDirections: measureRecognition(
      folds,
      DIRECTIONS.filter((_, i) => i % 2 === 0),
    ),
    eightDirections: measureRecognition(folds, DIRECTIONS),
    otherPeople: letterFigures(motionFolder),
    willing: willingFigures(folds, sizes.willing),
    attacks: attackFigures(folds, sizes),
  }
}

/** Every direction is dealt out evenly. */
function assignFolds(takes: readonly StrokeTake[]): Fold[] {
  const sorted = DIRECTIONS.flatMap((direction) => takes.filter((take) => take.direction === direction))
  return Array.from({ length: FOLDS }, (_, fold) => ({
    takes: sorted.filter((_take, i) => i % FOLDS === fold),
    parameters: learnParameters(sorted.filter((_take, i) => i % FOLDS !== fold)),
  }))
}

function measureRecognition(folds: readonly Fold[], among: readonly Direction[]): Interval {
  let right = 0
  let all = 0
  for (const { takes, parameters } of folds) {
    for (const take of takes.filter(({ direction }) => among.includes(direction))) {
      const stroke = findTakenStroke(take)
      all++
      if (stroke && isStroke(stroke, parameters) && nearest(stroke, among) === take.direction) right++
    }
  }
  return exactShare(right, all)
}

function isStroke(
  { right, up, straightness }: DetectedStroke,
  { leastStrength, leastStraightness }: ChallengeParameters,
) {
  return Math.hypot(right, up) >= leastStrength && straightness >= leastStraightness
}

function letterFigures(motionFolder: string): Record<string, Interval> {
  return Object.fromEntries(
    firstStrokes(motionFolder).map(({ letter, direction, strokes }) => {
      const right = strokes.filter((stroke) => stroke && nearest(stroke, DIRECTIONS) === direction).length
      return [`first stroke of ${letter} is ${direction}`, exactShare(right, strokes.length)]
    }),
  )
}

function nearest({ right, up }: DetectedStroke, among: readonly Direction[]): Direction {
  const off = (direction: Direction) => measureAngleBetween(Math.atan2(up, right), computeAngle(direction))
  return among.reduce((a, b) => (off(b) < off(a) ? b : a))
}

const PEOPLE: Readonly<Record<string, (random: Random) => Person>> = {
  'as recorded': () => AS_RECORDED,
  'raised phone, either sign': (random) => ({ ...AS_RECORDED, pitch: 1.3 * random(), sign: random() < 0.5 ? 1 : -1 }),
  'turned hold (sd 8°)': (random) => ({ ...AS_RECORDED, turn: 0.14 * normal(random) }),
  'longer or shorter upwards (sd 30 %)': (random) => ({ ...AS_RECORDED, aspect: Math.exp(0.3 * normal(random)) }),
  'tempo 0.7 to 1.3': (random) => ({ ...AS_RECORDED, tempo: 0.7 + 0.6 * random() }),
  'half to one and a half the size': (random) => ({ ...AS_RECORDED, gain: 0.5 + random() }),
  'all of these at once': (random) => ({
    turn: 0.1 * normal(random),
    aspect: Math.exp(0.2 * normal(random)),
    tempo: 0.7 + 0.6 * random(),
    gain: 0.6 + 0.8 * random(),
    pitch: 1.2 * random(),
    sign: random() < 0.5 ? 1 : -1,
  }),
}

function willingFigures(folds: readonly Fold[], trials: number): Record<string, Interval> {
  const figures: Record<string, Interval> = {}
  for (const sensor of SENSORS) {
    const name = `as recorded, ${sensor.hz} Hz${sensor.rounded ? ', rounded' : ''}`
    figures[name] = measurePasses(folds, trials, (fold, random) => ({ fold, random, sensor, person: AS_RECORDED }))
  }
  for (const [name, person] of Object.entries(PEOPLE)) {
    const sensor = SENSORS[1]
    figures[name] = measurePasses(folds, trials, (fold, random) => ({ fold, random, sensor, person: person(random) }))
  }
  return figures
}

type Willing = { fold: Fold; random: Random; sensor: Sensor; person: Person }

function measurePasses(
  folds: readonly Fold[],
  trials: number,
  willing: (fold: Fold, random: Random) => Willing,
): Interval {
  const random = seededRandom(2)
  let passes = 0
  for (let i = 0; i < trials; i++) {
    const given = willing(folds[i % FOLDS], random)
    const challenge = generateChallenge(random)
    const imu = willingAnswer(challenge, given.fold.takes, given)
    if (judgeAnswer(given.fold.parameters, challenge, readImu(imu), 0).value === 1) passes++
  }
  return exactShare(passes, trials)
}

function attackFigures(folds: readonly Fold[], { attacks, blind }: Sizes): Record<string, Interval> {
  return Object.fromEntries(
    Object.entries(ATTACKS).map(([name, attack]) => {
      const random = seededRandom(3)
      const trials = name === BLIND ? blind : attacks
      let passes = 0
      for (let i = 0; i < trials; i++) {
        const { takes, parameters } = folds[i % FOLDS]
        const challenge = generateChallenge(random)
        const imu = attack(challenge, takes, SENSORS[i % SENSORS.length], random)
        if (judgeAnswer(parameters, challenge, readImu(imu), 0).value === 1) passes++
      }
      return [name, exactShare(passes, trials)]
    }),
  )
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      motion: { type: 'string' },
      willing: { type: 'string', default: '1000' },
      attacks: { type: 'string', default: '2000' },
      blind: { type: 'string', default: '100000' },
    },
  })
  const folder = values.motion ?? MOTION_FOLDER
  const sizes = { willing: Number(values.willing), attacks: Number(values.attacks), blind: Number(values.blind) }
  console.log(JSON.stringify(evaluateChallenge(folder, sizes), null, 1))
}
