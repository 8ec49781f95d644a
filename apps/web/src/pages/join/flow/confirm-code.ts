import { ProblemError } from '@stillhere/client/http'
import { service } from '../../../service.ts'
import { enter } from '../../../sign-in/enter.ts'
import type { Pending } from './pending.ts'
import { type Refusal, toRefusal, describeWrongCode } from './refusal.ts'
import type { JoinStep } from './step.ts'

/** What a code came to. A wrong one costs a try. */
export type Confirmed = { outcome: 'in'; step: JoinStep } | { outcome: 'refused'; refusal: Refusal; pending: Pending }

/** Sends a code and signs in with the answer. */
export async function confirmCode(pending: Pending, otp: string, wallet: string | null): Promise<Confirmed> {
  try {
    const answer = await service.verifyOtp({ email: pending.email, otp })
    await enter(answer.node_token)
    return { outcome: 'in', step: findNextStep(pending, answer, wallet) }
  } catch (error) {
    if (isProblem(error, 'TOO_MANY_TRIES')) return refuse(toRefusal(error), { ...pending, triesLeft: 0 })
    if (!isProblem(error, 'CODE_INVALID')) return refuse(toRefusal(error), pending)
    const triesLeft = pending.triesLeft - 1
    return refuse({ at: 'code', words: describeWrongCode(triesLeft) }, { ...pending, triesLeft })
  }
}

function refuse(refusal: Refusal, pending: Pending): Confirmed {
  return { outcome: 'refused', refusal, pending }
}

type Answer = Awaited<ReturnType<typeof service.verifyOtp>>

function findNextStep({ isMember }: Pending, { node_handle, genesis_index }: Answer, wallet: string | null): JoinStep {
  if (isMember && wallet === null) return { name: 'back' }
  const genesisIndex = isMember ? null : genesis_index
  return { name: 'welcome', isBack: isMember, nodeHandle: node_handle, genesisIndex, wallet }
}

function isProblem(error: unknown, code: ProblemError['code']): boolean {
  return error instanceof ProblemError && error.code === code
}
