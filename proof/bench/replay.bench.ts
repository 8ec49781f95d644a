import { type Challenge, generateChallenge, type ImuSample, seededRandom } from '@stillhere/engine'
import { captureOf, type SyntheticPerson, strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { makeTraces, nearestSimilarities, openService, recall, type Service } from '../../apps/server/test/measured.ts'
import { makeFolder } from '../world/processes.ts'
import { atMost, reportGoals } from './goals.ts'
import { printTable } from './measure.ts'
import { fillMemory, RECORDED_PEOPLE } from './replay-data.ts'

/** `STORED=1000000 npm run bench -- replay` takes ten times the room and time. */
const STORED = Number(process.env.STORED ?? 100_000)
const MOST_MS = STORED > 100_000 ? 40 : 20
const SEARCHES = 40
const WHY =
  'the search for strokes takes two thirds of it, that for the whole a third; both read hundreds of places of large indexes'

const random = seededRandom(1)

await main()

/** Where the time of a search in a full memory goes: the traces, the look-up in the database, and the comparison with what it found. */
async function main(): Promise<void> {
  const { service, close } = await openService(makeFolder(), {})
  console.log(`filling the memory with ${STORED} captures and their strokes`)
  await fillMemory(service.db, { count: STORED, random })
  const kinds: [string, (person: SyntheticPerson) => Shown][] = [
    ['whole captures of 8 s', (person) => ({ imu: captureOf(person, random, { seconds: 8 }) })],
    ['answers with six strokes', showAnswer],
  ]
  for (const [name, show] of kinds) await reportSearch(service, name, show)
  await close()
}

function showAnswer(person: SyntheticPerson): Shown {
  const challenge = generateChallenge(random)
  return { imu: strokesOf(person, challenge.strokes, random), challenge }
}

type Shown = { imu: ImuSample[]; challenge?: Challenge }
type Times = Record<'traced' | 'kept and looked up' | 'compared', number[]>

async function reportSearch(service: Service, name: string, show: (person: SyntheticPerson) => Shown): Promise<void> {
  const times = await timeSearches(service, show)
  printTable(
    [`${name} in a memory of ${STORED}`, 'median ms', '90 % ms'],
    Object.entries(times).map(([part, ms]) => [part, ...[0.5, 0.9].map((share) => quantileOf(ms, share).toFixed(1))]),
  )
  const what = `look-up among ${STORED.toLocaleString('en')} captures and their strokes, median: ${name}`
  reportGoals([atMost(what, quantileOf(times['kept and looked up'], 0.5), { most: MOST_MS, unit: 'ms' }, WHY)])
}

async function timeSearches(service: Service, show: (person: SyntheticPerson) => Shown): Promise<Times> {
  const times: Times = { traced: [], 'kept and looked up': [], compared: [] }
  for (let search = 0; search < SEARCHES; search++) {
    const { imu, challenge } = show(syntheticPerson(RECORDED_PEOPLE + search))
    const start = performance.now()
    const traces = makeTraces({ imu }, challenge)
    const traced = performance.now()
    const recalled = await recall(service, [traces])
    const found = performance.now()
    nearestSimilarities(recalled)
    times.traced.push(traced - start)
    times['kept and looked up'].push(found - traced)
    times.compared.push(performance.now() - found)
  }
  return times
}

function quantileOf(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
}
