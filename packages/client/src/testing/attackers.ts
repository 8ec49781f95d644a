import type { ScanErrorKind } from '../capture/scan-error.ts'
import { type Answer, toAnswer } from './answer.ts'
import { type Asked, toChallenge } from './asked.ts'
import { mirror } from './directions.ts'
import { lifelessMover } from './lifeless.ts'
import { livePerson } from './live-person.ts'
import type { Mover } from './mover.ts'
import { STEADY_PEOPLE, syntheticPerson } from './people.ts'
import { record } from './record.ts'
import { replayingMover } from './replaying.ts'

/** An attack by name: what it does, and what it is to be refused for. */
export type Attacker = {
  /** The kind of ScanError that a scan ends with. */
  fails: Extract<ScanErrorKind, 'insufficient_signal' | 'not_alive' | 'challenge_missed'>
  does: string
  move(seed: number): Mover
}

const LATE_MS = 1200

/** Who tries to pass without being there, or without doing what is asked. */
export const ATTACKERS = {
  'still-phone': {
    fails: 'insufficient_signal',
    does: 'a phone that lies on a table',
    move: (seed) => lifelessMover('still', seed),
  },
  'white-noise': {
    fails: 'not_alive',
    does: 'random numbers on every axis',
    move: (seed) => lifelessMover('noise', seed),
  },
  sine: { fails: 'not_alive', does: 'a phone that swings on a string', move: (seed) => lifelessMover('swing', seed) },
  robot: {
    fails: 'not_alive',
    does: 'software that makes the right strokes in time, smoothly',
    move: (seed) => lifelessMover('robot', seed),
  },
  replay: {
    fails: 'challenge_missed',
    does: 'a recording of a person who answered another challenge',
    move: (seed) => replayingMover(aPerson(seed), seed),
  },
  mirrored: {
    fails: 'challenge_missed',
    does: 'a person who moves left for right',
    move: (seed) => livePerson(aPerson(seed), { seed, understands: mirror }),
  },
  late: {
    fails: 'challenge_missed',
    does: 'a person who answers each stroke over a second late',
    move: (seed) => livePerson(aPerson(seed), { seed, understands: (cue) => ({ ...cue, atMs: cue.atMs + LATE_MS }) }),
  },
  'wrong-way': {
    fails: 'challenge_missed',
    does: 'a person who always moves up, whatever is asked',
    move: (seed) => livePerson(aPerson(seed), { seed, understands: (cue) => ({ ...cue, direction: 'up' }) }),
  },
} as const satisfies Record<string, Attacker>

export type AttackerName = keyof typeof ATTACKERS

/** The attacker as somebody who moves a phone before a page. */
export function liveAttacker(name: AttackerName, { seed = 1 }: { seed?: number } = {}): Mover {
  return ATTACKERS[name].move(seed)
}

/** What the attacker gives as an answer to a challenge. */
export function attackAs(name: AttackerName, asked: Asked, options: { seed?: number } = {}): Answer {
  const challenge = toChallenge(asked)
  return toAnswer(record(liveAttacker(name, options), challenge), challenge)
}

function aPerson(seed: number) {
  return syntheticPerson(STEADY_PEOPLE[seed % STEADY_PEOPLE.length] ?? STEADY_PEOPLE[0])
}
