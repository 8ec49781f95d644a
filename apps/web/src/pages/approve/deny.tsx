import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import type { Approval } from './use-approval.ts'
import { WORDS } from './words.ts'

type DenyProps = { approval: Approval }

/** Shows the Deny button. One press denies the approval; the asker may ask again. */
export function DenyButton({ approval: { isBusy, deny } }: DenyProps) {
  return (
    <Button kind="danger" busy={isBusy} onClick={() => deny(false)}>
      {WORDS.deny}
    </Button>
  )
}

/** Shows the button that denies the approval and also stops the asker from asking this node again. */
export function StopButton({ approval: { isBusy, deny } }: DenyProps) {
  return (
    <p class="approve-stop">
      <Button kind="quiet" busy={isBusy} onClick={() => deny(true)}>
        {WORDS.stop}
      </Button>
    </p>
  )
}

/** Shows both buttons of denial, with and without stopping the asker, for steps in which the person can't approve yet. */
export function DenyRow({ approval }: DenyProps) {
  return (
    <div class="approve-deny">
      <DenyButton approval={approval} />
      <StopButton approval={approval} />
    </div>
  )
}

/** Shows the button by which a person who has approved denies after all. Show it only while other approvers are still asked. */
export function TakeBack({ approval: { isBusy, deny, error } }: DenyProps) {
  return (
    <>
      <Failure error={error} />
      <p>
        <Button kind="quiet" busy={isBusy} onClick={() => deny(false)}>
          {WORDS.takeBack}
        </Button>
      </p>
    </>
  )
}
