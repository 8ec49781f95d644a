import type { RecordingProblem, RecordingReport } from '@stillhere/contract'
import type { Challenge, ImuSample } from '@stillhere/engine'
import { DAY_MS } from '../../platform/day.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { CaptureGroup, CaptureRow } from './recording-store.ts'

/** A group is shown from this many captures and people on. Smaller ones mean nothing, and could point to a person. */
const LEAST_CAPTURES = 10
const LEAST_PEOPLE = 5

type CountedCaptures = { groups: readonly CaptureGroup[]; people: number; most: number }

/**
 * Creates the operator's report on recorded captures: for each browser and placement, how many captures the engine refused and why. Groups of fewer
 * than 10 captures or 5 people are left out and counted as withheld. `most` is the maximum number of stored captures.
 */
export function toRecordingReport({ groups, people, most }: CountedCaptures): RecordingReport {
  const shown = groups.filter(({ captures, people: own }) => captures >= LEAST_CAPTURES && own >= LEAST_PEOPLE)
  const total = countAll(groups)
  return {
    captures: total,
    most_captures: most,
    people,
    withheld: total - countAll(shown),
    groups: shown.map(describeGroup),
  }
}

function countAll(groups: readonly CaptureGroup[]): number {
  return groups.reduce((sum, { captures }) => sum + captures, 0)
}

function describeGroup(group: CaptureGroup): RecordingReport['groups'][number] {
  const { browser, placement, captures, people, notFollowed, problems } = group
  const reasons = Object.entries(problems).filter(([, count]) => count > 0)
  const refused = reasons.reduce((sum, [, count]) => sum + count, 0)
  const share = refused / captures
  return {
    browser,
    placement,
    captures,
    people,
    refused,
    reasons: reasons.map(([problem, count]) => ({ problem: problem as RecordingProblem, captures: count })),
    not_followed: notFollowed,
    share,
    interval: computeInterval(share, people),
  }
}

/** Computes the 95 % interval of Wilson (1927) for a share of `trials` trials. */
function computeInterval(share: number, trials: number): [number, number] {
  const z2 = 1.959964 ** 2
  const centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
  const half = Math.sqrt(z2 * ((share * (1 - share)) / trials + z2 / (4 * trials ** 2))) / (1 + z2 / trials)
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}

/** Name of the exported data set: of its folder, and the beginning of its trial lists. */
export const DATA_SET = 'stillhere-research'

/** A capture under the names of one export, which lead to no person, session or date of the service. */
export type NamedCapture = Omit<CaptureRow, 'person' | 'sessionId' | 'day' | 'device'> & {
  name: string
  subject: string
  /** Counted for each person, from 1. */
  session: number
  device: string
  /** Days since the person's first capture. */
  day: number
}

/**
 * Replaces person, session, device and date of captures by names that are valid in one export only, and sorts the captures by name. `captures` must
 * be in the order in which they were given; `pseudonymOf` returns the name of a person in this export.
 */
export function toNamedCaptures(
  captures: readonly CaptureRow[],
  pseudonymOf: (person: string) => string,
): NamedCapture[] {
  const people = Map.groupBy(captures, ({ person }) => person)
  const named = [...people].flatMap(([person, own]) => {
    const subject = pseudonymOf(person)
    const sessions = [...new Set(own.map(({ sessionId }) => sessionId))]
    const devices = [...new Set(own.map(({ device }) => device))]
    const firstDay = Date.parse(own[0]?.day ?? '')
    return own.map((capture, at) => ({
      ...capture,
      name: `${subject}_${String(at + 1).padStart(3, '0')}`,
      subject,
      session: sessions.indexOf(capture.sessionId) + 1,
      device: `d${devices.indexOf(capture.device) + 1}`,
      day: (Date.parse(capture.day) - firstDay) / DAY_MS,
    }))
  })
  return named.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Renders one capture as a line of the exported data set, JSON in the format that the laboratory's reader expects. */
export function renderRecording(capture: NamedCapture, { acc, gyro, challenge }: RecordedMotion): string {
  const { name, subject, session, device, day, os, browser, browserVersion, placement, rateHz, problem, followed } =
    capture
  return JSON.stringify({
    id: name,
    subject,
    label: 'strokes',
    session,
    day,
    device,
    os,
    browser,
    browser_version: browserVersion,
    placement,
    rate_imu: rateHz,
    problem,
    followed,
    challenge,
    acc,
    ...(gyro && { gyro }),
  })
}

/** For each person, the captures from which a template is made (`enrol`), and those that are compared with every template (`probe`). */
type TrialList = {
  dataset: string
  part: 'dev'
  window_s: number
  note: string
  enrol: Record<string, string[]>
  probe: Record<string, string[]>
}

type Sides = { enrol: NamedCapture[]; probe: NamedCapture[] }

const LISTS: Readonly<Record<string, { note: string; choose: (own: readonly NamedCapture[]) => Sides }>> = {
  sameday: {
    note: 'first session against others of that day and device; where there is no other, against its own last capture',
    choose: (own) => {
      const { enrol, later } = splitFirst(own)
      const probe = later.filter((one) => isSameDay(one, own) && isSameDevice(one, own))
      return probe.length > 0 ? { enrol, probe } : { enrol: enrol.slice(0, -1), probe: enrol.slice(-1) }
    },
  },
  otherday: {
    note: 'first session against later days with the same device',
    choose: (own) => {
      const { enrol, later } = splitFirst(own)
      return { enrol, probe: later.filter((one) => !isSameDay(one, own) && isSameDevice(one, own)) }
    },
  },
  otherdevice: {
    note: 'first session against other devices, on any day',
    choose: (own) => {
      const { enrol, later } = splitFirst(own)
      return { enrol, probe: later.filter((one) => !isSameDevice(one, own)) }
    },
  },
}

/**
 * Creates the trial lists of an exported data set, by file name: for each person, the captures to enroll and the captures to compare, on the same
 * day, on another day or with another device. Only captures that follow their strokes are listed, even if the engine refused them.
 */
export function listTrials(captures: readonly NamedCapture[]): Record<string, TrialList> {
  const people = [
    ...Map.groupBy(
      captures.filter(({ followed }) => followed),
      ({ subject }) => subject,
    ),
  ]
  const entries = Object.entries(LISTS).map(([name, { note, choose }]) => {
    const chosen = people
      .map(([subject, own]) => ({ subject, ...choose(own) }))
      .filter(({ enrol, probe }) => enrol.length > 0 && probe.length > 0)
    const idsOf = (side: keyof Sides) =>
      Object.fromEntries(chosen.map((one) => [one.subject, one[side].map((capture) => capture.name)]))
    const list: TrialList = {
      dataset: DATA_SET,
      part: 'dev',
      window_s: 8,
      note,
      enrol: idsOf('enrol'),
      probe: idsOf('probe'),
    }
    return [`verify_${DATA_SET}-${name}_dev.json`, list]
  })
  return Object.fromEntries(entries)
}

function splitFirst(own: readonly NamedCapture[]): { enrol: NamedCapture[]; later: NamedCapture[] } {
  const first = own[0]?.session
  return {
    enrol: own.filter(({ session }) => session === first),
    later: own.filter(({ session }) => session !== first),
  }
}

function isSameDay({ day }: NamedCapture, own: readonly NamedCapture[]): boolean {
  return day === own[0]?.day
}

function isSameDevice({ device }: NamedCapture, own: readonly NamedCapture[]): boolean {
  return device === own[0]?.device
}

/** Renders the README of an exported data set (Markdown): content, format and trial lists. */
export function renderReadme(captures: readonly NamedCapture[], lists: Readonly<Record<string, TrialList>>): string {
  const people = new Set(captures.map(({ subject }) => subject)).size
  const refused = captures.filter(({ problem }) => problem !== null).length
  const consents = [...new Set(captures.map(({ consentVersion }) => consentVersion))].toSorted((a, b) => a - b)
  return `# Strokes recorded on the research page

${captures.length} whole captures of ${people} people, each given with consent to recording (text version ${consents.join(', ') || '-'}).
${refused} of them were refused by the engine of that time; they are kept on purpose.

People agreed to research about this service's motion engine, and to nothing else. Names are made anew for each export and lead
nowhere. Deleting a recording at the service doesn't reach this copy: delete it when you are done, and export anew instead of
keeping it.

\`${DATA_SET}/dev.jsonl.gz\` holds one capture a line: \`acc\` in m/s² with gravity and \`gyro\` in rad/s, in the frame of the screen, where
there is a gyroscope. A stream is \`{ unit, scale, n, ch, t }\`; \`ch\` and \`t\` are differences, values are their running sum times \`scale\`,
times their running sum in ms, as the browser stamped its events. Beside them:

| member | means |
|---|---|
| subject, session, day, device | who; sessions from 1; days since the person's first; devices from d1, as far as a browser tells them apart |
| os, browser, browser_version | family and major version |
| placement | hand, table or pocket, as the person says |
| rate_imu | events a second, by the median interval |
| problem | why the engine refused the capture by itself; null where it did not |
| followed | whether all strokes but one at most were made as asked |
| challenge | the strokes that were asked for: direction and time of each |

| list in \`protocol\` | people | probes |
|---|---|---|
${Object.entries(lists).map(renderListRow).join('\n')}
`
}

function renderListRow([file, { enrol, probe }]: [string, TrialList]): string {
  return `| ${file} | ${Object.keys(enrol).length} | ${Object.values(probe).flat().length} |`
}

/*
 * A whole capture as text: the streams of the sensors in the form that the lab reads, and the strokes that were asked for. Every
 * channel is whole numbers, each as its difference from the one before; times are differences in ms, to 0.01 ms, just as the browser
 * gave them: they may stand still, jump or run back.
 */

type Stream = { unit: string; scale: number; n: number; ch: number[][]; t: number[] }

/** The sealed part of a recorded capture. `gyro` is absent without a gyroscope. */
export type RecordedMotion = { acc: Stream; gyro?: Stream; challenge: Challenge }

const DEGREE = Math.PI / 180
/** Browsers round to 0.1 m/s² and 0.1 °/s; older ones don't round. */
const ACCELERATION = { unit: 'm/s2', scale: 0.001, channels: ['ax', 'ay', 'az'], perUnit: 1 } as const
const ROTATION = { unit: 'rad/s', scale: 0.01 * DEGREE, channels: ['rx', 'ry', 'rz'], perUnit: DEGREE } as const
const STEPS_IN_MS = 100
/** Far beyond what a sensor measures. */
const MOST_STEPS = 2 ** 31

/** Encodes the sensor samples of a capture and its challenge as text, and measures the samples per second. Returns null if no sample can be read. */
export function encodeRecording(
  imu: readonly ImuSample[],
  challenge: Challenge,
): { text: string; rateHz: number } | null {
  const acc = encodeStream(imu, ACCELERATION)
  if (acc.n === 0) return null
  const gyro = encodeStream(imu, ROTATION)
  const motion: RecordedMotion = { acc, ...(gyro.n > 0 && { gyro }), challenge }
  return { text: JSON.stringify(motion), rateHz: measureRate(acc.t) }
}

const PURPOSE = 'research-capture'

/** Encrypts the text from encodeRecording for storage. */
export function sealRecording(secrets: Secrets, text: string): Buffer {
  return secrets.seal(PURPOSE, text)
}

/** Decrypts a recorded capture that sealRecording encrypted. */
export function openRecording(secrets: Secrets, sealed: Buffer): RecordedMotion {
  return JSON.parse(secrets.open(PURPOSE, sealed)) as RecordedMotion
}

function encodeStream(imu: readonly ImuSample[], kind: typeof ACCELERATION | typeof ROTATION): Stream {
  const { unit, scale, channels, perUnit } = kind
  // Callers may count from any start, such as that of the epoch.
  const startMs = imu.find(({ t }) => Number.isFinite(t))?.t ?? 0
  const rows = imu.map((sample) => [
    // Texts and null would be numbers once something is taken from them.
    typeof sample.t === 'number' ? toSteps(sample.t - startMs, 1 / STEPS_IN_MS) : Number.NaN,
    ...channels.map((name) => toSteps(sample[name], scale / perUnit)),
  ])
  const readable = rows.filter((row) => row.every((value) => Math.abs(value) < MOST_STEPS))
  const column = (at: number) => readable.map((row, i) => (row[at] ?? 0) - (i > 0 ? (readable[i - 1]?.[at] ?? 0) : 0))
  const t = column(0).map((steps) => steps / STEPS_IN_MS)
  return { unit, scale, n: readable.length, ch: channels.map((_, i) => column(i + 1)), t }
}

/** Converts a value to whole steps. Returns NaN, which fails every comparison, for everything that is not a number. */
function toSteps(value: unknown, step: number): number {
  return typeof value === 'number' ? Math.round(value / step) : Number.NaN
}

/** Measures samples per second by the median interval: pauses and repeated times don't change the usual rate of a browser. */
function measureRate([, ...intervals]: readonly number[]): number {
  const rising = intervals.filter((interval) => interval > 0).toSorted((a, b) => a - b)
  const median = rising[Math.floor(rising.length / 2)]
  return median === undefined ? 0 : Math.round(10_000 / median) / 10
}
