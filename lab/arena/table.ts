import type { Interval } from '../evaluation/figures.ts'
import type { FamilyFigures } from './presence.ts'
import type { ArenaReport } from './report.ts'

/** The report as text for a terminal; the worst family of each kind stands last. */
export function arenaTable(report: ArenaReport): string {
  return [
    `Attack arena · ${report.data} · seed ${report.seed}`,
    presenceText(report),
    identityText(report),
    replayText(report),
    challengeText(report),
    contractText(report),
  ].join('\n\n')
}

function presenceText({ presence }: ArenaReport): string {
  const rows = (kind: FamilyFigures['kind']) =>
    presence.families
      .filter((family) => family.kind === kind)
      .map(({ name, windows, auc, apcer5, apcer1, apcerAtLine }) => [
        name,
        String(windows),
        auc.toFixed(3),
        percentInterval(apcer5),
        percentInterval(apcer1),
        percent(apcerAtLine),
      ])
  const head = ['family', 'windows', 'AUC', 'APCER at BPCER 5 %', 'APCER at BPCER 1 %', 'from 0.50 on']
  return [
    `Presence: ${presence.windows} windows of ${presence.people} people, ${percentInterval(presence.bpcerAtLine)} of them below 0.50`,
    columns([head, ...rows('forged')]),
    'Shown again, which no statistic can see; memory and challenge must',
    columns([head, ...rows('replay')]),
  ].join('\n')
}

function identityText({ identity }: ArenaReport): string {
  const head = ['group', 'people', 'trials own / other', 'EER', 'FMR at 0.5', 'FNMR at 0.5', 'FNMR at FMR 1 %']
  const rows = identity.map((group) => [
    group.group,
    String(group.people),
    `${group.genuine} / ${group.impostor}`,
    percentInterval(group.eer),
    percent(group.fmrAtHalf),
    percent(group.fnmrAtHalf),
    group.fnmrAtFmr1 === null ? 'too few trials' : percent(group.fnmrAtFmr1),
  ])
  return ['Identity: the first half of the windows enrols, the others are compared', columns([head, ...rows])].join(
    '\n',
  )
}

function replayText({ replay }: ArenaReport): string {
  const head = ['altered copy', 'windows', 'missed']
  const rows = replay.families.map(({ name, windows, missed }) => [name, String(windows), percentInterval(missed)])
  const alarms = percentInterval(replay.falseAlarms)
  return [`Replay memory: ${replay.remembered} captures, false alarms ${alarms}`, columns([head, ...rows])].join('\n')
}

function challengeText({ challenge }: ArenaReport): string {
  const head = ['answer', 'attempts', 'passed', '']
  const rows = challenge.map(({ name, attempts, passed, description }) => [
    name,
    String(attempts),
    percentInterval(passed),
    description,
  ])
  return ['Challenge: six strokes, answered by synthetic people', columns([head, ...rows])].join('\n')
}

function contractText({ contracts }: ArenaReport): string {
  const verdict =
    contracts.broken.length === 0
      ? 'nothing threw, no answer held NaN'
      : contracts.broken.map(({ name, trouble }) => `${name} ${trouble}`).join('; ')
  return [
    `Malformed contracts: ${contracts.calls} calls with nonsense: ${verdict}`,
    'Poisoned calibration: with calibration',
  ].join('\n')
}

export function percent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : '–'
}

export function percentInterval({ value, low, high }: Interval): string {
  return Number.isFinite(value) ? `${percent(value)} (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)})` : '–'
}

/** Cells in columns: the first flush left, numbers flush right. */
function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)))
  return rows
    .map((row) =>
      row
        .map((cell, c) =>
          c === 0 || /^[a-z]/.test(rows.at(-1)?.[c] ?? '') ? cell.padEnd(widths[c]) : cell.padStart(widths[c]),
        )
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join('\n')
}
