import { ProblemError } from '@stillhere/client/http'
import { service } from '../../service.ts'
import { startSession } from '../../sign-in/sign-in.ts'
import { describeWrongCode, INVITE_WORDS, type Refusal, toRefusal } from './refusal.ts'
import { type CodeRequest, createPendingCode, type JoinStep, type PendingCode } from './steps.ts'

/** Result of asking for a code. */
type SendResult = { outcome: 'sent'; pending: PendingCode } | { outcome: 'refused'; refusal: Refusal }

/** Asks the service to mail a code to the address. Returns the pending code, or the refusal to show; never throws. */
export async function sendCode({ email, invite }: CodeRequest): Promise<SendResult> {
  try {
    const isMember = isActive(await service.getIdentity({ email }))
    const answer = await service.sendOtp({ email, invite_code: invite || undefined })
    const { expires_in, delivery = 'smtp', mail_folder: mailFolder = '' } = answer
    const who = { email, invite, isMember, delivery, mailFolder }
    return { outcome: 'sent', pending: createPendingCode(who, expires_in, Date.now()) }
  } catch (error) {
    return { outcome: 'refused', refusal: await explainRefusal(invite, error) }
  }
}

function isActive({ status }: { status: string | null }): boolean {
  return status === 'ACTIVE' || status === 'GENESIS_NODE'
}

// INVITE_CODE_USED also means that another person is joining with the invite right now. In that case it still counts as valid.
async function explainRefusal(invite: string, error: unknown): Promise<Refusal> {
  if (!(error instanceof ProblemError) || error.code !== 'INVITE_CODE_USED') return toRefusal(error)
  const { valid } = await service.validateInvite({ code: invite }).catch(() => ({ valid: false }))
  return valid ? { at: 'invite', words: INVITE_WORDS.reserved } : toRefusal(error)
}

/** Result of entering a code. A wrong code uses up a try. */
type ConfirmResult = { outcome: 'in'; step: JoinStep } | { outcome: 'refused'; refusal: Refusal; pending: PendingCode }

/**
 * Sends the entered code and signs in if it is right. Returns the next step, or the refusal with the tries that are left; never throws.
 * `wallet` is the address of a wallet that isn't bound to a node yet, or null.
 */
export async function confirmCode(pending: PendingCode, otp: string, wallet: string | null): Promise<ConfirmResult> {
  try {
    const answer = await service.verifyOtp({ email: pending.email, otp })
    await startSession(answer.node_token)
    return { outcome: 'in', step: findNextStep(pending, answer, wallet) }
  } catch (error) {
    if (isProblem(error, 'TOO_MANY_TRIES')) return refuse(toRefusal(error), { ...pending, triesLeft: 0 })
    if (!isProblem(error, 'CODE_INVALID')) return refuse(toRefusal(error), pending)
    const triesLeft = pending.triesLeft - 1
    return refuse({ at: 'code', words: describeWrongCode(triesLeft) }, { ...pending, triesLeft })
  }
}

function refuse(refusal: Refusal, pending: PendingCode): ConfirmResult {
  return { outcome: 'refused', refusal, pending }
}

type Answer = Awaited<ReturnType<typeof service.verifyOtp>>

function findNextStep(
  { isMember }: PendingCode,
  { node_handle, genesis_index }: Answer,
  wallet: string | null,
): JoinStep {
  if (isMember && wallet === null) return { name: 'back' }
  const genesisIndex = isMember ? null : genesis_index
  return { name: 'welcome', isBack: isMember, nodeHandle: node_handle, genesisIndex, wallet }
}

function isProblem(error: unknown, code: ProblemError['code']): boolean {
  return error instanceof ProblemError && error.code === code
}
