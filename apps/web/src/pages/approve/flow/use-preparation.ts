import type { OutputOf } from '@stillhere/client/http'
import { useEffect } from 'preact/hooks'
import { type RequestState, useRequest } from '../../../parts/request.ts'
import { service } from '../../../service.ts'
import type { ApprovalFacts } from './facts.ts'
import { type Phase, readStatus } from './phase.ts'

/** What must be there before a scan is worth its while. */
export type Preparation = {
  /** False where the level needs none, or the node has one that signs. */
  isPasskeyMissing: boolean
  phase: Phase
}

/** Asks once whether this node can decide, and what it lacks: nobody should move for nothing. */
export function usePreparation(
  { id, assurance }: ApprovalFacts,
  onPhase: (phase: Phase) => void,
): RequestState<Preparation> {
  const request = useRequest<Preparation>(async (signal) => {
    const [asked, passkeys] = await Promise.all([
      service.listApprovals({}, { signal }),
      assurance > 1 ? service.listPasskeys({}, { signal }) : null,
    ])
    return { phase: findPhase(asked, id), isPasskeyMissing: passkeys !== null && !canSign(passkeys) }
  })
  useEffect(() => {
    if (request.value && request.value.phase.at !== 'open') onPhase(request.value.phase)
  }, [request.value])
  return request
}

/** Whether the node was asked. A list that goes on does not say that it was not. */
function findPhase({ approvals, nextCursor }: OutputOf<'listApprovals'>, id: string): Phase {
  const own = approvals.find((one) => one.id === id)
  if (own) return readStatus(own.status)
  return { at: nextCursor === null ? 'other' : 'open' }
}

function canSign({ passkeys }: OutputOf<'listPasskeys'>): boolean {
  return passkeys.some(({ suspected_clone }) => !suspected_clone)
}
