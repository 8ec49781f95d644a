import type { evaluateCalibration } from './calibration.ts'
import type { ChallengeFigures } from './challenge.ts'
import type { CouplingFigures } from './coupling.ts'
import type { Interval } from './figures.ts'
import type { PresenceFigures } from './presence.ts'
import type { ReplayFigures } from './replay.ts'
import type { evaluateSignature } from './signature.ts'
import type { StrokeIdentityFigures } from './stroke-identity.ts'

/** What all evaluations gave, on people and families that were left out. */
export type AllFigures = {
  strokes: StrokeIdentityFigures
  signature: ReturnType<typeof evaluateSignature>
  presence: { sensors: PresenceFigures; landmarks: PresenceFigures }
  replay: ReplayFigures
  coupling: CouplingFigures
  challenge: ChallengeFigures
  calibration: ReturnType<typeof evaluateCalibration>
}

/** One line of the table: `limit` is the most allowed, or the least where `atLeast`. */
export type TargetRow = { measure: string; limit: number; atLeast?: boolean; reached: Interval }

const OUTSIDE_PRESENCE = /replay/

/** The targets beside what was reached, of the areas that were evaluated. */
export function targetRows(figures: Partial<AllFigures>): TargetRow[] {
  const { strokes, signature, presence, replay, coupling, challenge, calibration } = figures
  return [
    ...(strokes ? strokeRows(strokes) : []),
    ...(signature ? identityRows(signature) : []),
    ...(presence ? presenceRows(presence.sensors) : []),
    ...(replay ? replayRows(replay) : []),
    ...(coupling ? couplingRows('one take', coupling.oneTake, [0.985, 0.92, 0.78]) : []),
    ...(coupling ? couplingRows('about 10 s', coupling.tenSeconds, [0.999, 0.98, 0.9]) : []),
    ...(challenge ? challengeRows(challenge) : []),
    ...(calibration ? calibrationRows(calibration) : []),
  ]
}

/** On the validation people alone: what was chosen on the others is no evidence. */
function strokeRows({ validation }: StrokeIdentityFigures): TargetRow[] {
  const [forearm, letters] = [validation['forearm-gestures'], validation['air-letters']]
  return [
    { measure: `strokes EER: forearm, six gestures (${forearm.people} people)`, limit: 0.04, reached: forearm.eer },
    { measure: 'strokes: forearm, refused at FAR 1 %', limit: 0.1, reached: forearm.frrAtFar1 },
    { measure: `strokes EER: letters, six letters (${letters.people} people)`, limit: 0.03, reached: letters.eer },
    { measure: 'strokes: letters, refused at FAR 1 %', limit: 0.1, reached: letters.frrAtFar1 },
  ]
}

function replayRows({ missedAtOnePercentOfPairs: reached }: ReplayFigures): TargetRow[] {
  return [{ measure: 'replay: altered copies missed at 1 % false alarms', limit: 0.02, reached }]
}

function identityRows({ identity, unseenSet }: AllFigures['signature']): TargetRow[] {
  const of = (name: string) => identity[name]
  const rows: [string, number, Interval][] = [
    ['phone in pocket, 5 windows', 0.04, of('spsw-phone').template],
    ['phone in pocket, 1 against 1', 0.08, of('spsw-phone').single],
    ['watch, 5 windows', 0.06, of('spsw-watch').template],
    ['forearm, 5 windows', 0.08, of('forearm').template],
    ['hand-held phone, 5 windows', 0.12, of('air-letters').template],
    ['gait, same speed', 0.015, of('gait-same').template],
    ['gait, other speed', 0.08, of('gait-crossspeed').template],
    ['gait, other pocket', 0.22, of('gait-crosspocket').template],
    ['stairs', 0.05, of('sisfall-stairs').template],
    ['walk, then stairs', 0.22, of('sisfall-crossactivity').template],
    ['a data set never seen (mean)', 0.18, { value: unseenSet.mean, low: Number.NaN, high: Number.NaN }],
  ]
  return rows.map(([measure, limit, reached]) => ({ measure: `identity EER: ${measure}`, limit, reached }))
}

function presenceRows({ seen, unseen }: PresenceFigures): TargetRow[] {
  const worst = (families: PresenceFigures['seen'], line: 'at5' | 'at1') =>
    Object.entries(families)
      .filter(([name]) => !OUTSIDE_PRESENCE.test(name))
      .map(([name, passed]) => ({ name, reached: passed[line] }))
      .reduce((most, one) => (one.reached.value > most.reached.value ? one : most))
  const row = (kind: string, families: PresenceFigures['seen'], line: 'at5' | 'at1', limit: number): TargetRow => {
    const { name, reached } = worst(families, line)
    return { measure: `presence: worst ${kind} family at BPCER ${line === 'at5' ? 5 : 1} % (${name})`, limit, reached }
  }
  return [row('unseen', unseen, 'at5', 0.08), row('unseen', unseen, 'at1', 0.25), row('seen', seen, 'at5', 0.02)]
}

function couplingRows(span: string, kinds: CouplingFigures['oneTake'], limits: readonly number[]): TargetRow[] {
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
    { measure: 'challenge: single strokes, four directions', limit: 0.96, atLeast: true, reached: fourDirections },
    { measure: 'challenge: single strokes, eight directions', limit: 0.92, atLeast: true, reached: eightDirections },
    { measure: 'challenge: willing people pass (worst sensor)', limit: 0.9, atLeast: true, reached: lowest(willing) },
    { measure: 'challenge: attackers pass (worst attack)', limit: 0.001, reached: highest(attacks) },
  ]
}

/** Half to twice of each target, for a template of three sessions; the interval is that of single splits, 10 to 90 %. */
function calibrationRows({ realised }: AllFigures['calibration']): TargetRow[] {
  const ratios = realised[realised.length - 1].ratios
  return ratios.flatMap(({ target, meanRatio: value, low, high }) => {
    const measure = `calibration: realised ÷ target FAR at ${100 * target} %`
    const reached = { value, low, high }
    return [
      { measure, limit: 0.5, atLeast: true, reached },
      { measure, limit: 2, reached },
    ]
  })
}

/** The table as text, one line a target. */
export function targetTable(rows: readonly TargetRow[]): string {
  const lines = rows.map((row) => {
    const { measure, limit, atLeast = false, reached } = row
    const sign = atLeast ? '≥' : '≤'
    return `${measure.padEnd(72)} ${sign} ${formatNumber(limit).padEnd(6)} ${judge(row).padEnd(9)} ${formatInterval(reached)}`
  })
  return lines.join('\n')
}

/** Reached means that the unfavorable end of the interval is, too: one good draw of people is not enough. */
function judge({ limit, atLeast = false, reached: { value, low, high } }: TargetRow): string {
  const meets = (number: number) => (atLeast ? number >= limit : number <= limit)
  if (Number.isNaN(value)) return 'unknown'
  if (!meets(value)) return 'MISSED'
  return meets(atLeast ? low : high) ? 'reached' : 'not shown'
}

function formatInterval({ value, low, high }: Interval): string {
  if (Number.isNaN(value)) return 'too few people'
  return formatNumber(value) + (Number.isNaN(low) ? '' : ` (${formatNumber(low)} to ${formatNumber(high)})`)
}

function formatNumber(value: number): string {
  return value.toFixed(value > 0.9 || value < 0.005 ? 4 : 3)
}
