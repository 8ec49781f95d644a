import { formatNumber } from '../../../../words/format.ts'
import { say } from '../../../../words/speak.ts'
import { describeMode } from '../report/artifact-words.ts'
import { LEVEL_NAMES, LEVELS } from '../report/levels.ts'
import { percent, type Report, ratesAt } from '../report/rates.ts'

export type ComparedRow = { name: string; own: string; other: string }

/** The figures of two artifacts, side by side. */
export function compareReports(own: Report, other: Report): ComparedRow[] {
  return FIGURES.map(([name, of]) => ({ name, own: of(own), other: of(other) }))
}

type Figure = readonly [name: string, of: (report: Report) => string]

const FIGURES: readonly Figure[] = [
  [say('Features'), ({ feature_mode }) => describeMode(feature_mode)],
  [say('Sessions'), ({ sessions }) => formatNumber(sessions)],
  [say('People'), ({ people }) => formatNumber(people)],
  [say('Components'), ({ pca_output_dim }) => String(pca_output_dim)],
  [say('Equal error rate'), ({ eer }) => percent(eer)],
  [say('Area under the ROC'), ({ auc }) => formatFigure(auc, 3)],
  ['d′', ({ d_prime }) => formatFigure(d_prime, 2)],
  ...LEVELS.flatMap((level): Figure[] => [
    [
      say('Threshold, {level}', { level: LEVEL_NAMES[level] }),
      ({ thresholds }) => (thresholds[level] === null ? say('as shipped') : formatFigure(thresholds[level], 3)),
    ],
    [
      say('People refused, {level}', { level: LEVEL_NAMES[level] }),
      (report) => formatRefused(report, report.thresholds[level]),
    ],
  ]),
  [say('More attacks pass'), ({ attacks }) => (attacks.worse ? say('yes') : say('no'))],
]

function formatRefused({ plots }: Report, threshold: number | null): string {
  return threshold === null ? '–' : percent(ratesAt(plots.histogram, threshold).fnmr)
}

function formatFigure(value: number | null, digits: number): string {
  return value === null ? '–' : formatNumber(value, digits)
}
