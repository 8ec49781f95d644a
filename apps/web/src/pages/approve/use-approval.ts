import type { OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import type { ApprovalFacts } from '../../ask/ask.ts'
import { useAction } from '../../parts/action.ts'
import { type RequestState, useRequest } from '../../parts/request.ts'
import { service } from '../../service.ts'
import { type End, type Phase, readDecision, readRefusal, readStatus } from './phase.ts'

export type Approval = {
  phase: Phase
  setPhase: (phase: Phase) => void
  isBusy: boolean
  /** Why it could not be denied. */
  error: unknown
  /** Denies it; with `stop` its asker may not ask again. */
  deny: (stop: boolean) => void
  /** Approves by a mailed code, or by a press without one, or shows how it ended meanwhile. Throws where it can be tried again. */
  confirm: (otp?: string) => Promise<void>
}

/** What becomes of the approval of this page; the page learns it by what it does itself. */
export function useApproval(facts: ApprovalFacts): Approval {
  const { id } = facts
  const [phase, setPhase] = useState<Phase>(() => readStatus(facts.status))
  const { run, isBusy, error } = useAction()
  const decide = async (work: () => Promise<End>) => {
    try {
      setPhase({ at: 'ended', end: await work() })
    } catch (refusal) {
      const next = readRefusal(refusal, facts, Date.now())
      if (next === null) throw refusal
      setPhase(next)
    }
  }
  const deny = (stop: boolean) =>
    run(() =>
      decide(async () => {
        const { status } = await service.denyApproval({ id, stop })
        return status === 'open' && !stop
          ? { kind: 'waiting', decision: 'denied' }
          : { kind: 'denied', isStopped: stop }
      }),
    )
  const confirm = (otp?: string) =>
    decide(async () => {
      const { status } = await service.confirmApproval({ id, digest: facts.digest, ...(otp !== undefined && { otp }) })
      if (status === 'open') return { kind: 'waiting', decision: 'granted' }
      return { kind: 'granted', by: otp === undefined ? 'tap' : 'code' }
    })
  return { phase, setPhase, isBusy, error, deny, confirm }
}

/** What must be there before a scan is worth the effort. */
type Preparation = {
  /** False where the level needs none, or the node has one that signs. */
  isPasskeyMissing: boolean
  phase: Phase
  /** The approval as this node sees it; undefined where its list goes on. */
  own: OwnApproval | undefined
}

type OwnApproval = OutputOf<'listApprovals'>['approvals'][number]

/** Asks once whether this node can decide, and what it lacks, so that no person moves in vain. */
export function usePreparation(
  { id, assurance }: ApprovalFacts,
  onPhase: (phase: Phase) => void,
): RequestState<Preparation> {
  const request = useRequest<Preparation>(async (signal) => {
    const [asked, passkeys] = await Promise.all([
      service.listApprovals({}, { signal }),
      assurance > 1 ? service.listPasskeys({}, { signal }) : null,
    ])
    const own = asked.approvals.find((one) => one.id === id)
    return { own, phase: findPhase(own, asked), isPasskeyMissing: passkeys !== null && !canSign(passkeys, assurance) }
  })
  useEffect(() => {
    if (request.value && request.value.phase.at !== 'open') onPhase(request.value.phase)
  }, [request.value])
  return request
}

/** Whether the node was asked. A list that goes on does not say that it was not. */
function findPhase(own: OwnApproval | undefined, { nextCursor }: OutputOf<'listApprovals'>): Phase {
  if (own) return readDecision(own)
  return { at: nextCursor === null ? 'other' : 'open' }
}

function canSign({ passkeys }: OutputOf<'listPasskeys'>, assurance: number): boolean {
  return passkeys.some(({ suspected_clone, device }) => !suspected_clone && (assurance < 3 || device === 'attested'))
}
