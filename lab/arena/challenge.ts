import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { integer, type Random, seededRandom } from '../../packages/engine/src/random.ts'
import {
  captureOf,
  type SyntheticPerson,
  strokesOf,
  syntheticPerson,
} from '../../packages/engine/src/synthetic/unmarked.ts'
import { type Interval, shareIntervalOver } from '../evaluation/figures.ts'

/** The challenge's parts that an answer needs. */
export type Asked = { strokes: { direction: string; atMs: number }[]; durationMs: number }

export type ChallengeFigures = { name: string; description: string; attempts: number; passed: Interval }

export type ChallengeInputs<Challenge extends Asked> = {
  people: number
  attempts: number
  seed: number
  directions: readonly string[]
  generate: (random: Random) => Challenge
  passes: (challenge: Challenge, imu: readonly ImuSample[]) => boolean
}

type Answer = (setting: Setting) => ImuSample[]
type Setting = { person: SyntheticPerson; asked: Asked; other: Asked; directions: readonly string[]; random: Random }

/** The ways people and forgers answer; willing people come first. */
const ANSWERS: readonly { name: string; description: string; answer: Answer }[] = [
  {
    name: 'willing',
    description: 'a willing person',
    answer: ({ person, asked, random }) => strokesOf(person, asked.strokes, random),
  },
  {
    name: 'other-challenge',
    description: 'the answer to another challenge',
    answer: ({ person, other, random }) => strokesOf(person, other.strokes, random),
  },
  { name: 'blind', description: 'random directions at the right moments', answer: blind },
  { name: 'mirrored', description: 'left for right', answer: (setting) => answerChanged(setting, mirrorDirection) },
  {
    name: 'opposite',
    description: 'always the other way',
    answer: (setting) => answerChanged(setting, (name) => mirrorDirection(upsideDown(name))),
  },
  {
    name: 'constant',
    description: 'one direction throughout',
    answer: (setting) => answerChanged(setting, () => setting.directions[0]),
  },
  { name: 'delayed', description: 'the right answer 1.3 s late', answer: answerLate },
  { name: 'hasty', description: 'the right answer before its cues', answer: hasty },
  { name: 'shaking', description: 'to and fro without end', answer: shaking },
  { name: 'waiting', description: 'a person who does nothing', answer: waiting },
]

/** Shares of answers that pass, by kind. */
export function measureChallenge<Challenge extends Asked>(inputs: ChallengeInputs<Challenge>): ChallengeFigures[] {
  return ANSWERS.map(({ name, description, answer }) => {
    const passed = Array.from({ length: inputs.people }, (_, p) => countPasses(answer, p, inputs))
    const mean = (drawn: readonly number[][]) => drawn.flat().reduce((a, b) => a + b, 0) / drawn.flat().length
    return {
      name,
      description,
      attempts: passed.flat().length,
      passed: shareIntervalOver(passed, mean, { random: seededRandom(inputs.seed), rounds: 200 }),
    }
  })
}

function countPasses<Challenge extends Asked>(answer: Answer, p: number, inputs: ChallengeInputs<Challenge>): number[] {
  const { attempts, seed, directions, generate, passes } = inputs
  const person = syntheticPerson(5_000 * seed + p)
  return Array.from({ length: attempts }, (_, k) => {
    const random = seededRandom(31_000 * seed + 101 * p + k)
    const asked = generate(random)
    const other = generate(random)
    return Number(passes(asked, answer({ person, asked, other, directions, random })))
  })
}

function answerChanged({ person, asked, random }: Setting, change: (direction: string) => string): ImuSample[] {
  return strokesOf(
    person,
    asked.strokes.map(({ direction, atMs }) => ({ direction: change(direction), atMs })),
    random,
  )
}

function blind(setting: Setting): ImuSample[] {
  return answerChanged(setting, () => setting.directions[integer(setting.random, setting.directions.length)])
}

function mirrorDirection(direction: string): string {
  return swapWords(direction, 'left', 'right')
}

function upsideDown(direction: string): string {
  return swapWords(direction, 'up', 'down')
}

function swapWords(direction: string, a: string, b: string): string {
  return direction.includes(a) ? direction.replace(a, b) : direction.replace(b, a)
}

function answerLate({ person, asked, random }: Setting): ImuSample[] {
  return strokesOf(
    person,
    asked.strokes.map(({ direction, atMs }) => ({ direction, atMs: atMs + 1_300 })),
    random,
  )
}

/** Begun half a second ahead, so that the movement starts before a person could have reacted. */
function hasty({ person, asked, random }: Setting): ImuSample[] {
  return strokesOf(
    person,
    asked.strokes.map(({ direction, atMs }) => ({ direction, atMs: atMs - 500 })),
    random,
  )
}

function waiting({ person, asked, random }: Setting): ImuSample[] {
  return captureOf(person, random, { activity: 'hold', seconds: asked.durationMs / 1000 })
}

function shaking(setting: Setting): ImuSample[] {
  const hz = 0.8 + 2 * setting.random()
  const tilt = 2 * Math.PI * setting.random()
  return waiting(setting).map((sample) => {
    const push = 6 * Math.sin((2 * Math.PI * hz * sample.t) / 1000)
    return { ...sample, ax: sample.ax + push * Math.cos(tilt), ay: sample.ay + push * Math.sin(tilt) }
  })
}
