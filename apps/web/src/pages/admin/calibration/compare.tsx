import { Card } from '../../../parts/card.tsx'
import { Select } from '../../../parts/field.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { formatNumber, say } from '../../../words/speak.ts'
import {
  type Artifact,
  describeMode,
  formatChange,
  type KindStatus,
  LEVEL_NAMES,
  type LevelChange,
  computeLevelChanges,
  LEVELS,
  formatArtifactName,
  formatShare,
  computeRates,
  type Report,
  type LevelRates,
} from './report.ts'

type ComparisonProps = {
  report: Report
  other: Report | null
  list: readonly Artifact[]
  against: string | null
  onAgainst: (id: string | null) => void
}

const FIGURE_COLUMNS: readonly Column<ComparedRow>[] = [
  { head: say('Figure'), cell: ({ name }) => name },
  { head: say('This one'), cell: ({ own }) => own, end: true },
  { head: say('The other'), cell: ({ other }) => other, end: true },
]

/**
 * Shows the figures of two calibration artifacts side by side. `against` is the ID of the second artifact. Calls `onAgainst` when the
 * operator selects another one, or null for no comparison.
 */
export function Comparison({ report, other, list, against, onAgainst }: ComparisonProps) {
  const others = list.filter(({ artifact_id }) => artifact_id !== report.artifact_id)
  const options = [
    { value: '', label: say('nothing') },
    ...others.map((one) => ({ value: one.artifact_id, label: formatArtifactName(one) })),
  ]
  return (
    <Card title={say('Compare')}>
      {others.length === 0 ? (
        <p>{say('There is no other artifact yet.')}</p>
      ) : (
        <Select
          label={say('Compare with')}
          hint={say('Its curves appear above, dashed.')}
          options={options}
          value={others.find(({ artifact_id }) => artifact_id === against)?.artifact_id ?? ''}
          onValue={(id) => onAgainst(id === '' ? null : id)}
        />
      )}
      {other ? (
        <Table
          caption={say('Both artifacts')}
          columns={FIGURE_COLUMNS}
          rows={compareReports(report, other)}
          keyOf={({ name }) => name}
        />
      ) : null}
    </Card>
  )
}

type ComparedRow = { name: string; own: string; other: string }

/** Formats the figures of two calibration reports as table rows, in a fixed order. Missing values are dashes. */
export function compareReports(own: Report, other: Report): ComparedRow[] {
  return FIGURES.map(([name, of]) => ({ name, own: of(own), other: of(other) }))
}

type Figure = readonly [name: string, of: (report: Report) => string]

const FIGURES: readonly Figure[] = [
  [say('Features'), ({ feature_mode }) => describeMode(feature_mode)],
  [say('Sessions'), ({ sessions }) => formatNumber(sessions)],
  [say('People'), ({ people }) => formatNumber(people)],
  [say('Components'), ({ pca_output_dim }) => String(pca_output_dim)],
  [say('Equal error rate'), ({ eer }) => formatShare(eer)],
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
  return threshold === null ? '–' : formatShare(computeRates(plots.histogram, threshold).fnmr)
}

function formatFigure(value: number | null, digits: number): string {
  return value === null ? '–' : formatNumber(value, digits)
}

type ChangeTableProps = { report: Report; status: KindStatus; active: Report | null; isInForce: boolean }

const CHANGE_COLUMNS: readonly Column<LevelChange>[] = [
  { head: say('Level'), cell: ({ level }) => LEVEL_NAMES[level] },
  { head: say('Threshold now'), cell: ({ before }) => formatThreshold(before), end: true },
  { head: say('Threshold then'), cell: ({ after }) => formatThreshold(after), end: true },
  { head: say('People refused now'), cell: ({ before }) => formatShare(before?.fnmr), end: true },
  { head: say('People refused then'), cell: ({ after }) => formatShare(after?.fnmr), end: true },
  { head: say('People: changed decisions'), cell: ({ people }) => formatChange(people), end: true },
  { head: say('Strangers pass now'), cell: ({ before }) => formatShare(before?.fmr), end: true },
  { head: say('Strangers pass then'), cell: ({ after }) => formatShare(after?.fmr), end: true },
  { head: say('Strangers: changed decisions'), cell: ({ strangers }) => formatChange(strangers), end: true },
]

/**
 * Shows how many comparisons would be judged differently at each risk level if this calibration artifact came into force. `active` is the
 * report of the artifact in force, or null if the shipped thresholds apply.
 */
export function ChangeTable({ report, status, active, isInForce }: ChangeTableProps) {
  return (
    <Card title={say('What would change')}>
      {isInForce ? (
        <p>
          {say(
            'This artifact is in force, so nothing would change. Move the line above to see what another threshold would do.',
          )}
        </p>
      ) : (
        <>
          <p class="admin-measure">{active ? AGAINST_ACTIVE : AGAINST_SHIPPED}</p>
          <Table
            caption={say('What would change at each level')}
            columns={CHANGE_COLUMNS}
            rows={computeLevelChanges(report, status, active)}
            keyOf={({ level }) => level}
          />
        </>
      )}
    </Card>
  )
}

const AGAINST_ACTIVE = say(
  '“Now” is the artifact in force, “then” is this one. Each is counted from its own histogram, since single comparisons aren’t stored. These are net changes: more decisions may change in both directions.',
)
const AGAINST_SHIPPED = say(
  '“Now” is the shipped thresholds, “then” is this artifact, counted from its histogram. How often the shipped thresholds refuse people wasn’t measured.',
)

function formatThreshold(side: LevelRates | null): string {
  return side === null ? say('as shipped') : formatNumber(side.threshold, 3)
}
