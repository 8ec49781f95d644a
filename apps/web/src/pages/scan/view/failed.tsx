import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { formatClock } from '../../../parts/time-words.ts'
import { signInAgain } from '../../../session/leave.ts'
import { failureView, type Step } from '../flow/failure.ts'
import type { Purpose } from '../flow/purpose.ts'
import { tipsFor } from '../flow/seen-words.ts'
import { EnrollAgain } from './enroll-again.tsx'
import { Heading } from './heading.tsx'
import { OnPhone } from './on-phone.tsx'
import { PermissionWay } from './permission-way.tsx'
import { Sighting } from './sighting.tsx'

type FailedProps = {
  purpose: Purpose
  error: unknown
  onStart: (purpose: Purpose, otp?: string) => void
  onBack: () => void
}

/** After a scan without a receipt: what happened, what was seen, what to try, and the way on. */
export function Failed({ purpose, error, onStart, onBack }: FailedProps) {
  const { title, reason, advice, steps, waitMs, seen } = failureView(error)
  const tips = seen ? tipsFor(seen) : []
  return (
    <div class="scan-ready">
      <section class="card scan-end">
        <Heading>{title}</Heading>
        {reason === '' ? null : <p>{reason}</p>}
        {seen ? <Sighting seen={seen} /> : null}
        <div class="stack">
          <h3>What to try</h3>
          <ul class="scan-lines">
            {[advice, ...tips].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
        {steps.includes('reload') ? <PermissionWay /> : null}
        {steps.includes('code') ? <EnrollAgain onCode={(otp) => onStart('enroll', otp)} /> : null}
        <Steps steps={steps} waitMs={waitMs} actions={{ purpose, onStart, onBack }} />
        <p class="small soft">Nothing was recorded, and nothing counts against you.</p>
      </section>
      {steps.includes('phone') ? <OnPhone /> : null}
    </div>
  )
}

type Actions = Pick<FailedProps, 'purpose' | 'onStart' | 'onBack'>

function Steps({ steps, waitMs, actions }: { steps: readonly Step[]; waitMs: number; actions: Actions }) {
  return (
    <p class="row">
      {steps.map((step, index) => (
        <StepButton key={step} step={step} waitMs={waitMs} isFirst={index === 0} actions={actions} />
      ))}
      {steps.includes('back') ? null : (
        <Button kind="quiet" onClick={actions.onBack}>
          Back
        </Button>
      )}
    </p>
  )
}

type StepButtonProps = { step: Step; waitMs: number; isFirst: boolean; actions: Actions }

function StepButton({ step, waitMs, isFirst, actions: { purpose, onStart, onBack } }: StepButtonProps) {
  const kind = isFirst ? 'main' : 'quiet'
  switch (step) {
    case 'retry':
      return (
        <Button kind={kind} onClick={() => onStart(purpose)}>
          Try again
        </Button>
      )
    case 'wait':
      return <WaitButton waitMs={waitMs} onPress={() => onStart(purpose)} />
    case 'reload':
      return (
        <Button kind={kind} onClick={() => location.reload()}>
          Reload and try again
        </Button>
      )
    case 'sign-in':
      return (
        <Button kind={kind} onClick={signInAgain}>
          Sign in
        </Button>
      )
    case 'enroll':
      return (
        <Button kind={kind} onClick={() => onStart('enroll')}>
          Enroll again
        </Button>
      )
    case 'practise':
      return (
        <Button kind={kind} onClick={() => onStart('practice')}>
          Practise with the pointer
        </Button>
      )
    case 'back':
      return (
        <Button kind={kind} onClick={onBack}>
          Back
        </Button>
      )
    default:
      return null
  }
}

/** Counts down, and then lets the person try again. It keeps the focus meanwhile. */
function WaitButton({ waitMs, onPress }: { waitMs: number; onPress: () => void }) {
  const [until] = useState(() => performance.now() + waitMs)
  const [now, setNow] = useState(() => performance.now())
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (seconds === 0) return undefined
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [seconds === 0])
  return (
    <Button busy={seconds > 0} onClick={onPress}>
      {seconds > 0 ? `Try again in ${formatClock(seconds)}` : 'Try again'}
    </Button>
  )
}
