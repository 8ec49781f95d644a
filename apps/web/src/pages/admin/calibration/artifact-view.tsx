import type { Client } from '@stillhere/client/http'
import { toSentence } from '@stillhere/client/receipt/view'
import { useState } from 'preact/hooks'
import { Card, Empty, Facts, Stat, Stats } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { ExactTime } from '../../../parts/time.tsx'
import { formatNumber, say, sayCount } from '../../../words/speak.ts'
import { Comparison, ChangeTable } from './compare.tsx'
import { Curves } from './curves.tsx'
import {
  type Artifact,
  describeMode,
  describePerson,
  LEVEL_NAMES,
  formatShare,
  type Report,
  type Status,
  findModeStatus,
  formatWithInterval,
} from './report.ts'
import { Scores } from './scores.tsx'

type ArtifactViewProps = {
  admin: Client
  artifact: Artifact
  list: readonly Artifact[]
  status: Status
  against: string | null
  onAgainst: (id: string | null) => void
}

/**
 * Loads and shows the report of a calibration artifact (the thresholds that a run found): its error rates, what would change if it came
 * into force, and a comparison with the artifact whose ID is `against`. Calls `onAgainst` when the operator selects another artifact to
 * compare with, or null for no comparison.
 */
export function ArtifactView({ admin, artifact, list, status: all, against, onAgainst }: ArtifactViewProps) {
  const id = artifact.artifact_id
  const status = findModeStatus(all, artifact.feature_mode)
  const own = useReport(admin, id)
  const active = useReport(admin, status.artifact_id)
  const other = useReport(admin, list.some(({ artifact_id }) => artifact_id === against) ? against : null)
  if (own.error) return <Failure error={own.error} onRetry={own.reload} />
  if (!own.value)
    return (
      <Card title={say('Results')}>
        <Skeleton lines={12} />
      </Card>
    )
  const flips = (
    <ChangeTable report={own.value} status={status} active={active.value} isInForce={status.artifact_id === id} />
  )
  return (
    <>
      <Findings report={own.value} />
      <Plots report={own.value} other={other.value} />
      <OperatingPoints report={own.value} />
      <Circumstances report={own.value} />
      {active.state === 'ready' ? flips : null}
      <Comparison report={own.value} other={other.value} list={list} against={against} onAgainst={onAgainst} />
    </>
  )
}

function useReport(admin: Client, id: string | null) {
  return useRequest<Report | null>(
    (signal) => (id === null ? Promise.resolve(null) : admin.getCalibrationArtifact({ id }, { signal })),
    { deps: [id] },
  )
}

function Plots({ report, other }: { report: Report; other: Report | null }) {
  const { thresholds, plots } = report
  const [threshold, setThreshold] = useState(thresholds.medium ?? thresholds.low ?? thresholds.high ?? 0.5)
  if (plots.histogram.edges.length === 0)
    return (
      <Empty title={say('There is nothing to draw.')}>
        {say('Too few people or sessions were left to compare; the warnings say why.')}
      </Empty>
    )
  return (
    <>
      <Scores report={report} threshold={threshold} onThreshold={setThreshold} />
      <Curves report={report} other={other} threshold={threshold} />
    </>
  )
}

type Family = Report['attacks']['families'][number]

/** The figures of a run, its warnings, and how often attacks pass. */
function Findings({ report }: { report: Report }) {
  const { eer, auc, d_prime, people, sessions, warnings } = report
  return (
    <Card title={say('Results')}>
      {warnings.map((warning) => (
        <Notice key={warning} kind="warn" title={toSentence(warning)} />
      ))}
      <Stats>
        <Stat
          label={say('Equal error rate')}
          value={formatShare(eer)}
          note={say('as many strangers pass as people are refused')}
        />
        <Stat
          label={say('Area under the ROC')}
          value={auc === null ? '–' : formatNumber(auc, 3)}
          note={say('1 is perfect, 0.5 is chance')}
        />
        <Stat
          label="d′"
          value={d_prime === null ? '–' : formatNumber(d_prime, 2)}
          note={say('distance between the two groups')}
        />
        <Stat label={say('People')} value={people} note={sayCount(sessions, '{count} session', '{count} sessions')} />
      </Stats>
      <Facts facts={listFacts(report)} />
      <Attacks report={report} />
    </Card>
  )
}

function listFacts(report: Report) {
  const { excluded, pairs } = report
  return [
    [say('Made'), <ExactTime key="made" at={report.created_at} />],
    [say('Features'), describeMode(report.feature_mode)],
    [say('One person is'), describePerson(report)],
    [say('Comparisons of one person'), formatNumber(pairs.mated)],
    [say('Comparisons of strangers'), formatNumber(pairs.non_mated)],
    [
      say('Components'),
      say('{kept} of {all}, keeping {share}', {
        kept: report.pca_output_dim,
        all: report.pca_input_dim,
        share: formatShare(report.variance_retained),
      }),
    ],
    [
      say('Left out'),
      say(
        '{duplicates} repeated, {unusable} unusable, {dominated} too many from one source, {outliers} outliers',
        excluded,
      ),
    ],
    [say('Took'), `${formatNumber(report.elapsed_ms / 1000, 1)} s`],
  ] as const
}

const ATTACK_COLUMNS: readonly Column<Family>[] = [
  { head: say('Attack'), cell: ({ name }) => name },
  { head: say('Passes as shipped'), cell: ({ before }) => formatShare(before), end: true },
  { head: say('Passes with this'), cell: ({ after }) => formatShare(after), end: true },
]

function Attacks({ report: { attacks } }: { report: Report }) {
  if (attacks.families.length === 0) return null
  return (
    <>
      <h3>{attacks.worse ? say('More attacks would pass') : say('No attack gains from it')}</h3>
      <Table
        caption={say('How often attacks pass, before and after')}
        columns={ATTACK_COLUMNS}
        rows={attacks.families}
        keyOf={({ name }) => name}
      />
    </>
  )
}

type Point = Report['operating_points'][number]

const POINT_COLUMNS: readonly Column<Point>[] = [
  { head: say('Target'), cell: ({ target_far }) => formatShare(target_far) },
  { head: say('Serves'), cell: ({ level }) => (level === null ? '–' : LEVEL_NAMES[level]) },
  {
    head: say('Threshold (95 %)'),
    cell: ({ threshold, threshold_interval }) => formatWithInterval(threshold, threshold_interval, score),
    end: true,
  },
  {
    head: say('Strangers who pass (95 %)'),
    cell: ({ realised_far, far_interval }) => formatWithInterval(realised_far, far_interval, formatShare),
    end: true,
  },
  {
    head: say('People refused (95 %)'),
    cell: ({ fnmr, fnmr_interval }) => formatWithInterval(fnmr, fnmr_interval, formatShare),
    end: true,
  },
  {
    head: say('Comparisons'),
    cell: ({ trials, trials_needed }) => say('{trials} of {needed} needed', { trials, needed: trials_needed }),
    end: true,
  },
]

/** The target rates of the run, each with its threshold, error rates and number of comparisons. */
function OperatingPoints({ report }: { report: Report }) {
  return (
    <Card title={say('Targets')}>
      <Table
        caption={say('Operating points')}
        columns={POINT_COLUMNS}
        rows={report.operating_points}
        keyOf={({ target_far }) => target_far}
      />
      <p class="small soft admin-measure">
        {say('A target without enough data has no threshold; its level keeps the shipped one.')}
      </p>
    </Card>
  )
}

function score(value: number): string {
  return formatNumber(value, 3)
}

/** Shows how often people are refused on the same day, on another day, and with another phone. Only calibrations of strokes measure this. */
function Circumstances({ report }: { report: Report }) {
  const rows = listCircumstances(report)
  if (rows.length === 0) return null
  return (
    <Card title={say('People compared with themselves')}>
      <Table
        caption={say('How often people are refused, by when and with what they came back')}
        columns={[...CIRCUMSTANCE_COLUMNS, ...report.operating_points.map(toColumn)]}
        rows={rows}
        keyOf={({ name }) => name}
      />
      <p class="small soft admin-measure">{say('Results from the same day say little about another day.')}</p>
    </Card>
  )
}

const CIRCUMSTANCE_COLUMNS: readonly Column<Row>[] = [
  { head: say('Came back'), cell: ({ name }) => name },
  { head: say('People'), cell: ({ figures }) => figures.people, end: true },
  { head: say('Comparisons'), cell: ({ figures }) => formatNumber(figures.pairs), end: true },
  {
    head: say('Equal error rate (95 %)'),
    cell: ({ figures: { eer, eer_interval } }) => formatWithInterval(eer, eer_interval, formatShare),
    end: true,
  },
]

function toColumn({ target_far }: Report['operating_points'][number], place: number): Column<Row> {
  return {
    head: say('Refused at {target} (95 %)', { target: formatShare(target_far) }),
    cell: ({ figures }) => {
      const point = figures.operating_points[place]
      return formatWithInterval(point?.fnmr ?? null, point?.fnmr_interval ?? null, formatShare)
    },
    end: true,
  }
}

type Figures = NonNullable<Report['same_day']>

/** The figures of one circumstance, such as "another day". */
type Row = { name: string; figures: Figures }

/** Lists the circumstances in which people came back (the same day, another day, another phone), in that order, as far as the calibration report has figures for them. */
export function listCircumstances({ same_day, cross_day, other_device }: Report): Row[] {
  const all = [
    { name: say('the same day'), figures: same_day },
    { name: say('another day'), figures: cross_day },
    { name: say('with another phone'), figures: other_device },
  ]
  return all.flatMap(({ name, figures }) => (figures ? [{ name, figures }] : []))
}
