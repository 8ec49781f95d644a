import { SURROGATE_FAMILIES } from '../attacks/surrogates.ts'
import type { evaluateCalibration } from './calibration.ts'
import type { ChallengeFigures } from './challenge.ts'
import type { CostFigures } from './cost.ts'
import type { CouplingFigures } from './coupling.ts'
import type { Interval } from './figures.ts'
import type { InjectionFigures } from './injections.ts'
import { findWorstRefusal, type RefusedPeople } from './presence-people.ts'
import type { PresenceFigures, SensorFigures } from './presence.ts'
import type { ReplayFigures } from './replay.ts'
import type { evaluateSignature } from './signature.ts'
import type { StrokeIdentityFigures } from './stroke-identity.ts'

export type ScorerRates = { refusedOwners: Interval; acceptedStrangers: Interval }

/** At each risk level: of all answers, and where a passkey says who it is, so that the likeness of the motion is only reported. */
export type ScorerFigures = { people: number } & Record<
  'withMotion' | 'withoutMotion',
  Record<'low' | 'medium' | 'high', ScorerRates>
>

/** How well reaction times distinguish the enrolled person from one who sees each arrow late. */
export type RelayFigures = {
  /** Answers of the enrolled person that follow the challenge and are refused as late. */
  willing: Interval
  /** Answers of another person that follow the challenge and are not late, by the delay of the relay. */
  relayed: Record<string, Interval>
}

/** The results of all evaluations, on people and families that were left out. */
export type AllFigures = {
  strokes: StrokeIdentityFigures
  scorer: ScorerFigures
  relays: RelayFigures
  signature: ReturnType<typeof evaluateSignature>
  presence: { sensors: SensorFigures; landmarks: PresenceFigures }
  replay: ReplayFigures
  coupling: CouplingFigures
  challenge: ChallengeFigures
  calibration: ReturnType<typeof evaluateCalibration>
  injections: InjectionFigures
  cost: CostFigures
}

/** One line of the table: `limit` is the most allowed, or the least where `atLeast`; null is reported without a target. */
export type TargetRow = {
  measure: string
  limit: number | null
  atLeast?: boolean
  /** On validation people where there is a figure of fit people beside it, otherwise on all, each left out by turns. */
  reached: Interval
  /** The same of people that choices were made on, each left out by turns. */
  onFit?: Interval
  /** The text if there is no figure; too few people by default. */
  unknown?: string
  /** The number of people measured, if it may be too small to decide anything. */
  people?: number
}

/** Told apart by the spectrum's phases alone. */
const SPECTRAL = SURROGATE_FAMILIES.map(({ name }) => name)
const JOINED = ['spliced-own', 'spliced-people']
/** Fewer people decide nothing. */
const DECIDING_PEOPLE = 10
const UNKNOWN: Interval = { value: Number.NaN, low: Number.NaN, high: Number.NaN }
const NOTHING: Interval = { value: 0, low: 0, high: 0 }

/** The targets beside what was reached, of the areas that were evaluated. */
export function targetRows(figures: Partial<AllFigures>): TargetRow[] {
  const { strokes, scorer, relays, signature, presence, replay, coupling, challenge, calibration, injections, cost } =
    figures
  return [
    ...(strokes ? strokeRows(strokes) : []),
    ...(scorer ? scorerRows(scorer) : []),
    ...(relays ? relayRows(relays) : []),
    ...(signature ? identityRows(signature) : []),
    ...(presence ? presenceRows(presence) : []),
    ...(replay ? replayRows(replay) : []),
    ...(coupling ? couplingRows('one take', coupling.oneTake, [0.99, 0.95, 0.8]) : []),
    ...(coupling ? couplingRows('about 10 s', coupling.tenSeconds, [null, null, null]) : []),
    ...(challenge ? challengeRows(challenge) : []),
    ...(calibration ? calibrationRows(calibration) : []),
    ...(injections ? injectionRows(injections) : []),
    ...(cost ? costRows(cost) : []),
  ]
}

/** On the validation people alone: what was chosen on the others is no evidence. */
function strokeRows({ fit, validation, threeTakes, moved }: StrokeIdentityFigures): TargetRow[] {
  const movedRows = Object.entries(moved.validation).map(([set, reached]) => ({
    measure: `strokes: templates moved by fifty attempts of one stranger, ${set}`,
    limit: 0,
    reached,
    onFit: moved.fit[set],
  }))
  return [...strokeRowsOf({ fit, validation }, 'two takes'), ...strokeRowsOf(threeTakes, 'three takes'), ...movedRows]
}

function strokeRowsOf(
  { fit, validation }: Pick<StrokeIdentityFigures, 'fit' | 'validation'>,
  takes: string,
): TargetRow[] {
  const rowsOf = (set: string, gestures: string, limit: number): TargetRow[] => {
    const { people, eer, frrAtFar1 } = validation[set]
    const name = `${gestures}, ${takes}`
    return [
      { measure: `strokes EER: ${name} (${people} people)`, limit, people, reached: eer, onFit: fit[set].eer },
      {
        measure: `strokes: ${name}, refused at FAR 1 %`,
        limit: 0.1,
        people,
        reached: frrAtFar1,
        onFit: fit[set].frrAtFar1,
      },
    ]
  }
  return [
    ...rowsOf('forearm-gestures', 'forearm, six gestures', 0.04),
    ...rowsOf('air-letters', 'letters, six letters', 0.03),
  ]
}

/** Of people of the testing kit: no one else made commanded strokes. */
function scorerRows({ people, withMotion, withoutMotion }: ScorerFigures): TargetRow[] {
  const kinds = [['with the motion match', withMotion] as const, ['motion only reported', withoutMotion] as const]
  return kinds.flatMap(([kind, levels]) =>
    Object.entries(levels).flatMap(([level, { refusedOwners, acceptedStrangers }]) => [
      { measure: `whole scorer, ${level}, ${kind}: kit owners refused`, limit: null, people, reached: refusedOwners },
      {
        measure: `whole scorer, ${level}, ${kind}: kit strangers pass`,
        limit: null,
        people,
        reached: acceptedStrangers,
      },
    ]),
  )
}

function relayRows({ willing, relayed }: RelayFigures): TargetRow[] {
  return [
    { measure: 'reaction times: willing people of the kit refused', limit: 0.05, reached: willing },
    ...Object.entries(relayed).map(([delayMs, reached]) => {
      const measure = `reaction times alone: answers over a relay of ${delayMs} ms pass`
      return { measure, limit: delayMs === '200' ? 0.05 : null, reached }
    }),
  ]
}

function replayRows({ missedAtOnePercentOfPairs: reached }: ReplayFigures): TargetRow[] {
  return [{ measure: 'replay: altered copies missed at 1 % false alarms', limit: 0.02, reached }]
}

/** A list of the signature, and its most; null is only reported. Lists that were not run are unknown. */
export const IDENTITY: readonly (readonly [measure: string, list: string, limit: number | null])[] = [
  ['phone in pocket', 'spsw-phone', 0.02],
  ['watch', 'spsw-watch', 0.06],
  ['forearm', 'forearm', 0.1],
  ['hand-held phone', 'air-letters', 0.12],
  ['gait, same speed', 'gait-same', 0.01],
  ['stairs', 'sisfall-stairs', 0.04],
  ['walk, then stairs', 'sisfall-crossactivity', 0.2],
  // From here on the most is what plain statistics reach, whitened on the set's own people.
  ['mobiact, walk', 'mobiact-walk', 0.031],
  ['mobiact, stairs', 'mobiact-stairs', 0.073],
  ['wisdm, phone', 'wisdm-phone', 0.052],
  ['wisdm, watch', 'wisdm-watch', 0.141],
  ['pads, same task', 'pads-sametask', 0.199],
  ['weda, walk', 'weda-walk', 0.135],
  ['lumbar, walk', 'lumbar-walk', 0.106],
  ['pads, same task, healthy people', 'pads-sametask-healthy', null],
  ['gait, other speed', 'gait-crossspeed', null],
  ['gait, other pocket', 'gait-crosspocket', null],
  ['other day', 'styles-crossday', null],
]

function identityRows({ identity, fit, unseenSet }: AllFigures['signature']): TargetRow[] {
  const rows = IDENTITY.map(([name, list, limit]) => {
    const { people, template } = identity[list] ?? { people: 0, template: UNKNOWN }
    const onFit = fit[list]?.template ?? UNKNOWN
    return {
      measure: `identity EER: ${name} (${people} people)`,
      limit,
      people,
      reached: people < 2 ? UNKNOWN : template,
      onFit,
    }
  })
  const mean = { ...UNKNOWN, value: unseenSet.mean }
  return [...rows, { measure: 'identity EER: a data set never seen (mean)', limit: 0.06, reached: mean }]
}

function presenceRows({ sensors, landmarks }: AllFigures['presence']): TargetRow[] {
  const row = (kind: string, families: readonly string[], line: 'at5' | 'at1', limit: number | null): TargetRow => {
    const { name, reached } = findWorst(sensors.unseen, families, line)
    return { measure: `presence: ${kind} at BPCER ${line === 'at5' ? 5 : 1} % (${name})`, limit, reached }
  }
  return [
    row('worst unseen spectral family', SPECTRAL, 'at5', 0.01),
    row('worst unseen spectral family', SPECTRAL, 'at1', 0.03),
    row('pieces of people joined', JOINED, 'at5', 0.15),
    row('worst unseen family of all', Object.keys(sensors.unseen), 'at5', null),
    ...SEEN_FORGERIES.map((family) => ({
      measure: `presence: ${family} at BPCER 5 %`,
      limit: 0.03,
      reached: sensors.seen[family]?.at5 ?? NOTHING,
    })),
    ...refusedRows(sensors.refusedPeople),
    { measure: 'presence: people below 0.50, sensors', limit: 0.05, reached: sensors.belowHalf },
    { measure: 'presence: people below 0.50, bodies', limit: 0.05, reached: landmarks.belowHalf },
  ]
}

const SEEN_FORGERIES = ['iaaft-multivariate', 'var12']
const DAILY = ['recorded', 'Android', 'iOS'] as const

/** Moving people whom a model refuses that has not seen them: the worst source for each delivery, and the phone in the hand. */
function refusedRows(rows: readonly RefusedPeople[]): TargetRow[] {
  const toRow = (row: RefusedPeople, kind: string): TargetRow => ({
    measure: `presence: ${kind}, ${row.delivery} (${row.source}, ${row.people.validation} people)`,
    limit: 0.05,
    people: row.people.validation,
    reached: row.leftOut.validation,
    onFit: row.leftOut.fit,
  })
  return DAILY.flatMap((delivery) => {
    const own = rows.filter((row) => row.delivery === delivery)
    const hand = own.filter(({ place }) => place === 'phone in the hand')
    const worst = findWorstRefusal(own, 'validation')
    return [
      ...(worst ? [toRow(worst, 'people refused, worst source')] : []),
      ...hand.map((row) => toRow(row, 'people refused, phone in the hand')),
    ]
  })
}

function findWorst(
  passed: PresenceFigures['unseen'],
  families: readonly string[],
  line: 'at5' | 'at1',
): { name: string; reached: Interval } {
  return Object.entries(passed)
    .filter(([name]) => families.includes(name))
    .map(([name, shares]) => ({ name, reached: shares[line] }))
    .reduce((most, one) => (one.reached.value > most.reached.value ? one : most), { name: 'none', reached: NOTHING })
}

function couplingRows(
  span: string,
  kinds: CouplingFigures['oneTake'],
  limits: readonly (number | null)[],
): TargetRow[] {
  return (['other-action', 'other-person', 'other-take'] as const).map((kind, i) => ({
    measure: `coupling AUC, ${span}: ${kind.replace('-', ' ')}`,
    limit: limits[i],
    atLeast: true,
    reached: kinds[kind],
  }))
}

function challengeRows({ fourDirections, eightDirections, willing, attacks }: ChallengeFigures): TargetRow[] {
  const lowest = (rates: Record<string, Interval>) =>
    Object.values(rates).reduce((least, one) => (one.value < least.value ? one : least))
  const highest = (rates: Record<string, Interval>) =>
    Object.values(rates).reduce((most, one) => (one.value > most.value ? one : most))
  return [
    { measure: 'challenge: single strokes, four directions', limit: 0.98, atLeast: true, reached: fourDirections },
    { measure: 'challenge: single strokes, eight directions', limit: 0.96, atLeast: true, reached: eightDirections },
    { measure: 'challenge: willing people pass (worst sensor)', limit: 0.95, atLeast: true, reached: lowest(willing) },
    { measure: 'challenge: attackers pass (worst attack)', limit: 0.001, reached: highest(attacks) },
  ]
}

/** Half to twice of each target on the validation people, for a template of three sessions. */
function calibrationRows({ validation }: AllFigures['calibration']): TargetRow[] {
  const ratios = validation[validation.length - 1].ratios
  return ratios.flatMap(({ target, meanRatio: value, low, high }) => {
    const measure = `calibration: realised ÷ target FAR at ${100 * target} %`
    const reached = { value, low, high }
    return [
      { measure, limit: 0.5, atLeast: true, reached },
      { measure, limit: 2, reached },
    ]
  })
}

function injectionRows({ spliced, kitWithoutMark }: InjectionFigures): TargetRow[] {
  return [
    { measure: 'injection, level 1: spliced strokes pass', limit: 0, reached: spliced },
    { measure: 'injection, level 1: the kit without its mark passes', limit: 0.1, reached: kitWithoutMark },
  ]
}

function costRows({ captureMs, calibrationSeconds, sameInAnyOrder }: CostFigures): TargetRow[] {
  const differ = sameInAnyOrder ? 0 : 1
  return [
    {
      measure: 'calibration: differs for the same sessions in another order',
      limit: 0,
      reached: { value: differ, low: differ, high: differ },
    },
    { measure: 'cost: 300 sessions of strokes, CPU s', limit: 1.5, reached: { ...UNKNOWN, value: calibrationSeconds } },
    { measure: 'cost: a capture of 16 s with strokes, CPU ms', limit: 3, reached: { ...UNKNOWN, value: captureMs } },
  ]
}

/** The table as text, one line a target. */
export function targetTable(rows: readonly TargetRow[]): string {
  const lines = rows.map((row) => {
    const { measure, reached, onFit } = row
    const line = `${measure.padEnd(72)} ${formatTarget(row).padEnd(8)} ${judgeTarget(row).padEnd(9)} ${formatInterval(reached, row.unknown)}`
    return onFit === undefined ? line : `${line.padEnd(118)} fit ${formatInterval(onFit)}`
  })
  return lines.join('\n')
}

export function formatTarget({ limit, atLeast = false }: TargetRow): string {
  return limit === null ? '' : `${atLeast ? '≥' : '≤'} ${formatNumber(limit)}`
}

/** Reached means that the unfavorable end of the interval is, too: one good draw of people is not enough. */
export function judgeTarget({ limit, atLeast = false, people, reached: { value, low, high } }: TargetRow): string {
  if (Number.isNaN(value)) return 'unknown'
  if (limit === null) return 'reported'
  if (people !== undefined && people < DECIDING_PEOPLE) return 'too few'
  const meets = (number: number) => (atLeast ? number >= limit : number <= limit)
  if (!meets(value)) return 'MISSED'
  return meets(atLeast ? low : high) ? 'reached' : 'not shown'
}

export function formatInterval({ value, low, high }: Interval, unknown = 'too few people'): string {
  if (Number.isNaN(value)) return unknown
  return formatNumber(value) + (Number.isNaN(low) ? '' : ` (${formatNumber(low)} to ${formatNumber(high)})`)
}

function formatNumber(value: number): string {
  return value.toFixed(value > 0.9 || value < 0.005 ? 4 : 3)
}
