import { ProblemError } from '@stillhere/client/http'
import { service } from '../../../service.ts'
import { INVITE_WORDS } from './input-text.ts'
import { type Pending, createPending } from './pending.ts'
import { type Refusal, toRefusal } from './refusal.ts'
import type { CodeRequest } from './step.ts'

/** A code is on its way, or it was refused. */
export type Sent = { outcome: 'sent'; pending: Pending } | { outcome: 'refused'; refusal: Refusal }

/** Asks for a code. */
export async function sendCode({ email, invite }: CodeRequest): Promise<Sent> {
  try {
    const isMember = isActive(await service.getIdentity({ email }))
    const answer = await service.sendOtp({ email, invite_code: invite || undefined })
    const { expires_in, delivery = 'smtp', mail_folder: mailFolder = '' } = answer
    const who = { email, invite, isMember, delivery, mailFolder }
    return { outcome: 'sent', pending: createPending(who, expires_in, Date.now()) }
  } catch (error) {
    return { outcome: 'refused', refusal: await explainRefusal(invite, error) }
  }
}

function isActive({ status }: { status: string | null }): boolean {
  return status === 'ACTIVE' || status === 'GENESIS_NODE'
}

// "Used" also says that somebody else is about to use it; an invite that counts as good tells the two apart.
async function explainRefusal(invite: string, error: unknown): Promise<Refusal> {
  if (!(error instanceof ProblemError) || error.code !== 'INVITE_CODE_USED') return toRefusal(error)
  const { valid } = await service.validateInvite({ code: invite }).catch(() => ({ valid: false }))
  return valid ? { at: 'invite', words: INVITE_WORDS.reserved } : toRefusal(error)
}
