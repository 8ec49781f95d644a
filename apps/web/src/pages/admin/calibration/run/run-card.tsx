import type { Client } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Card } from '../../../../parts/card.tsx'
import { Failure } from '../../../../parts/failure.tsx'
import { Notice } from '../../../../parts/notice.tsx'
import { useRequest } from '../../../../parts/request.ts'
import { say } from '../../../../words/speak.ts'
import type { Status } from '../report/levels.ts'
import { RunForm } from './run-form.tsx'
import { type Run, RunProgress } from './run-progress.tsx'

const WATCH_MS = 700
const GLANCE_MS = 15_000

type RunCardProps = { admin: Client; status: Status | null; onEnd: () => void }

/** Begins a calibration and follows it, also one that somebody else began. */
export function RunCard({ admin, status, onEnd }: RunCardProps) {
  const [everyMs, setEveryMs] = useState(GLANCE_MS)
  const { value, error, reload } = useRequest((signal) => admin.listCalibrationRuns({}, { signal }), {
    refreshMs: everyMs,
  })
  const [followed, setFollowed] = useState<string | null>(null)
  const run = value?.runs[0] ?? null
  useEffect(() => {
    setEveryMs(run?.state === 'running' ? WATCH_MS : GLANCE_MS)
    if (run?.state === 'running') setFollowed(run.run_id)
    else if (run?.run_id === followed) onEnd()
  }, [run?.run_id, run?.state])
  const begun = (id: string) => {
    setFollowed(id)
    reload()
  }
  return (
    <Card title={say('Calibrate')}>
      <Failure error={error} onRetry={reload} />
      {run?.state === 'running' ? (
        <RunProgress admin={admin} run={run} onChange={reload} />
      ) : (
        <>
          {run !== null && run.run_id === followed ? <Ended run={run} /> : null}
          <RunForm admin={admin} status={status} onBegun={begun} onRunning={reload} />
        </>
      )}
    </Card>
  )
}

function Ended({ run: { state, problem } }: { run: Run }) {
  if (state === 'done')
    return (
      <Notice kind="good" title={say('The calibration is done.')} live>
        {say('What it found is below, first in the list.')}
      </Notice>
    )
  if (state === 'cancelled')
    return (
      <Notice kind="info" title={say('The calibration was canceled.')} live>
        {say('Nothing has changed.')}
      </Notice>
    )
  return (
    <Notice kind="bad" title={say('The calibration failed.')} live>
      {problem ?? say('The service’s log says why.')} {say('Nothing has changed.')}
    </Notice>
  )
}
