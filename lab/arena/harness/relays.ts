import { spaceOut } from '../../../apps/server/src/scan/verification/arena.ts'
import { enrollReactions, isLaterThan, type ReactionTimes } from '../../../packages/engine/src/challenge/reaction.ts'
import { scoreChallenge } from '../../../packages/engine/src/challenge/score.ts'
import { generateChallenge, generateEnrollment, type Random, seededRandom } from '../../../packages/engine/src/index.ts'
import { strokesOf, syntheticPerson } from '../../../packages/engine/src/synthetic/unmarked.ts'
import { exactShare } from '../../evaluation/binomial.ts'
import type { Interval } from '../../evaluation/figures.ts'
import type { RelayFigures } from '../../evaluation/targets.ts'

// How well reaction times part the enrolled person from one who answers for them and sees each arrow late. No public set has cues, so
// that people of the testing kit stand in for real ones; how they react is a guess (0.36 s, twelve in a hundred from person to person and
// from stroke to stroke), and so is that a person is as quick on another day but for `DAYS_MS`.

/** Milliseconds that an arrow takes longer over a relay. */
const DELAYS_MS = [0, 100, 150, 200, 300]
const DAYS_MS = 40
const PEOPLE = 40
const ANSWERS = 5
/** Far from the numbers of those who enroll. */
const OTHERS = 60_000_000

/** Each person answers live challenges on another day, and another person answers for each of them over relays. */
export function evaluateRelays(): RelayFigures {
  const random = seededRandom(81)
  const enrolled = Array.from({ length: PEOPLE }, (_, person) => ({ person, times: enrollPerson(person, random) }))
  const known = enrolled.flatMap(({ person, times }) => (times === null ? [] : { person, times }))
  const draw = (who: (person: number) => number, delayMs: () => number) =>
    known.flatMap(({ person, times }) =>
      Array.from({ length: ANSWERS }, () => answerLate(who(person), delayMs(), times, random)),
    )
  const otherDay = () => DAYS_MS * (2 * random() - 1) * Math.sqrt(3)
  const willing = draw((person) => person, otherDay).filter((late) => late !== null)
  const relayed = DELAYS_MS.map((delayMs) => {
    const outcomes = draw(
      (person) => OTHERS + person,
      () => delayMs,
    )
    return [String(delayMs), countShare(outcomes, (late) => late === false)] as const
  })
  return { willing: countShare(willing, (late) => late), relayed: Object.fromEntries(relayed) }
}

function enrollPerson(person: number, random: Random): ReactionTimes | null {
  const scores = generateEnrollment(random).map((round) => {
    return scoreChallenge(round, strokesOf(syntheticPerson(person), round.strokes, random))
  })
  return enrollReactions(scores.filter(({ value }) => value === 1).flatMap(({ strokes }) => strokes))
}

/** Returns whether an answer to arrows seen this late is later than the enrolled person's; null if it doesn't follow the challenge. */
function answerLate(person: number, delayMs: number, times: ReactionTimes, random: Random): boolean | null {
  const challenge = spaceOut(generateChallenge(random), random)
  const seen = challenge.strokes.map(({ direction, atMs }) => ({ direction, atMs: atMs + delayMs }))
  const { value, strokes } = scoreChallenge(challenge, strokesOf(syntheticPerson(person), seen, random))
  return value === 1 ? isLaterThan(times, strokes) : null
}

function countShare<Outcome>(outcomes: readonly Outcome[], isCounted: (outcome: Outcome) => boolean): Interval {
  const count = outcomes.filter(isCounted).length
  return exactShare(count, outcomes.length)
}

if (import.meta.main) console.log(JSON.stringify(evaluateRelays(), null, 1))
