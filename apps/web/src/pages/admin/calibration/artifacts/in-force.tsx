import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../../../parts/button.tsx'
import { Card } from '../../../../parts/card.tsx'
import { Failure } from '../../../../parts/failure.tsx'
import { Meter } from '../../../../parts/meter.tsx'
import type { RequestState } from '../../../../parts/request.ts'
import { Stat, Stats } from '../../../../parts/stat.tsx'
import { Confirm } from '../../confirm.tsx'
import type { KindStatus, Status } from '../report/levels.ts'

const NEEDED = 300

type InForceProps = { admin: Client; status: RequestState<Status>; onChange: () => void }

/** Which thresholds judge people now, and how many sessions there are to learn better ones from. */
export function InForce({ admin, status: { value, error, reload }, onChange }: InForceProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <Card title="In force">
      <Failure error={error} onRetry={reload} />
      <p>{describeSource(value)}</p>
      <Thresholds status={value} />
      <Collected label="Research sessions" status={value} describe={describeCollected} />
      <h3>Motion sensors alone</h3>
      <p>{describeStrokesSource(value)}</p>
      <Thresholds status={value?.strokes ?? null} />
      <Collected label="Research sessions of strokes" status={value?.strokes ?? null} describe={describeGiven} />
      {value?.calibrated || value?.strokes.calibrated ? (
        <p>
          <Button kind="quiet" onClick={() => setAsked(true)}>
            Go back to the shipped thresholds
          </Button>
        </p>
      ) : null}
      <Confirm
        title="Go back to the shipped thresholds?"
        verb="Go back to them"
        open={isAsked}
        work={() => admin.deactivateCalibration({})}
        onDone={onChange}
        onClose={() => setAsked(false)}
      >
        <p>
          From the next answer on, every process judges by the thresholds that came with the software, with a camera and
          without. The artifacts stay in the list and can be put in force again.
        </p>
      </Confirm>
    </Card>
  )
}

function describeSource(status: Status | null): string {
  if (status === null) return 'Asking the service…'
  return status.calibrated
    ? 'A calibration decides who passes. A score must reach these values.'
    : 'The thresholds that came with the software decide who passes. A score must reach these values.'
}

function describeStrokesSource(status: Status | null): string {
  if (status === null) return 'Asking the service…'
  return status.strokes.calibrated
    ? 'A calibration of strokes decides who passes without a camera.'
    : 'Without a camera the shipped thresholds decide.'
}

function Thresholds({ status }: { status: KindStatus | null }) {
  return (
    <Stats>
      <Stat label="Low risk" value={formatThreshold(status?.thresholds.low)} />
      <Stat label="Medium risk" value={formatThreshold(status?.thresholds.medium)} />
      <Stat label="High risk" value={formatThreshold(status?.thresholds.high)} />
    </Stats>
  )
}

type CollectedProps = { label: string; status: KindStatus | null; describe: (status: KindStatus) => string }

function Collected({ label, status, describe }: CollectedProps) {
  const value = NEEDED - (status?.sessions_needed ?? NEEDED)
  return <Meter label={label} value={value} max={NEEDED} words={status ? describe(status) : 'counting…'} />
}

function describeCollected({ research_sessions_count }: KindStatus): string {
  return `${research_sessions_count.toLocaleString('en')} collected, ${NEEDED} needed`
}

function describeGiven({ research_sessions_count, sessions_needed }: KindStatus): string {
  const given = `${research_sessions_count.toLocaleString('en')} given`
  return sessions_needed === 0
    ? `${given}, enough to calibrate`
    : `${given}, ${sessions_needed} more usable ones needed`
}

function formatThreshold(threshold: number | undefined): string | null {
  return threshold === undefined ? null : threshold.toFixed(3)
}
