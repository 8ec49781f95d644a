import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import type { Approval } from './use-approval.ts'
import { WORDS } from './words.ts'

type DenyProps = { approval: Approval }

/** One tap, and it is denied. */
export function DenyButton({ approval: { isBusy, deny } }: DenyProps) {
  return (
    <Button kind="danger" busy={isBusy} onClick={() => deny(false)}>
      {WORDS.deny}
    </Button>
  )
}

/** The same, for good. */
export function StopButton({ approval: { isBusy, deny } }: DenyProps) {
  return (
    <p class="approve-stop">
      <Button kind="quiet" busy={isBusy} onClick={() => deny(true)}>
        {WORDS.stop}
      </Button>
    </p>
  )
}

/** Both, where approving takes something else first. */
export function DenyRow({ approval }: DenyProps) {
  return (
    <div class="approve-deny">
      <DenyButton approval={approval} />
      <StopButton approval={approval} />
    </div>
  )
}

/** Denies what this person approved before, as long as others are asked. */
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
