import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../../../parts/button.tsx'
import { Card } from '../../../../parts/card.tsx'
import { Empty } from '../../../../parts/empty.tsx'
import { Failure } from '../../../../parts/failure.tsx'
import type { RequestState } from '../../../../parts/request.ts'
import { Skeleton } from '../../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../../parts/table.tsx'
import { ExactTime } from '../../../../parts/time.tsx'
import { formatNumber } from '../../../../words/format.ts'
import { sayRich } from '../../../../words/rich.tsx'
import { say } from '../../../../words/speak.ts'
import { Confirm } from '../../confirm.tsx'
import { describeMode, describeState } from '../report/artifact-words.ts'
import type { Artifact } from '../report/rates.ts'

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
    <Card title={say('Artifacts')}>
      <Failure error={error} onRetry={reload} />
      {value || error ? null : <Skeleton lines={4} />}
      {value && list.length === 0 ? (
        <Empty title={say('No calibration has been run yet.')}>
          {say('Results of each run are kept here permanently.')}
        </Empty>
      ) : null}
      {list.length > 0 ? (
        <Table
          caption={say('Artifacts, newest first')}
          columns={columns}
          rows={list}
          keyOf={({ artifact_id }) => artifact_id}
        />
      ) : null}
      <Confirm
        title={say('Put this artifact in force?')}
        verb={say('Put it in force')}
        open={asked !== null}
        work={() => admin.activateCalibration({ id: asked?.artifact_id ?? '' })}
        onDone={onChange}
        onClose={() => setAsked(null)}
      >
        <p>
          {sayRich(
            'From the next answer on, every process judges by what was found on <time></time>. No one has to enroll again, and you can go back.',
            { time: () => (asked ? <ExactTime at={asked.created_at} /> : '') },
          )}
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
  const found = (threshold: number | null) => (threshold === null ? say('as shipped') : formatNumber(threshold, 3))
  return [
    { head: say('Made'), cell: ({ created_at }) => <ExactTime at={created_at} /> },
    { head: say('State'), cell: describeState },
    { head: say('Features'), cell: ({ feature_mode }) => describeMode(feature_mode) },
    { head: say('Sessions'), cell: ({ sessions }) => formatNumber(sessions), end: true },
    { head: say('People'), cell: ({ people }) => formatNumber(people), end: true },
    { head: say('Low'), cell: ({ thresholds }) => found(thresholds.low), end: true },
    { head: say('Medium'), cell: ({ thresholds }) => found(thresholds.medium), end: true },
    { head: say('High'), cell: ({ thresholds }) => found(thresholds.high), end: true },
    {
      head: say('Actions'),
      end: true,
      cell: (artifact) => (
        <span class="admin-acts">
          <Show artifact={artifact} isShown={artifact.artifact_id === shownId} onShow={onShow} />
          {artifact.applicable && !artifact.active ? (
            <Button kind="quiet" onClick={() => onActivate(artifact)}>
              {active && active.created_at > artifact.created_at ? say('Roll back to it') : say('Put in force')}
            </Button>
          ) : null}
        </span>
      ),
    },
  ]
}

type ShowProps = { artifact: Artifact; isShown: boolean; onShow: (id: string) => void }

function Show({ artifact, isShown, onShow }: ShowProps) {
  if (isShown) return <span class="small soft">{say('shown below')}</span>
  return (
    <Button kind="quiet" onClick={() => onShow(artifact.artifact_id)}>
      {say('View')}
    </Button>
  )
}
