import { seededRandom } from '@stillhere/engine'
import type { Area, Lane, Operation, Subject } from './area.ts'
import { explain, predict } from './check.ts'
import type { World } from './world.ts'

/** What is done at once, and how long the clock is moved before it. */
export type Planned = { passMs: number; operations: Operation[] }

/** What one subject goes through. */
export type Plan = { area: Area; rounds: Planned[] }

/** A round whose answers fit no order of its operations. */
export type Violation = { area: Area; rounds: Planned[]; answers: string[][]; expected: string[] }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
// Mostly short; now and then past the end of a code, a day, a streak, a session.
const PASSES_MS = [
  0,
  0,
  0,
  0,
  1000,
  1000,
  1000,
  1000,
  30_000,
  30_000,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  11 * MINUTE_MS,
  61 * MINUTE_MS,
  DAY_MS / 3,
  DAY_MS,
]
const LONG_PASSES_MS = [2 * DAY_MS, 4 * DAY_MS, 31 * DAY_MS, 45 * DAY_MS]

type Random = () => number
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

/** Draws what some subjects go through side by side: all by the same clock. */
export function drawPlans(
  areas: readonly Area[],
  { seed, lanes, rounds, atOnce }: { seed: number; lanes: number; rounds: number; atOnce: number },
): Plan[] {
  const random = seededRandom(seed)
  const first = Math.floor(random() * areas.length)
  const passes = Array.from({ length: rounds }, () => pick(random, random() < 0.05 ? LONG_PASSES_MS : PASSES_MS))
  return Array.from({ length: lanes }, (_, lane) => {
    const area = areas[(first + lane) % areas.length] as Area
    return { area, rounds: passes.map((passMs) => ({ passMs, operations: drawRound(random, area, atOnce) })) }
  })
}

function drawRound(random: Random, { groups, alone = [] }: Area, atOnce: number): Operation[] {
  const kinds = pick(random, groups)
  const count = kinds.some((kind) => alone.includes(kind)) ? 1 : 1 + Math.floor(random() * atOnce)
  // Often the same operation several times: that is where two may both believe that they were first.
  const usual = { kind: pick(random, kinds), n: Math.floor(random() * 60) }
  return Array.from({ length: count }, () =>
    random() < 0.5 ? usual : { kind: pick(random, kinds), n: Math.floor(random() * 60) },
  )
}

let opened = 0

function nextLane(): Lane {
  opened++
  const [high, low] = [Math.floor(opened / 250), opened % 250]
  const place = `${Math.floor(high / 250)}.${high % 250}.${low + 1}`
  return { name: `h${opened}`, address: `10.${place}`, elsewhere: `11.${place}` }
}

type Playing = Plan & { subject: Subject<unknown>; lane: Lane; states: unknown[]; answers: string[][] }

/** What came of plans that were played side by side, and how many operations that took. */
export type Played = { operations: number; violation?: Violation }

/** Plays plans on fresh subjects of a world, until one is violated. */
export async function play(world: World, plans: readonly Plan[]): Promise<Played> {
  const playing = await Promise.all(plans.map((plan) => open(world, plan)))
  let operations = 0
  for (let at = 0; at < (plans[0]?.rounds.length ?? 0); at++) {
    await world.pass(plans[0]?.rounds[at]?.passMs ?? 0)
    const violations = await Promise.all(playing.map((one) => playRound(world, one, at)))
    operations += plans.reduce((sum, { rounds }) => sum + (rounds[at]?.operations.length ?? 0), 0)
    const violation = violations.find((one) => one !== undefined)
    if (violation) return { operations, violation }
  }
  return { operations }
}

async function open(world: World, plan: Plan): Promise<Playing> {
  const lane = nextLane()
  const subject = await plan.area.open(world, lane)
  return { ...plan, subject, lane, states: [subject.state], answers: [] }
}

async function playRound(world: World, playing: Playing, at: number): Promise<Violation | undefined> {
  const { subject, lane, area, rounds } = playing
  const { operations } = rounds[at] as Planned
  const running = operations.map((operation, nth) => subject.run(operation, world.call(nth, lane.address)))
  const answers = await Promise.all(running)
  playing.answers.push(answers)
  const round = { operations, answers, now: world.now() }
  const after = explain(subject, playing.states, round)
  if (after.length === 0) {
    const expected = predict(subject, playing.states, round)
    return { area, rounds: rounds.slice(0, at + 1), answers: playing.answers, expected }
  }
  playing.states = after
  return undefined
}
