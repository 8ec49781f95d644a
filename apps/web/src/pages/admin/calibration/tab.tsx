import './calibration.css'
import type { Client } from '@stillhere/client/http'
import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card, Empty, Stat, Stats } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Meter } from '../../../parts/meter.tsx'
import { type RequestState, useAction, useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { ExactTime } from '../../../parts/time.tsx'
import { place, replaceAddress } from '../../../router.ts'
import { sayRich } from '../../../words/rich.tsx'
import { formatNumber, say } from '../../../words/speak.ts'
import { type CalibrationChoice, toCalibrationHref, readCalibrationChoice } from '../address.ts'
import { Confirm } from '../confirm.tsx'
import { ArtifactView } from './artifact-view.tsx'
import { Recordings } from './recordings.tsx'
import { type Artifact, describeMode, describeArtifactState, type KindStatus, type Status } from './report.ts'
import { RunCard } from './run.tsx'

/** Shows the Calibration tab: the thresholds in force, the form that starts a run, the artifacts of earlier runs, and figures about recordings. */
export function CalibrationTab({ admin }: { admin: Client }) {
  const status = useRequest((signal) => admin.getCalibrationStatus({}, { signal }))
  const artifacts = useRequest((signal) => admin.listCalibrationArtifacts({}, { signal }))
  const handleChange = () => {
    status.reload()
    artifacts.reload()
  }
  const chosen = readCalibrationChoice(place.value.url)
  const showChoice = (change: Partial<CalibrationChoice>) => replaceAddress(toCalibrationHref({ ...chosen, ...change }))
  const list = artifacts.value?.artifacts ?? []
  const shown =
    list.find(({ artifact_id }) => artifact_id === chosen.artifact) ?? list.find(({ active }) => active) ?? list[0]
  return (
    <div class="stack">
      <InForce admin={admin} status={status} onChange={handleChange} />
      <RunCard admin={admin} status={status.value} onEnd={handleChange} />
      <Artifacts
        admin={admin}
        artifacts={artifacts}
        shownId={shown?.artifact_id ?? null}
        onShow={(artifact) => showChoice({ artifact })}
        onChange={handleChange}
      />
      {artifacts.value && list.length === 0 && status.value ? <SampleOffer status={status.value} /> : null}
      {shown && status.value ? (
        <ArtifactView
          key={shown.artifact_id}
          admin={admin}
          artifact={shown}
          list={list}
          status={status.value}
          against={chosen.against}
          onAgainst={(against) => showChoice({ artifact: shown.artifact_id, against })}
        />
      ) : null}
      <Recordings admin={admin} />
    </div>
  )
}

const NEEDED = 300

type InForceProps = { admin: Client; status: RequestState<Status>; onChange: () => void }

/** Shows the thresholds in force, and how many sessions have been collected toward a calibration. */
function InForce({ admin, status: { value, error, reload }, onChange }: InForceProps) {
  const [isAsked, setTarget] = useState(false)
  return (
    <Card title={say('In force')}>
      <Failure error={error} onRetry={reload} />
      <p>{describeSource(value)}</p>
      <Thresholds status={value} />
      <SessionMeter label={say('Research sessions')} status={value} />
      <h3>{say('Motion sensors alone')}</h3>
      <p>{describeStrokesSource(value)}</p>
      <Thresholds status={value?.strokes ?? null} />
      <SessionMeter label={say('Research sessions of strokes')} status={value?.strokes ?? null} />
      {value?.calibrated || value?.strokes.calibrated ? (
        <p>
          <Button kind="quiet" onClick={() => setTarget(true)}>
            {say('Go back to the shipped thresholds')}
          </Button>
        </p>
      ) : null}
      <Confirm
        title={say('Go back to the shipped thresholds?')}
        verb={say('Go back to them')}
        open={isAsked}
        work={() => admin.deactivateCalibration({})}
        onDone={onChange}
        onClose={() => setTarget(false)}
      >
        <p>
          {say(
            'From the next answer on, every process judges by the thresholds that came with the software, with a camera or without. The artifacts stay in the list, and you can put them in force again.',
          )}
        </p>
      </Confirm>
    </Card>
  )
}

function describeSource(status: Status | null): string {
  if (status === null) return say('Asking the service…')
  return status.calibrated
    ? say('A calibration decides who passes. A score must reach these values.')
    : say('The thresholds that came with the software decide who passes. A score must reach these values.')
}

function describeStrokesSource(status: Status | null): string {
  if (status === null) return say('Asking the service…')
  return status.strokes.calibrated
    ? say('A calibration of strokes decides who passes without a camera.')
    : say('Without a camera the shipped thresholds decide.')
}

function Thresholds({ status }: { status: KindStatus | null }) {
  return (
    <Stats>
      <Stat label={say('Low risk')} value={formatThreshold(status?.thresholds.low)} />
      <Stat label={say('Medium risk')} value={formatThreshold(status?.thresholds.medium)} />
      <Stat label={say('High risk')} value={formatThreshold(status?.thresholds.high)} />
    </Stats>
  )
}

type SessionMeterProps = { label: string; status: KindStatus | null }

function SessionMeter({ label, status }: SessionMeterProps) {
  const value = NEEDED - (status?.sessions_needed ?? NEEDED)
  return <Meter label={label} value={value} max={NEEDED} words={status ? describeSessions(status) : say('counting…')} />
}

function describeSessions({ research_sessions_count, sessions_needed }: KindStatus): string {
  const given = research_sessions_count
  return sessions_needed === 0
    ? say('{given} given, enough to calibrate', { given })
    : say('{given} given, {needed} more usable ones needed', { given, needed: sessions_needed })
}

function formatThreshold(threshold: number | undefined): string | null {
  return threshold === undefined ? null : formatNumber(threshold, 3)
}

type ArtifactsProps = {
  admin: Client
  artifacts: RequestState<{ artifacts: Artifact[] }>
  shownId: string | null
  onShow: (id: string) => void
  onChange: () => void
}

/** Lists the artifacts, newest first, and puts one in force. */
function Artifacts({ admin, artifacts: { value, error, reload }, shownId, onShow, onChange }: ArtifactsProps) {
  const [target, setTarget] = useState<Artifact | null>(null)
  const list = value?.artifacts ?? []
  const columns = createColumns({ shownId, onShow, onActivate: setTarget, active: list.find(({ active }) => active) })
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
        open={target !== null}
        work={() => admin.activateCalibration({ id: target?.artifact_id ?? '' })}
        onDone={onChange}
        onClose={() => setTarget(null)}
      >
        <p>
          {sayRich(
            'From the next answer on, every process judges by what was found on <time></time>. No one has to enroll again, and you can go back.',
            { time: () => (target ? <ExactTime at={target.created_at} /> : '') },
          )}
        </p>
      </Confirm>
    </Card>
  )
}

type ColumnOptions = {
  shownId: string | null
  active: Artifact | undefined
  onShow: (id: string) => void
  onActivate: (artifact: Artifact) => void
}

function createColumns({ shownId, active, onShow, onActivate }: ColumnOptions): readonly Column<Artifact>[] {
  const formatFoundThreshold = (threshold: number | null) =>
    threshold === null ? say('as shipped') : formatNumber(threshold, 3)
  return [
    { head: say('Made'), cell: ({ created_at }) => <ExactTime at={created_at} /> },
    { head: say('State'), cell: describeArtifactState },
    { head: say('Features'), cell: ({ feature_mode }) => describeMode(feature_mode) },
    { head: say('Sessions'), cell: ({ sessions }) => formatNumber(sessions), end: true },
    { head: say('People'), cell: ({ people }) => formatNumber(people), end: true },
    { head: say('Low'), cell: ({ thresholds }) => formatFoundThreshold(thresholds.low), end: true },
    { head: say('Medium'), cell: ({ thresholds }) => formatFoundThreshold(thresholds.medium), end: true },
    { head: say('High'), cell: ({ thresholds }) => formatFoundThreshold(thresholds.high), end: true },
    {
      head: say('Actions'),
      end: true,
      cell: (artifact) => (
        <span class="admin-acts">
          <ShowButton artifact={artifact} isShown={artifact.artifact_id === shownId} onShow={onShow} />
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

type ShowButtonProps = { artifact: Artifact; isShown: boolean; onShow: (id: string) => void }

function ShowButton({ artifact, isShown, onShow }: ShowButtonProps) {
  if (isShown) return <span class="small soft">{say('shown below')}</span>
  return (
    <Button kind="quiet" onClick={() => onShow(artifact.artifact_id)}>
      {say('View')}
    </Button>
  )
}

type SampleView = ComponentType<{ status: Status; onLeave: () => void }>

/** Offers a sample report. The code that creates it loads on demand. */
function SampleOffer({ status }: { status: Status }) {
  const [shown, setShown] = useState<{ Sample: SampleView } | null>(null)
  const { isBusy, error, run } = useAction()
  if (shown) return <shown.Sample status={status} onLeave={() => setShown(null)} />
  return (
    <div class="stack">
      <p>{say('See what a calibration shows, before there are enough sessions.')}</p>
      <Failure error={error} />
      <p>
        <Button kind="quiet" busy={isBusy} onClick={() => run(() => import('./sample.tsx'), setShown)}>
          {say('Try with sample data')}
        </Button>
      </p>
    </div>
  )
}
