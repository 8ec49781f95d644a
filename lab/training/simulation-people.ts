import { judgePresence } from '../../packages/engine/src/presence/score.ts'
import { readCapture } from '../../packages/engine/src/streams/capture.ts'
import type { ImuSample } from '../../packages/engine/src/types.ts'
import people from '../evaluation/people.json' with { type: 'json' }
import { type HumanWindow, humanWindows, onClock, onLattice } from './presence-material.ts'
import { measureWindows, type SimulationWindow } from './simulation-windows.ts'

/** Sets of people with both sensors at 50 Hz or more. */
const SETS = [
  'sp-sw-har',
  'sisfall',
  'pocket-gait',
  'air-letters',
  'android-digits',
  'forearm-gestures',
  'utd-mhad',
  'pads-watch',
  'mobiact',
  'weda-watch',
  'spar-watch',
  'smartfallmm',
  'lumbar-walk',
  'lumbar-turn',
  'pocket-gait-styles',
  'ha24-phone-hand',
]
const WINDOWS_A_SOURCE = 120
const ALIVE_FROM = 0.5
const QUICK_HZ = 80

/**
 * Windows of the people of `fit`, as recorded and as a browser gives them. Those whom the presence score refuses anyway are left
 * out: the question is who is refused beside them.
 */
export function peopleWindows(motionFolder: string): SimulationWindow[] {
  return humanWindows(motionFolder, WINDOWS_A_SOURCE, SETS)
    .filter(isOfFit)
    .flatMap(({ source, person, samples }) =>
      [samples, deliver(samples)]
        .filter(isAlive)
        .flatMap((window) => measureWindows(window, { family: source, person: `${source} ${person}` })),
    )
}

const FIT = new Set(people.fit)

/** Some people of pocket-gait-styles are in pocket-gait, under the same names. */
function isOfFit({ person }: HumanWindow): boolean {
  return FIT.has(person) || FIT.has(person.replace('pocket-gait-styles', 'pocket-gait'))
}

function deliver(samples: readonly ImuSample[]): ImuSample[] {
  const hz = samples.length > 8 * QUICK_HZ ? 60 : 50
  return onLattice(onClock(samples, hz), 0.1, 0.1)
}

function isAlive(imu: readonly ImuSample[]): boolean {
  return judgePresence(readCapture({ imu })).score >= ALIVE_FROM
}
