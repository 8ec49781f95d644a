import { useState } from 'preact/hooks'
import type { ApprovalFacts } from '../../ask/ask.ts'
import { OtherWay } from '../../ask/request.tsx'
import { Approvers } from '../../parts/approvers.tsx'
import { canHaveSensors } from '../../parts/browser.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { OnPhone } from '../../parts/on-phone.tsx'
import { useAction, useRequest } from '../../parts/request.ts'
import { ScanRoom, Skeleton } from '../../parts/skeleton.tsx'
import { useDevice } from '../scan/device.ts'
import { DenyButton, DenyRow, StopButton } from './deny.tsx'
import type { PasskeyFirstProps } from './passkey-first.tsx'
import { type Approval, usePreparation } from './use-approval.ts'
import { WORDS } from './words.ts'

const ScanStep = lazyPart(async () => (await import('./scan-step.tsx')).ScanStep, ScanRoom)

const OTHER_WAY = { text: WORDS.otherWayText, again: WORDS.mailAgain, confirm: WORDS.approveByCode }

type DecideProps = { facts: ApprovalFacts; approval: Approval }

/**
 * Lets the signed-in person approve or deny. If approving first needs a phone with sensors or a passkey, shows that step in place of the
 * Approve button. `facts` describe the approval; `approval` comes from `useApproval`.
 */
export function Decide({ facts, approval }: DecideProps) {
  const { value, error, isBusy, reload } = usePreparation(facts, approval.setPhase)
  const [isHere, setHere] = useState(canHaveSensors)
  return (
    <>
      <Failure error={error} onRetry={reload} />
      {value?.own ? <Approvers of={value.own} /> : null}
      {facts.method === 'hand' && !isHere ? (
        <Elsewhere approval={approval} onHere={() => setHere(true)} />
      ) : value?.isPasskeyMissing ? (
        <NeedsPasskey assurance={facts.assurance} approval={approval} onAdded={reload} />
      ) : facts.method !== 'hand' ? (
        <PressStep method={facts.method} approval={approval} isReady={!isBusy} />
      ) : (
        <ScanStep facts={facts} approval={approval} isReady={!isBusy} />
      )}
      <Failure error={approval.error} />
      {facts.other_way ? <OtherWay words={OTHER_WAY} isAddressAsked={false} onCode={approval.confirm} /> : null}
    </>
  )
}

type PressProps = { method: 'tap' | 'passkey'; approval: Approval; isReady: boolean }

/** Lets the person approve by one press, or by a passkey after the press, on any device that is signed in. */
function PressStep({ method, approval, isReady }: PressProps) {
  const { run, isBusy, error } = useAction()
  return (
    <div class="stack">
      <div class="approve-acts">
        <Button
          busy={isBusy || !isReady}
          onClick={() => run(() => (method === 'tap' ? approval.confirm() : approval.sign()))}
        >
          {WORDS.approve}
        </Button>
        <DenyButton approval={approval} />
      </div>
      <Failure error={error} />
      <p class="small soft">{method === 'tap' ? WORDS.howTap : WORDS.howPasskey}</p>
      <StopButton approval={approval} />
    </div>
  )
}

/** Loads and shows the form that adds the missing passkey, with the Deny buttons below it. */
function NeedsPasskey({ approval, ...needed }: PasskeyFirstProps & { approval: Approval }) {
  const { value, error, reload } = useRequest(() => import('./passkey-first.tsx'))
  return (
    <>
      <Failure error={error} onRetry={reload} />
      {value ? <value.PasskeyFirst {...needed} /> : <Skeleton lines={6} />}
      <DenyRow approval={approval} />
    </>
  )
}

/** Shows a QR code for a phone, and the Deny buttons, on a device without motion sensors. If sensor readings arrive after all, offers to scan here and calls `onHere`. */
function Elsewhere({ approval, onHere }: { approval: Approval; onHere: () => void }) {
  const { sensors } = useDevice()
  return (
    <>
      <PhoneWay />
      {sensors === 'speaking' ? (
        <p>
          <Button kind="quiet" onClick={onHere}>
            {WORDS.here}
          </Button>
        </p>
      ) : null}
      <DenyRow approval={approval} />
    </>
  )
}

/** Shows a QR code that opens this same page on a phone. The link contains no secret; the person signs in there. */
export function PhoneWay() {
  return (
    <OnPhone title={WORDS.phoneTitle} path={location.pathname}>
      <p>{WORDS.phoneText}</p>
    </OnPhone>
  )
}
