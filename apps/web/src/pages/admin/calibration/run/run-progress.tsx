import type { Client, OutputOf } from '@stillhere/client/http'
import { useAction } from '../../../../parts/action.ts'
import { Button } from '../../../../parts/button.tsx'
import { Failure } from '../../../../parts/failure.tsx'
import { Ring } from '../../../../parts/ring.tsx'
import { Time } from '../../../../parts/time.tsx'
import { sayRich } from '../../../../words/rich.tsx'
import { say } from '../../../../words/speak.ts'
import { describeProgress } from './progress-words.ts'

export type Run = OutputOf<'getCalibrationRun'>

type RunProgressProps = { admin: Client; run: Run; onChange: () => void }

/** How far a run is, and the way to end it. */
export function RunProgress({ admin, run, onChange }: RunProgressProps) {
  const { isBusy, error, run: act } = useAction()
  const { run_id: id, percent, stage, started_at } = run
  return (
    <div class="admin-running">
      <Ring label={say('Progress of the calibration')} value={percent} max={100}>
        <span class="figures">{percent} %</span>
      </Ring>
      <div class="stack">
        <p role="status">{describeProgress(stage)}</p>
        <p class="small soft">
          {sayRich('Started <time></time>. It continues without this page; if its process ends, another takes over.', {
            time: () => <Time at={started_at} />,
          })}
        </p>
        <Failure error={error} />
        <p>
          <Button kind="danger" busy={isBusy} onClick={() => act(() => admin.cancelCalibrationRun({ id }), onChange)}>
            {say('Cancel the calibration')}
          </Button>
        </p>
      </div>
    </div>
  )
}
