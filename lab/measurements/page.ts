import type { Interval } from '../evaluation/figures.ts'
import { findWorstRefusal, formatPercent, writeRefusedPeople } from '../evaluation/presence-people.ts'
import type { SensorFigures } from '../evaluation/presence.ts'
import type { AllFigures, TargetRow } from '../evaluation/targets.ts'
import { formatInterval, formatTarget, IDENTITY, judgeTarget, targetRows } from '../evaluation/targets.ts'
import { drawMeasurements, type MeasuredList } from './drawing.ts'

/** Writes the results of an evaluation as pages: the files of docs/internals/measurements. */
export type MeasurementFiles = { 'README.md': string; 'errors.svg': string }

/** Turns the figures of an evaluation into a page and its picture. */
export function writeMeasurements(change: string, figures: Partial<AllFigures>): MeasurementFiles {
  return {
    'README.md': writePage(change, targetRows(figures), figures),
    'errors.svg': drawMeasurements(listMeasured(figures)),
  }
}

/** Who is refused where; the sentence in bold is quoted by docs/internals/presence.md. */
export function writePresencePage(change: string, sensors: SensorFigures): string {
  const quoted = (['recorded', 'Android', 'iOS'] as const).map((delivery) => {
    const rows = sensors.refusedPeople.filter((row) => row.delivery === delivery)
    const shares = (['fit', 'validation'] as const).flatMap((part) => {
      const worst = findWorstRefusal(rows, part)
      return worst === undefined ? [] : [{ source: worst.source, share: worst.leftOut[part] }]
    })
    const [worst] = shares.toSorted((one, other) => other.share.value - one.share.value)
    return worst && `${delivery} ${formatPercent(worst.share)} % (${worst.source})`
  })
  return [
    '# Who presence refuses',
    '',
    `Of people who move, in % of windows of eight seconds, with 95 % intervals over people, after this change: ${change}. Written by`,
    '`npm run evaluate`; do not edit.',
    '',
    `**The worst source that the model had not seen, refused in % of windows with the 95 % interval: ${quoted.join('; ')}.**`,
    '',
    '“seen” is the shipped model on the people it learned from, and no evidence. “set”: the model saw no recording of this set, and its line was drawn on the others;',
    '“people”: no other set has this place, and people are left out by fifths. Choices were made on the people of “fit” alone.',
    '',
    writeRefusedPeople(sensors),
    '',
    '## Forgeries',
    '',
    'Share that passes where 5 % and 1 % of all windows of people are refused, in %. No person is judged by detectors that saw them, and for “unseen” also not by',
    'detectors that saw the family. Replays are stopped by the challenge and the memory, not here.',
    '',
    '| family | windows | seen, at 5 % | seen, at 1 % | unseen, at 5 % | unseen, at 1 % |',
    '|---|---|---|---|---|---|',
    ...writeForgeries(sensors),
    '',
  ].join('\n')
}

function writeForgeries({ seen, unseen, replays }: SensorFigures): string[] {
  const learned = Object.entries(seen).map(([family, { at5, at1, windows }]) => {
    const other = unseen[family]
    const cells = [at5, at1, other?.at5, other?.at1].map((share) => (share ? formatPercent(share) : '–'))
    return { worst: at5.value, line: `| ${family} | ${windows} | ${cells.join(' | ')} |` }
  })
  const others = Object.entries(replays).map(([family, { at5, at1, windows }]) => {
    return {
      worst: at5.value,
      line: `| ${family} (replay) | ${windows} | – | – | ${formatPercent(at5)} | ${formatPercent(at1)} |`,
    }
  })
  return [...learned, ...others].toSorted((one, other) => one.worst - other.worst).map(({ line }) => line)
}

/** Strokes first: they decide. One person alone has no strangers, and nothing to draw. */
function listMeasured({ strokes, signature }: Partial<AllFigures>): MeasuredList[] {
  const ofStrokes = Object.entries(strokes?.validation ?? {}).map(([set, { people, eer, band }]) => {
    return { title: `strokes: ${set}`, people, eer, band, target: set === 'forearm-gestures' ? 0.04 : 0.03 }
  })
  const ofSignature = IDENTITY.flatMap(([title, list, target]) => {
    const measured = signature?.identity[list]
    if (measured === undefined) return []
    const { people, template: eer, band } = measured
    return [{ title: `signature: ${title}`, people, eer, band, target }]
  })
  return [...ofStrokes, ...ofSignature].filter(({ eer }) => !Number.isNaN(eer.value))
}

function writePage(change: string, rows: readonly TargetRow[], { signature }: Partial<AllFigures>): string {
  return [
    '# Measurements',
    '',
    `Measured on real people who weren't used for tuning, after this change: ${change}. Written by \`npm run evaluate\`; do not edit.`,
    '',
    '![error rates](errors.svg)',
    '',
    '| measure | goal | | measured, with its 95 % interval over people | on people that choices were made on, each left out |',
    '|---|---|---|---|---|',
    ...rows.map(writeRow),
    '',
    '“reached” means that the whole interval meets the goal, “not shown” that only the figure does, and “too few” that fewer than',
    'ten people were measured, which decides nothing. Strokes, identity and calibration are of validation people, on whom nothing was chosen; presence, replay, coupling and',
    'challenge are of all development people, each left out by turns: their models were chosen before the validation people were set apart.',
    '',
    ...(signature ? writeGroups('By age, on stairs', signature.byAge) : []),
    ...(signature ? writeGroups('Healthy people and patients, the same task (watch)', signature.byHealth) : []),
    ...NOT_KNOWN,
  ].join('\n')
}

function writeRow(row: TargetRow): string {
  const { measure, reached, onFit } = row
  const chosenOn = onFit === undefined ? '' : formatInterval(onFit)
  return `| ${measure} | ${formatTarget(row)} | ${judgeTarget(row)} | ${formatInterval(reached, row.unknown)} | ${chosenOn} |`
}

/** Of all people of a group, each left out by turns. */
function writeGroups(title: string, groups: Readonly<Record<string, Interval>>): string[] {
  const lines = Object.entries(groups).map(([group, figure]) => `| ${group} | ${formatInterval(figure)} |`)
  return [`## ${title}`, '', '| people | equal error |', '|---|---|', ...lines, '']
}

const NOT_KNOWN = [
  '## What is not known',
  '',
  '- **Commanded strokes of named people**: no public set has them. The rows of strokes are other gestures, of a forearm and of letters in the air.',
  '- **Other days and phones**: few people were recorded twice. A figure of one day is not identity.',
  '- **Simulators**: these figures compare people with people. The cost of a program that passes is in the [arena](../arena.md).',
  '- **Who was recorded**: mostly young, able people in laboratories; one set has patients. Children, tremor under medication and walking aids are missing.',
  '',
]
