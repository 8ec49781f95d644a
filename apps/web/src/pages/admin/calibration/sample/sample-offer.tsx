import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { useAction } from '../../../../parts/action.ts'
import { Button } from '../../../../parts/button.tsx'
import { Failure } from '../../../../parts/failure.tsx'
import { say } from '../../../../words/speak.ts'
import type { Status } from '../report/levels.ts'

type SampleView = ComponentType<{ status: Status; onLeave: () => void }>

/** Offers to look at made-up people, and fetches what makes them up only then. */
export function SampleOffer({ status }: { status: Status }) {
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
