import { modeWords } from '../report/artifact-words.ts'
import { LEVELS } from '../report/levels.ts'
import { percent, type Report, ratesAt } from '../report/rates.ts'

export type ComparedRow = { name: string; own: string; other: string }

/** The figures of two artifacts, side by side. */
export function comparedRows(own: Report, other: Report): ComparedRow[] {
  return FIGURES.map(([name, of]) => ({ name, own: of(own), other: of(other) }))
}

type Figure = readonly [name: string, of: (report: Report) => string]

const FIGURES: readonly Figure[] = [
  ['Features', ({ feature_mode }) => modeWords(feature_mode)],
  ['Sessions', ({ sessions }) => sessions.toLocaleString('en')],
  ['People', ({ people }) => people.toLocaleString('en')],
  ['Components', ({ pca_output_dim }) => String(pca_output_dim)],
  ['Equal error rate', ({ eer }) => percent(eer)],
  ['Area under the ROC', ({ auc }) => fixed(auc, 3)],
  ['d′', ({ d_prime }) => fixed(d_prime, 2)],
  ...LEVELS.flatMap((level): Figure[] => [
    [
      `Threshold, ${level}`,
      ({ thresholds }) => (thresholds[level] === null ? 'as shipped' : fixed(thresholds[level], 3)),
    ],
    [`People refused, ${level}`, (report) => refused(report, report.thresholds[level])],
  ]),
  ['Attacks gain', ({ attacks }) => (attacks.worse ? 'yes' : 'no')],
]

function refused({ plots }: Report, threshold: number | null): string {
  return threshold === null ? '–' : percent(ratesAt(plots.histogram, threshold).fnmr)
}

function fixed(value: number | null, digits: number): string {
  return value === null ? '–' : value.toFixed(digits)
}
