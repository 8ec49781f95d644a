import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../../../parts/button.tsx'
import { Card } from '../../../../parts/card.tsx'
import { Failure } from '../../../../parts/failure.tsx'
import { Meter } from '../../../../parts/meter.tsx'
import type { RequestState } from '../../../../parts/request.ts'
import { Stat, Stats } from '../../../../parts/stat.tsx'
import { formatNumber } from '../../../../words/format.ts'
import { say } from '../../../../words/speak.ts'
import { Confirm } from '../../confirm.tsx'
import type { KindStatus, Status } from '../report/levels.ts'

const NEEDED = 300

type InForceProps = { admin: Client; status: RequestState<Status>; onChange: () => void }

/** Which thresholds judge people now, and how many sessions there are to learn better ones from. */
export function InForce({ admin, status: { value, error, reload }, onChange }: InForceProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <Card title={say('In force')}>
      <Failure error={error} onRetry={reload} />
      <p>{describeSource(value)}</p>
      <Thresholds status={value} />
      <Collected label={say('Research sessions')} status={value} />
      <h3>{say('Motion sensors alone')}</h3>
      <p>{describeStrokesSource(value)}</p>
      <Thresholds status={value?.strokes ?? null} />
      <Collected label={say('Research sessions of strokes')} status={value?.strokes ?? null} />
      {value?.calibrated || value?.strokes.calibrated ? (
        <p>
          <Button kind="quiet" onClick={() => setAsked(true)}>
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
        onClose={() => setAsked(false)}
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

type CollectedProps = { label: string; status: KindStatus | null }

function Collected({ label, status }: CollectedProps) {
  const value = NEEDED - (status?.sessions_needed ?? NEEDED)
  return <Meter label={label} value={value} max={NEEDED} words={status ? describeGiven(status) : say('counting…')} />
}

function describeGiven({ research_sessions_count, sessions_needed }: KindStatus): string {
  const given = research_sessions_count
  return sessions_needed === 0
    ? say('{given} given, enough to calibrate', { given })
    : say('{given} given, {needed} more usable ones needed', { given, needed: sessions_needed })
}

function formatThreshold(threshold: number | undefined): string | null {
  return threshold === undefined ? null : formatNumber(threshold, 3)
}
