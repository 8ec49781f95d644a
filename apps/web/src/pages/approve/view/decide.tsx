import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { OnPhone } from '../../../parts/on-phone.tsx'
import { mayHaveSensors } from '../../../parts/sensors.ts'
import { AddPasskey } from '../../../passkeys/add-passkey.tsx'
import { useDevice } from '../../scan/flow/use-device.ts'
import type { ApprovalFacts } from '../flow/facts.ts'
import type { Approval } from '../flow/use-approval.ts'
import { type Preparation, usePreparation } from '../flow/use-preparation.ts'
import { WORDS } from '../words.ts'
import { DenyRow } from './deny.tsx'
import { ScanStep } from './scan-step.tsx'

type DecideProps = { facts: ApprovalFacts; approval: Approval }

/** Approve or deny, for whoever is signed in; and what approving needs where it is not there. */
export function Decide({ facts, approval }: DecideProps) {
  const { value, error, isBusy, reload } = usePreparation(facts, approval.setPhase)
  const [isHere, setHere] = useState(mayHaveSensors)
  const missing = value?.missingPasskey ?? null
  return (
    <>
      <Failure error={error} onRetry={reload} />
      {!isHere ? (
        <Elsewhere approval={approval} onHere={() => setHere(true)} />
      ) : missing ? (
        <PasskeyFirst assurance={facts.assurance} missing={missing} approval={approval} onAdded={reload} />
      ) : (
        <ScanStep facts={facts} approval={approval} isReady={!isBusy} />
      )}
      <Failure error={approval.error} />
    </>
  )
}

type PasskeyFirstProps = {
  assurance: number
  missing: NonNullable<Preparation['missingPasskey']>
  approval: Approval
  onAdded: () => void
}

function PasskeyFirst({ assurance, missing, approval, onAdded }: PasskeyFirstProps) {
  return (
    <>
      <Card title={WORDS.passkeyTitle}>
        <p>{WORDS.passkeyText(assurance)}</p>
        <AddPasskey needsCode={missing.needsCode} onAdded={onAdded} />
      </Card>
      <DenyRow approval={approval} />
    </>
  )
}

/** Before a screen without sensors: the way to a phone. Denying needs none. */
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

/** The same page on a phone: its address holds no secret. */
export function PhoneWay() {
  return (
    <OnPhone title={WORDS.phoneTitle} path={location.pathname}>
      <p>{WORDS.phoneText}</p>
    </OnPhone>
  )
}
