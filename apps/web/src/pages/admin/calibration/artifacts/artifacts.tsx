import type { Client, OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../../../parts/button.tsx'
import { Card } from '../../../../parts/card.tsx'
import { Empty } from '../../../../parts/empty.tsx'
import { Failure } from '../../../../parts/failure.tsx'
import type { RequestState } from '../../../../parts/request.ts'
import { Skeleton } from '../../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../../parts/table.tsx'
import { ExactTime } from '../../../../parts/time.tsx'
import { Confirm } from '../../confirm.tsx'
import { describeMode, describeState } from '../report/artifact-words.ts'

export type Artifact = OutputOf<'listCalibrationArtifacts'>['artifacts'][number]

type ArtifactsProps = {
  admin: Client
  artifacts: RequestState<{ artifacts: Artifact[] }>
  shownId: string | null
  onShow: (id: string) => void
  onChange: () => void
}

/** What runs found, newest first: look at one, or put it in force. */
export function Artifacts({ admin, artifacts: { value, error, reload }, shownId, onShow, onChange }: ArtifactsProps) {
  const [asked, setAsked] = useState<Artifact | null>(null)
  const list = value?.artifacts ?? []
  const columns = columnsWith({ shownId, onShow, onActivate: setAsked, active: list.find(({ active }) => active) })
  return (
    <Card title="Artifacts">
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={4} />}
      {value && list.length === 0 ? (
        <Empty title="No calibration has been run yet.">What a run finds is kept here for good.</Empty>
      ) : null}
      {list.length > 0 ? (
        <Table
          caption="Artifacts, newest first"
          columns={columns}
          rows={list}
          keyOf={({ artifact_id }) => artifact_id}
        />
      ) : null}
      <Confirm
        title="Put this artifact in force?"
        verb="Put it in force"
        open={asked !== null}
        work={() => admin.activateCalibration({ id: asked?.artifact_id ?? '' })}
        onDone={onChange}
        onClose={() => setAsked(null)}
      >
        <p>
          From the next answer on, every process judges enrollments of landmarks by what was found{' '}
          {asked ? <ExactTime at={asked.created_at} /> : null}. Nobody has to enrol again, and you can come back.
        </p>
      </Confirm>
    </Card>
  )
}

type Ways = {
  shownId: string | null
  active: Artifact | undefined
  onShow: (id: string) => void
  onActivate: (artifact: Artifact) => void
}

function columnsWith({ shownId, active, onShow, onActivate }: Ways): readonly Column<Artifact>[] {
  const found = (threshold: number | null) => (threshold === null ? 'as shipped' : threshold.toFixed(3))
  return [
    { head: 'Made', cell: ({ created_at }) => <ExactTime at={created_at} /> },
    { head: 'State', cell: describeState },
    { head: 'Features', cell: ({ feature_mode }) => describeMode(feature_mode) },
    { head: 'Sessions', cell: ({ sessions }) => sessions.toLocaleString('en'), end: true },
    { head: 'People', cell: ({ people }) => people.toLocaleString('en'), end: true },
    { head: 'Low', cell: ({ thresholds }) => found(thresholds.low), end: true },
    { head: 'Medium', cell: ({ thresholds }) => found(thresholds.medium), end: true },
    { head: 'High', cell: ({ thresholds }) => found(thresholds.high), end: true },
    {
      head: 'Do',
      end: true,
      cell: (artifact) => (
        <span class="admin-acts">
          <Show artifact={artifact} isShown={artifact.artifact_id === shownId} onShow={onShow} />
          {artifact.applicable && !artifact.active ? (
            <Button kind="quiet" onClick={() => onActivate(artifact)}>
              {active && active.created_at > artifact.created_at ? 'Roll back to it' : 'Put in force'}
            </Button>
          ) : null}
        </span>
      ),
    },
  ]
}

type ShowProps = { artifact: Artifact; isShown: boolean; onShow: (id: string) => void }

function Show({ artifact, isShown, onShow }: ShowProps) {
  if (isShown) return <span class="small soft">shown below</span>
  return (
    <Button kind="quiet" onClick={() => onShow(artifact.artifact_id)}>
      Look
    </Button>
  )
}
