import { useState } from 'preact/hooks'
import { GiveCode } from '../../../codes/give-code.tsx'
import { mailCode } from '../../../codes/mail-code.ts'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { service } from '../../../service.ts'
import { session } from '../../../session/session.ts'
import type { ApprovalFacts } from '../flow/facts.ts'
import { type Phase, readRefusal } from '../flow/phase.ts'
import { OTHER_WAY_WORDS as WORDS } from './other-way-words.ts'

type OtherWayProps = { facts: ApprovalFacts; onPhase: (phase: Phase) => void }

/** Approving without motion, where the site allows it: a code that is mailed to the owner of the node. */
export function OtherWay({ facts, onPhase }: OtherWayProps) {
  const [sent, setSent] = useState<string | null>(null)
  const { run, isBusy, error } = useAction()
  const mail = () => run(() => mailCode(session.value?.email ?? ''), setSent)
  return (
    <details class="approve-other-way">
      <summary>{WORDS.open}</summary>
      <div class="stack">
        <p>{WORDS.text}</p>
        <p>
          <Button kind={sent === null ? 'main' : 'quiet'} busy={isBusy} onClick={mail}>
            {sent === null ? WORDS.mail : WORDS.again}
          </Button>
        </p>
        <Failure error={error} />
        {sent === null ? null : (
          <GiveCode
            hint={sent}
            button={WORDS.approve}
            onCode={async (otp) => onPhase(await approveByCode(facts, otp))}
          />
        )}
      </div>
    </details>
  )
}

/** What comes of a code: the approval, or how it ended meanwhile. Throws where another code can be tried. */
async function approveByCode(facts: ApprovalFacts, otp: string): Promise<Phase> {
  try {
    await service.confirmApproval({ id: facts.id, digest: facts.digest, otp })
    return { at: 'ended', end: { kind: 'granted', assurance: 0 } }
  } catch (refusal) {
    const next = readRefusal(refusal, facts, Date.now())
    if (next === null) throw refusal
    return next
  }
}
