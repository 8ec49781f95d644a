import { Card } from '../../../../parts/card.tsx'
import { Select } from '../../../../parts/field.tsx'
import { type Column, Table } from '../../../../parts/table.tsx'
import { say } from '../../../../words/speak.ts'
import { nameArtifact } from '../report/artifact-words.ts'
import type { Artifact, Report } from '../report/rates.ts'
import { type ComparedRow, compareReports } from './comparison.ts'

type CompareProps = {
  report: Report
  other: Report | null
  list: readonly Artifact[]
  against: string | null
  onAgainst: (id: string | null) => void
}

const COLUMNS: readonly Column<ComparedRow>[] = [
  { head: say('Figure'), cell: ({ name }) => name },
  { head: say('This one'), cell: ({ own }) => own, end: true },
  { head: say('The other'), cell: ({ other }) => other, end: true },
]

/** Two artifacts side by side; the other one's curves are drawn dashed above. */
export function Compare({ report, other, list, against, onAgainst }: CompareProps) {
  const others = list.filter(({ artifact_id }) => artifact_id !== report.artifact_id)
  const options = [
    { value: '', label: say('nothing') },
    ...others.map((one) => ({ value: one.artifact_id, label: nameArtifact(one) })),
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
          columns={COLUMNS}
          rows={compareReports(report, other)}
          keyOf={({ name }) => name}
        />
      ) : null}
    </Card>
  )
}
