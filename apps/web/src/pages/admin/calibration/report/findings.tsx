import { toSentence } from '@stillhere/client/receipt/view'
import { Card } from '../../../../parts/card.tsx'
import { Facts } from '../../../../parts/facts.tsx'
import { Notice } from '../../../../parts/notice.tsx'
import { Stat, Stats } from '../../../../parts/stat.tsx'
import { type Column, Table } from '../../../../parts/table.tsx'
import { ExactTime } from '../../../../parts/time.tsx'
import { formatNumber } from '../../../../words/format.ts'
import { say, sayCount } from '../../../../words/speak.ts'
import { describeMode, describePerson } from './artifact-words.ts'
import { percent, type Report } from './rates.ts'

type Family = Report['attacks']['families'][number]

/** The figures of one run, its warnings, and whether attacks gain by it. */
export function Findings({ report }: { report: Report }) {
  const { eer, auc, d_prime, people, sessions, warnings } = report
  return (
    <Card title={say('What it found')}>
      {warnings.map((warning) => (
        <Notice key={warning} kind="warn" title={toSentence(warning)} />
      ))}
      <Stats>
        <Stat
          label={say('Equal error rate')}
          value={percent(eer)}
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
        share: percent(report.variance_retained),
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

const COLUMNS: readonly Column<Family>[] = [
  { head: say('Attack'), cell: ({ name }) => name },
  { head: say('Passes as shipped'), cell: ({ before }) => percent(before), end: true },
  { head: say('Passes with this'), cell: ({ after }) => percent(after), end: true },
]

function Attacks({ report: { attacks } }: { report: Report }) {
  if (attacks.families.length === 0) return null
  return (
    <>
      <h3>{attacks.worse ? say('More attacks would pass') : say('No attack gains from it')}</h3>
      <Table
        caption={say('How often attacks pass, before and after')}
        columns={COLUMNS}
        rows={attacks.families}
        keyOf={({ name }) => name}
      />
    </>
  )
}
