import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Challenge,
  cutStrokes,
  enrollStrokes,
  type ImuSample,
  matchStrokesLogLikelihoodRatio,
  presenceScore,
  strokeSignature,
} from '../../packages/engine/src/index.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { isSimulated } from '../../packages/engine/src/simulation/index.ts'
import { imuSamples, type Recording, recordings } from '../training/recordings.ts'
import { eerInterval, type Interval, shareIntervalOver, type Trial } from './figures.ts'

/** A capture of `stillhere research export`. */
type Exported = Recording & { browser: string; placement: string; followed: boolean; challenge: Challenge }
type Take = Exported & { imu: ImuSample[] }

/** Captures of one browser and placement, as shares with intervals over people. */
type Refused = { captures: number; people: number; insufficient: Interval; refused: Interval; simulated: Interval }

type Matched = { people: number; probes: number; eer: Interval | null }

export type ResearchFigures = { presence: Record<string, Refused>; strokes: Record<string, Matched> }

const SET = 'stillhere-research'
const LISTS = ['sameday', 'otherday', 'otherdevice']
const ALIVE_FROM = 0.5

/** The shipped engine on captures of real use: refusals by browser and placement, and strokes matched over days and devices. */
export function evaluateResearch(folder: string): ResearchFigures {
  const takes = (recordings(folder, SET) as Exported[]).map((one) => ({ ...one, imu: imuSamples(one, SET) }))
  const groups = Map.groupBy(takes, ({ browser, placement }) => `${browser}, ${placement}`)
  return {
    presence: Object.fromEntries([...groups].map(([name, own]) => [name, measureRefusals(own)])),
    strokes: Object.fromEntries(LISTS.map((name) => [name, matchList(folder, name, takes)])),
  }
}

function measureRefusals(takes: readonly Take[]): Refused {
  const judged = takes.map(({ subject, imu }) => {
    const { status, score } = presenceScore({ imu })
    const isJudged = status === 'ok'
    return {
      subject,
      insufficient: !isJudged,
      refused: isJudged && score < ALIVE_FROM,
      simulated: isJudged && isSimulated({ imu }),
    }
  })
  const people = [...Map.groupBy(judged, ({ subject }) => subject).values()]
  const share = (what: 'insufficient' | 'refused' | 'simulated') => {
    const figure = (drawn: typeof people) => {
      const all = drawn.flat()
      return all.filter((one) => one[what]).length / all.length
    }
    return shareIntervalOver(people, (drawn) => figure([...drawn]), { random: seededRandom(1) })
  }
  return {
    captures: takes.length,
    people: people.length,
    insufficient: share('insufficient'),
    refused: share('refused'),
    simulated: share('simulated'),
  }
}

/** Every probe against every template; its own is mated, all others are not. */
function matchList(folder: string, name: string, takes: readonly Take[]): Matched {
  const file = join(folder, 'protocol', `verify_${SET}-${name}_dev.json`)
  const { enrol, probe } = JSON.parse(readFileSync(file, 'utf8')) as Record<'enrol' | 'probe', Record<string, string[]>>
  const byId = new Map(takes.map((take) => [take.id, take]))
  const signaturesOf = (id: string) => {
    const take = byId.get(id)
    return take ? cutStrokes(take.challenge, take.imu).map(strokeSignature) : []
  }
  const templates = Object.entries(enrol).map(([claimed, ids]) => ({
    claimed,
    template: enrollStrokes(ids.flatMap(signaturesOf)),
  }))
  const probes = Object.entries(probe).flatMap(([actual, ids]) =>
    ids.map((id) => ({ actual, strokes: signaturesOf(id) })),
  )
  const trials: Trial[] = templates.flatMap(({ claimed, template }) =>
    probes.map(({ actual, strokes }) => ({
      claimed,
      actual,
      score: matchStrokesLogLikelihoodRatio(template, strokes) ?? Number.NEGATIVE_INFINITY,
    })),
  )
  const canTell = templates.length > 1
  return {
    people: templates.length,
    probes: probes.length,
    eer: canTell ? eerInterval(trials, { random: seededRandom(1) }) : null,
  }
}
