import { type ImuSample, readCapture } from '../../packages/engine/src/capture.ts'
import { judgePresence } from '../../packages/engine/src/presence/score.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { DELIVERIES } from './deliveries.ts'
import { partOfPerson } from './people.ts'
import { humanWindows, readWindows } from './presence-material.ts'
import { measureWindows, type SimulationWindow } from './simulation-windows.ts'

const WINDOWS_A_SOURCE = 120
const BROWSERS = ['Android', 'iOS'] as const
const ALIVE_FROM = 0.5

/**
 * Windows of the people of `fit`, as recorded and as a browser gives them. Those whom the presence score refuses anyway are left
 * out: the question is who is refused beside them.
 */
export function peopleWindows(motionFolder: string): SimulationWindow[] {
  return humanWindows(readWindows(motionFolder), WINDOWS_A_SOURCE)
    .filter(({ person }) => partOfPerson(person) === 'fit')
    .flatMap(({ source, person, samples }, i) =>
      [samples, DELIVERIES[BROWSERS[i % BROWSERS.length]](samples, seededRandom(i))]
        .filter(isAlive)
        .flatMap((window) => measureWindows(window, { family: source, person: `${source} ${person}` })),
    )
}

function isAlive(imu: readonly ImuSample[]): boolean {
  return judgePresence(readCapture({ imu })).score >= ALIVE_FROM
}
