import { describeMode } from '../report/artifact-words.ts'
import { LEVELS } from '../report/levels.ts'
import { percent, type Report, ratesAt } from '../report/rates.ts'

export type ComparedRow = { name: string; own: string; other: string }

/** The figures of two artifacts, side by side. */
export function compareReports(own: Report, other: Report): ComparedRow[] {
  return FIGURES.map(([name, of]) => ({ name, own: of(own), other: of(other) }))
}

type Figure = readonly [name: string, of: (report: Report) => string]

const FIGURES: readonly Figure[] = [
  ['Features', ({ feature_mode }) => describeMode(feature_mode)],
  ['Sessions', ({ sessions }) => sessions.toLocaleString('en')],
  ['People', ({ people }) => people.toLocaleString('en')],
  ['Components', ({ pca_output_dim }) => String(pca_output_dim)],
  ['Equal error rate', ({ eer }) => percent(eer)],
  ['Area under the ROC', ({ auc }) => formatFigure(auc, 3)],
  ['d′', ({ d_prime }) => formatFigure(d_prime, 2)],
  ...LEVELS.flatMap((level): Figure[] => [
    [
      `Threshold, ${level}`,
      ({ thresholds }) => (thresholds[level] === null ? 'as shipped' : formatFigure(thresholds[level], 3)),
    ],
    [`People refused, ${level}`, (report) => formatRefused(report, report.thresholds[level])],
  ]),
  ['Attacks gain', ({ attacks }) => (attacks.worse ? 'yes' : 'no')],
]

function formatRefused({ plots }: Report, threshold: number | null): string {
  return threshold === null ? '–' : percent(ratesAt(plots.histogram, threshold).fnmr)
}

function formatFigure(value: number | null, digits: number): string {
  return value === null ? '–' : value.toFixed(digits)
}
