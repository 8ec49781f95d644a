import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { service } from '../../../service.ts'
import type { ApprovalFacts } from './facts.ts'
import { type Phase, readRefusal, readStatus } from './phase.ts'

export type Approval = {
  phase: Phase
  setPhase: (phase: Phase) => void
  isBusy: boolean
  /** Why it could not be denied. */
  error: unknown
  /** Denies it; with `stop` its asker may not ask again. */
  deny: (stop: boolean) => void
}

/** What becomes of the approval of this page; the page learns it by what it does itself. */
export function useApproval(facts: ApprovalFacts): Approval {
  const { id } = facts
  const [phase, setPhase] = useState<Phase>(() => readStatus(facts.status))
  const { run, isBusy, error } = useAction()
  const deny = (stop: boolean) =>
    run(async () => {
      try {
        await service.denyApproval({ id, stop })
        setPhase({ at: 'ended', end: { kind: 'denied', isStopped: stop } })
      } catch (refusal) {
        const next = readRefusal(refusal, facts, Date.now())
        if (next === null) throw refusal
        setPhase(next)
      }
    })
  return { phase, setPhase, isBusy, error, deny }
}
