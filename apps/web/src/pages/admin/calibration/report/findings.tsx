import { toSentence } from '@stillhere/client/receipt/view'
import { Card } from '../../../../parts/card.tsx'
import { Facts } from '../../../../parts/facts.tsx'
import { Notice } from '../../../../parts/notice.tsx'
import { Stat, Stats } from '../../../../parts/stat.tsx'
import { type Column, Table } from '../../../../parts/table.tsx'
import { ExactTime } from '../../../../parts/time.tsx'
import { describeMode, describePerson } from './artifact-words.ts'
import { percent, type Report } from './rates.ts'

type Family = Report['attacks']['families'][number]

/** The figures of one run, its warnings, and whether attacks gain by it. */
export function Findings({ report }: { report: Report }) {
  const { eer, auc, d_prime, people, sessions, warnings } = report
  return (
    <Card title="What it found">
      {warnings.map((warning) => (
        <Notice key={warning} kind="warn" title={toSentence(warning)} />
      ))}
      <Stats>
        <Stat label="Equal error rate" value={percent(eer)} note="as many strangers pass as people are refused" />
        <Stat
          label="Area under the ROC"
          value={auc === null ? '–' : auc.toFixed(3)}
          note="1 is perfect, 0.5 is chance"
        />
        <Stat label="d′" value={d_prime === null ? '–' : d_prime.toFixed(2)} note="distance of the two heaps" />
        <Stat label="People" value={people} note={`${sessions.toLocaleString('en')} sessions`} />
      </Stats>
      <Facts facts={listFacts(report)} />
      <Attacks report={report} />
    </Card>
  )
}

function listFacts(report: Report) {
  const { excluded, pairs } = report
  return [
    ['Made', <ExactTime key="made" at={report.created_at} />],
    ['Features', describeMode(report.feature_mode)],
    ['One person is', describePerson(report)],
    ['Comparisons of one person', pairs.mated.toLocaleString('en')],
    ['Comparisons of strangers', pairs.non_mated.toLocaleString('en')],
    ['Components', `${report.pca_output_dim} of ${report.pca_input_dim}, keeping ${percent(report.variance_retained)}`],
    [
      'Left out',
      `${excluded.duplicates} repeated, ${excluded.unusable} unusable, ${excluded.dominated} too many of one, ${excluded.outliers} odd`,
    ],
    ['Took', `${(report.elapsed_ms / 1000).toFixed(1)} s`],
  ] as const
}

const COLUMNS: readonly Column<Family>[] = [
  { head: 'Attack', cell: ({ name }) => name },
  { head: 'Passes as shipped', cell: ({ before }) => percent(before), end: true },
  { head: 'Passes with this', cell: ({ after }) => percent(after), end: true },
]

function Attacks({ report: { attacks } }: { report: Report }) {
  if (attacks.families.length === 0) return null
  return (
    <>
      <h3>{attacks.worse ? 'More attacks would pass' : 'No attack gains by it'}</h3>
      <Table
        caption="How often attacks pass, before and after"
        columns={COLUMNS}
        rows={attacks.families}
        keyOf={({ name }) => name}
      />
    </>
  )
}
