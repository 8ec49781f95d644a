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

/** Strokes first: they decide. */
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
  return [...ofStrokes, ...ofSignature]
}

function writePage(change: string, rows: readonly TargetRow[], { signature }: Partial<AllFigures>): string {
  return [
    '# Measurements',
    '',
    `Of real people whom nobody tuned to, after this change: ${change}. Written by \`npm run evaluate\`; do not edit.`,
    '',
    '![error rates](errors.svg)',
    '',
    '| measure | goal | | measured, with its 95 % interval over people |',
    '|---|---|---|---|',
    ...rows.map(
      (row) => `| ${row.measure} | ${formatTarget(row)} | ${judgeTarget(row)} | ${formatInterval(row.reached)} |`,
    ),
    '',
    '“reached” stands only where the whole interval meets the goal; “not shown” where only the figure does.',
    '',
    ...(signature ? writeAges(signature.byAge) : []),
    ...NOT_KNOWN,
  ].join('\n')
}

function writeAges(byAge: AllFigures['signature']['byAge']): string[] {
  const lines = Object.entries(byAge).map(([age, figure]) => `| ${age} | ${formatInterval(figure)} |`)
  return ['## By age, on stairs', '', '| people | equal error |', '|---|---|', ...lines, '']
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
