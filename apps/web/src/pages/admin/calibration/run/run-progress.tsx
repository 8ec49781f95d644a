import type { Client, OutputOf } from '@stillhere/client/http'
import { useAction } from '../../../../parts/action.ts'
import { Button } from '../../../../parts/button.tsx'
import { Failure } from '../../../../parts/failure.tsx'
import { Ring } from '../../../../parts/ring.tsx'
import { Time } from '../../../../parts/time.tsx'
import { describeProgress } from './progress-words.ts'

export type Run = OutputOf<'getCalibrationRun'>

type RunProgressProps = { admin: Client; run: Run; onChange: () => void }

/** How far a run is, and the way to end it. */
export function RunProgress({ admin, run, onChange }: RunProgressProps) {
  const { isBusy, error, run: act } = useAction()
  const { run_id: id, percent, stage, started_at } = run
  return (
    <div class="admin-running">
      <Ring label="Progress of the calibration" value={percent} max={100}>
        <span class="figures">{percent} %</span>
      </Ring>
      <div class="stack">
        <p role="status">{describeProgress(stage)}</p>
        <p class="small soft">
          Begun <Time at={started_at} />. It goes on without this page, and if its process ends another one takes over.
        </p>
        <Failure error={error} />
        <p>
          <Button kind="danger" busy={isBusy} onClick={() => act(() => admin.cancelCalibrationRun({ id }), onChange)}>
            Cancel the calibration
          </Button>
        </p>
      </div>
    </div>
  )
}
