import type { Interval } from '../evaluation/figures.ts'
import type { AllFigures, TargetRow } from '../evaluation/targets.ts'
import { formatInterval, formatTarget, IDENTITY, judgeTarget, targetRows } from '../evaluation/targets.ts'
import { drawMeasurements, type MeasuredList } from './drawing.ts'

/** What an evaluation wrote down, to be read: the files of docs/measurements. */
export type MeasurementFiles = { 'README.md': string; 'errors.svg': string }

/** Turns the figures of an evaluation into a page and its picture. */
export function writeMeasurements(change: string, figures: Partial<AllFigures>): MeasurementFiles {
  return {
    'README.md': writePage(change, targetRows(figures), figures),
    'errors.svg': drawMeasurements(listMeasured(figures)),
  }
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
    `Of real people whom nobody tuned to, after this change: ${change}. Written by \`npm run evaluate\`; do not edit.`,
    '',
    '![error rates](errors.svg)',
    '',
    '| measure | goal | | measured, with its 95 % interval over people | on people that choices were made on, each left out |',
    '|---|---|---|---|---|',
    ...rows.map(writeRow),
    '',
    '“reached” stands only where the whole interval meets the goal; “not shown” where only the figure does; “too few” where fewer than',
    'ten people were measured, who decide nothing. Strokes, identity and calibration are of validation people, on whom nothing was chosen; presence, replay, coupling and',
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
  '- **Simulators**: these are people against people. What a program costs that passes is in the [arena](../arena.md).',
  '- **Who was recorded**: mostly young, able people in laboratories; one set has patients. Children, tremor under medication and walking aids are missing.',
  '',
]
