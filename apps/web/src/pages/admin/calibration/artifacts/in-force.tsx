import type { Client } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../../../parts/button.tsx'
import { Card } from '../../../../parts/card.tsx'
import { Failure } from '../../../../parts/failure.tsx'
import { Meter } from '../../../../parts/meter.tsx'
import type { RequestState } from '../../../../parts/request.ts'
import { Stat, Stats } from '../../../../parts/stat.tsx'
import { Confirm } from '../../confirm.tsx'
import type { Status } from '../report/levels.ts'

const NEEDED = 300

type InForceProps = { admin: Client; status: RequestState<Status>; onChange: () => void }

/** Which thresholds judge people now, and how many sessions there are to learn better ones from. */
export function InForce({ admin, status: { value, error, reload }, onChange }: InForceProps) {
  const [isAsked, setAsked] = useState(false)
  const count = value?.research_sessions_count ?? 0
  return (
    <Card title="In force">
      <Failure error={error} onRetry={reload} />
      <p>{describeSource(value)}</p>
      <Stats>
        <Stat label="Low risk" value={formatThreshold(value?.thresholds.low)} />
        <Stat label="Medium risk" value={formatThreshold(value?.thresholds.medium)} />
        <Stat label="High risk" value={formatThreshold(value?.thresholds.high)} />
      </Stats>
      <Meter
        label="Research sessions"
        value={Math.min(count, NEEDED)}
        max={NEEDED}
        words={value ? `${count.toLocaleString('en')} collected, ${NEEDED} needed` : 'counting…'}
      />
      {value?.calibrated ? (
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
          From the next answer on, every process judges by the thresholds that came with the software. The artifact
          stays in the list and can be put in force again.
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

function formatThreshold(threshold: number | undefined): string | null {
  return threshold === undefined ? null : threshold.toFixed(3)
}
